import { BitSet } from '../../memory/bit-set.js';
import { Dictionary } from '../../memory/dictionary.js';
import type { IndexedField } from './indexed-field.js';
import { SameValues, type NewColumn } from './new-column.js';

/**
 * A column whose values no row has any more are more than this share of the others gets new values; else its values
 * stay, and with them what is remembered of them.
 */
const STALE_SHARE = 0.25;
/**
 * Rows of deleted records and values that no row has: a compaction begins when there are this many of them, and as many
 * as this share of the others.
 */
const FEWEST_DEAD = 1_024;
const LARGE_SHARE = 0.5;

/** Who keeps the records of an index. */
export interface IndexOwner {
  /** Whether a deleted record may be put again. Nothing need be kept of others. */
  mayComeBack(id: string): boolean;
  /** A compaction has begun: `compactFurther` may be called until it is done. */
  compactionBegun?(): void;
}

/** The parts of an index; a compaction makes new ones that take their place. */
export interface IndexParts {
  /** Parts before what is made of them. */
  readonly fields: readonly IndexedField[];
  /** Id -> row. */
  readonly ids: Dictionary;
  readonly live: BitSet;
}

/**
 * Whether a compaction is worth while.
 *
 * @param rows those of records that are there or may come back; `lastRow` counts all
 */
export function needsCompaction(fields: readonly IndexedField[], rows: number, lastRow: number): boolean {
  let dead = lastRow - rows;
  let held = rows;
  for (const { rows: values, unusedValues } of fields) {
    dead += unusedValues;
    held += values.used;
  }
  return dead >= FEWEST_DEAD && dead >= LARGE_SHARE * held;
}

/**
 * The same index without what is not needed any more: rows of deleted records, and values that no row has, with their
 * texts, keys, terms and pairs. Made beside the old one, which is searched and changed meanwhile, some rows at a time;
 * rows that have been copied are copied again when they change. So rows keep the order of their Ids, no number ever
 * stands for something else than before, and what comes out is what would have been built of the same records.
 */
export class Compaction {
  private readonly ids = new Dictionary();
  private readonly live = new BitSet();
  private readonly columns = new Map<IndexedField, NewColumn>();
  /** Rows of the old index up to this one have been copied or left out. */
  private row = 0;

  /** @param mayComeBack whether a deleted record may be put again: then its Id keeps its row */
  constructor(
    private readonly old: IndexParts,
    private readonly mayComeBack: (id: string) => boolean,
  ) {
    for (const field of old.fields) this.columns.set(field, this.columnFor(field));
  }

  /** Goes on by so many rows. @returns whether all is done */
  step(rows: number): boolean {
    const last = Math.min(this.row + rows, this.old.ids.size);
    for (let row = this.row + 1; row <= last; row++) {
      const id = this.old.ids.text(row);
      if (this.old.live.has(row) || (id !== '' && this.mayComeBack(id))) this.copy(row, this.ids.add(id));
    }
    this.row = last;
    return this.row === this.old.ids.size;
  }

  /**
   * To be told of every row that has changed.
   *
   * @returns false when the record of a row that was left out has come back: then this compaction is of no use
   */
  changed(row: number): boolean {
    if (row > this.row) return true;
    const to = this.ids.find(this.old.ids.text(row));
    if (to !== 0) this.copy(row, to);
    return to !== 0 || !this.old.live.has(row);
  }

  /**
   * The parts that take the place of the old ones. To be asked once, when all is done; the old parts are of no use from
   * then on.
   */
  finish(): IndexParts {
    for (const [old, { field, rows }] of this.columns) if (field === old) old.rows.renumber(rows);
    return { fields: [...this.columns.values()].map(({ field }) => field), ids: this.ids, live: this.live };
  }

  /** Bytes held besides the old index. */
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
