import { BitSet } from '../../runtime/memory/bit-set.js';
import { Dictionary } from '../../runtime/memory/dictionary.js';
import type { IndexedField, NewColumn } from './indexed-field.js';
import { RowValues } from './row-values.js';

/** The new column for a column that keeps its values and caches. */
class SameValues implements NewColumn {
  readonly rows = new RowValues();

  constructor(readonly field: IndexedField) {}

  copy(from: number, to: number): void {
    this.rows.place(to, this.field.column.get(from));
  }

  get bytes(): number {
    return this.rows.bytes;
  }
}

/** Maximum share of unused values. A column with a greater share is rewritten. */
const STALE_SHARE = 0.25;
/** Minimum number of dead rows and values for a compaction, in addition to a minimum share of the live ones. */
const FEWEST_DEAD = 1_024;
const LARGE_SHARE = 0.5;

export interface IndexOwner {
  /** Returns whether a deleted record may be restored, so that its Id must be kept. */
  mayComeBack(id: string): boolean;
  /** Called when a compaction starts. The owner may call `compactFurther` until it is done. */
  compactionBegun?(): void;
}

export interface IndexParts {
  readonly fields: readonly IndexedField[];
  readonly ids: Dictionary;
  readonly live: BitSet;
}

/** @param rows number of records that exist or may be restored */
export function needsCompaction(fields: readonly IndexedField[], rows: number, lastRow: number): boolean {
  let dead = lastRow - rows;
  let held = rows;
  for (const { rows: values, unusedValues } of fields) {
    dead += unusedValues;
    held += values.used;
  }
  return dead >= FEWEST_DEAD && dead >= LARGE_SHARE * held;
}

/** Copies the index without garbage, in steps. Rows that change between steps are copied again. */
export class Compaction {
  private readonly ids = new Dictionary();
  private readonly live = new BitSet();
  private readonly columns = new Map<IndexedField, NewColumn>();
  private row = 0;

  constructor(
    private readonly old: IndexParts,
    private readonly mayComeBack: (id: string) => boolean,
  ) {
    for (const field of old.fields) this.columns.set(field, this.columnFor(field));
  }

  /** Copies more rows. @returns whether the compaction is done */
  step(rows: number): boolean {
    const last = Math.min(this.row + rows, this.old.ids.size);
    for (let row = this.row + 1; row <= last; row++) {
      const id = this.old.ids.text(row);
      if (this.old.live.has(row) || (id !== '' && this.mayComeBack(id))) this.copy(row, this.ids.add(id));
    }
    this.row = last;
    return this.row === this.old.ids.size;
  }

  /** Call for every changed row. @returns false if an omitted row is restored, which makes the compaction invalid */
  changed(row: number): boolean {
    if (row > this.row) return true;
    const to = this.ids.find(this.old.ids.text(row));
    if (to !== 0) this.copy(row, to);
    return to !== 0 || !this.old.live.has(row);
  }

  /** Returns the new index. Call once. The old index cannot be used afterwards. */
  finish(): IndexParts {
    for (const [old, { field, rows }] of this.columns) if (field === old) old.rows.renumber(rows);
    return { fields: [...this.columns.values()].map(({ field }) => field), ids: this.ids, live: this.live };
  }

  get bytes(): number {
    let sum = this.ids.bytes + this.live.bytes;
    for (const column of this.columns.values()) sum += column.bytes;
    return sum;
  }

  get flexsearchBytes(): number {
    let sum = 0;
    for (const [old, { field }] of this.columns) if (field !== old) sum += field.flexsearchBytes;
    return sum;
  }

  private copy(from: number, to: number): void {
    for (const column of this.columns.values()) column.copy(from, to);
    if (this.old.live.has(from)) this.live.add(to);
    else this.live.delete(to);
  }

  private columnFor(field: IndexedField): NewColumn {
    const parts = field.parts.map((part) => this.columns.get(part)!);
    const isStale =
      field.unusedValues > STALE_SHARE * field.rows.used || parts.some((part, i) => part.field !== field.parts[i]);
    return isStale ? field.compacted(parts) : new SameValues(field);
  }
}
