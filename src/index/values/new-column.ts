import { IntColumn } from '../../memory/buffers.js';
import type { ComposedField } from './composed-field.js';
import type { IndexedField } from './indexed-field.js';
import type { PlainField } from './plain-field.js';
import { RowValues } from './row-values.js';

/** One column of an index that is being renewed. */
export interface NewColumn {
  readonly field: IndexedField;
  /** Where its rows stand until the compaction is done. */
  readonly rows: RowValues;
  /** Copies a row's value. Of the parts first. */
  copy(from: number, to: number): void;
  /** Bytes besides those of the column that it replaces. */
  readonly bytes: number;
}

/** Only its rows are new: what is remembered of its values holds. */
export class SameValues implements NewColumn {
  readonly rows = new RowValues();

  constructor(readonly field: IndexedField) {}

  copy(from: number, to: number): void {
    this.rows.place(to, this.field.column.get(from));
  }

  get bytes(): number {
    return this.rows.bytes;
  }
}

/** Values in the order in which rows bring them, each prepared and filed once. */
export class NewValues implements NewColumn {
  readonly rows: RowValues;
  /** Old number -> new one. */
  private readonly numbers = new IntColumn();

  constructor(
    private readonly old: IndexedField,
    readonly field: PlainField,
  ) {
    this.rows = field.rows;
  }

  copy(from: number, to: number): void {
    const value = this.old.column.get(from);
    let number = value === 0 ? 0 : this.numbers.get(value);
    if (number === 0 && value !== 0) {
      number = this.field.numberOf(this.old.text(value));
      this.numbers.set(value, number);
    }
    this.field.give(to, number);
  }

  get bytes(): number {
    return this.field.bytes + this.numbers.bytes;
  }
}

/** Pairs of what the parts have become. */
export class NewPairs implements NewColumn {
  readonly rows: RowValues;

  constructor(
    readonly field: ComposedField,
    private readonly parts: readonly [NewColumn, NewColumn],
  ) {
    this.rows = field.rows;
  }

  copy(_from: number, to: number): void {
    const [first, second] = this.parts;
    this.field.give(to, first.rows.column.get(to), second.rows.column.get(to));
  }

  get bytes(): number {
    return this.field.bytes;
  }
}
