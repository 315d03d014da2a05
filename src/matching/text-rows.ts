import { IntColumn } from '../runtime/memory/buffers.js';
import { Dictionary } from '../runtime/memory/dictionary.js';
import type { TextPoolImage } from '../runtime/memory/text-pool.js';
import type { FieldTexts } from './field-texts.js';

export interface TextColumn {
  readonly texts: Dictionary;
  /** For each row, the number of its string, or 0 if it has none. */
  readonly numbers: IntColumn;
}

export interface TextRowsImage {
  readonly rows: number;
  readonly columns: readonly { readonly field: string; readonly texts: TextPoolImage; readonly numbers: Int32Array }[];
}

/**
 * Strings by row, outside the JavaScript heap. Stores each distinct string of a field once. A value takes four bytes.
 */
export class TextRows implements Iterable<FieldTexts> {
  length = 0;
  private readonly columns = new Map<string, TextColumn>();

  /** @param fields fields to store; others are dropped. Default: all fields */
  constructor(private readonly fields?: ReadonlySet<string>) {}

  static of(rows: Iterable<FieldTexts>): TextRows {
    const all = new TextRows();
    for (const texts of rows) all.add(texts);
    return all;
  }

  add(texts: FieldTexts): void {
    const row = this.length++;
    for (const field of Object.keys(texts)) {
      const text = texts[field]!;
      if (text === '' || this.fields?.has(field) === false) continue;
      let column = this.columns.get(field);
      if (column === undefined)
        this.columns.set(field, (column = { texts: new Dictionary(), numbers: new IntColumn() }));
      column.numbers.set(row, column.texts.add(text));
    }
  }

  /** Returns the filled fields, in the order of `at`. */
  filled(): Iterable<string> {
    return this.columns.keys();
  }

  column(field: string): TextColumn | undefined {
    return this.columns.get(field);
  }

  /** Returns the number of fields with equal strings. */
  equalValues(one: number, other: number): number {
    let equal = 0;
    for (const { numbers } of this.columns.values()) {
      const number = numbers.get(one);
      if (number !== 0 && number === numbers.get(other)) equal++;
    }
    return equal;
  }

  at(row: number): FieldTexts {
    const result: Record<string, string> = {};
    for (const [field, { texts, numbers }] of this.columns) {
      const number = numbers.get(row);
      if (number !== 0) result[field] = texts.text(number);
    }
    return result;
  }

  *[Symbol.iterator](): Generator<FieldTexts> {
    for (let row = 0; row < this.length; row++) yield this.at(row);
  }

  image(fields: Iterable<string>): TextRowsImage {
    const columns = [...new Set(fields)].flatMap((field) => {
      const column = this.columns.get(field);
      if (column === undefined) return [];
      return [{ field, texts: column.texts.image().texts, numbers: column.numbers.data.subarray(0, this.length) }];
    });
    return { rows: this.length, columns };
  }
}
