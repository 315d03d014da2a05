import type { FieldTexts } from '../matching/normalized-record.js';
import { IntColumn } from '../memory/buffers.js';
import { Dictionary } from '../memory/dictionary.js';
import type { ComparedRows } from './comparisons.js';

/** Distinct texts of a field, and which of them each row holds; 0: none. */
interface PackedField {
  readonly texts: Dictionary;
  readonly values: IntColumn;
}

/**
 * Rows of texts off the JavaScript heap: each distinct text once, and four bytes a row for each field that any row
 * fills.
 */
export class PackedRows implements ComparedRows {
  length = 0;
  private readonly fields = new Map<string, PackedField>();

  /** Blank texts are not kept. */
  add(texts: FieldTexts): void {
    const row = this.length++;
    for (const [name, text] of Object.entries(texts)) if (text !== '') this.put(row, name, text);
  }

  private put(row: number, name: string, text: string): void {
    let field = this.fields.get(name);
    if (field === undefined) this.fields.set(name, (field = { texts: new Dictionary(), values: new IntColumn() }));
    field.values.set(row, field.texts.add(text));
  }

  *[Symbol.iterator](): Iterator<FieldTexts> {
    const fields = [...this.fields];
    for (let row = 0; row < this.length; row++) {
      const texts: Record<string, string> = {};
      for (const [name, field] of fields) {
        const value = field.values.get(row);
        if (value !== 0) texts[name] = field.texts.text(value);
      }
      yield texts;
    }
  }
}
