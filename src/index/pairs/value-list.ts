import type { Similarity } from '../../matching/method.js';
import { int32 } from '../buffers.js';
import type { Feature } from '../feature.js';
import { LEVELS } from '../levels.js';
import { Neighbours } from '../neighbours.js';
import type { PlannedList } from '../planned-list.js';
import { KeptRecords, type KeptImage } from './kept-records.js';

/** What a row costs that lies beside the one met before, of one that lies anywhere. */
const BESIDE = 1 / 8;
/** So many rows have a value of a common kind, on the average. */
const COMMON = 4;
/** `Feature.findCost` is told in rows that a search walks; here they are mostly passed over after one read. */
const ROWS_FOR_ONE = 8;

/**
 * One column of the row that is searched from: the neighbours of its value, and how many of their levels have been walked. Flat, and used again for the next row, for this is done a
 * million times: similarities stand in a table by value, and the neighbours of values that come again are kept.
 *
 * ```
 * record:  [ levels ][ end of level 0 ][ its rows ] ... [ ids, most similar first ... ][ similarities ... ]
 * ```
 */
export class ValueList implements PlannedList {
  /** Levels walked. */
  depth = 0;
  /** Whether the neighbours are known. */
  complete = true;
  levels = 0;
  /** The row's value; 0 is blank. */
  value = 0;
  /** Row -> value. */
  readonly column: Int32Array;
  /** Value -> similarity, while the neighbours are known. */
  table = new Uint16Array(0);

  /** What comparing needs of the row's value; made when first needed. */
  private prepared: unknown;
  /** What the record stands in, and where. */
  data = int32(64);
  private at = 0;
  private readonly kept: KeptRecords;
  private scratch = this.data;
  private readonly found = new Neighbours();
  /** Whether most values come again and again: their neighbours are always worth knowing. */
  private readonly isCommon: boolean;
  /** What a row of a value's costs, of one that lies anywhere. */
  private readonly rowCost: number;

  /** @param kept room for the neighbours of the feature's values */
  constructor(
    readonly feature: Feature,
    kept: KeptImage,
  ) {
    this.column = feature.column.data;
    this.kept = new KeptRecords(kept);
    const { filled, runs } = count(this.column);
    const { size } = feature.dictionary;
    this.isCommon = filled > size * COMMON;
    // Of the rows that share their value with others, how many do not lie beside another one of them.
    const apart = filled > size ? (runs - size) / (filled - size) : 1;
    this.rowCost = BESIDE + (1 - BESIDE) * apart;
  }

  /** Turns to another row's value. */
  start(value: number): void {
    this.depth = 0;
    if (value === this.value) return;
    if (this.complete) for (let i = this.ids, end = i + this.count; i < end; i++) this.table[this.data[i]!] = 0;
    this.value = value;
    this.prepared = undefined;
    this.levels = 0;
    this.complete = value === 0;
    const kept = this.kept.find(value);
    if (kept !== 0) this.load(this.kept.data, kept);
    else if (value !== 0 && this.isCommon && this.feature.postings.count(value) > 1) this.find();
  }

  /** Makes the neighbours known. */
  find(): void {
    const { feature, value, found } = this;
    feature.neighboursOf(value, found);
    const { count, ids, similarities } = found;
    const most = 1 + 2 * LEVELS.length + 2 * count;
    // The next row with this value asks again.
    const kept = feature.postings.count(value) > 1 ? this.kept.reserve(most) : 0;
    if (kept === 0 && this.scratch.length < most) this.scratch = int32(2 * most);
    const data = kept === 0 ? this.scratch : this.kept.data;
    let levels = 0;
    let rows = 0;
    for (let i = 0, level = 0; i < count; i++) {
      if (similarities[i]! < LEVELS[level]!) {
        if (i > 0) {
          data[kept + 1 + 2 * levels] = i;
          data[kept + 2 + 2 * levels++] = rows;
          rows = 0;
        }
        while (similarities[i]! < LEVELS[level]!) level++;
      }
      rows += feature.postings.count(ids[i]!);
    }
    if (count > 0) {
      data[kept + 1 + 2 * levels] = count;
      data[kept + 2 + 2 * levels++] = rows;
    }
    data[kept] = levels;
    const from = kept + 1 + 2 * levels;
    for (let i = 0; i < count; i++) {
      data[from + i] = ids[i]!;
      data[from + count + i] = similarities[i]!;
    }
    if (kept !== 0) this.kept.keep(value, kept);
    this.load(data, kept);
  }

  /** Where in `data` the neighbours' numbers begin; behind them follow their similarities. */
  get ids(): number {
    return this.at + 1 + 2 * this.levels;
  }

  /** Neighbours. */
  get count(): number {
    return this.end(this.levels);
  }

  /** Neighbours in the first levels. */
  end(levels: number): number {
    return levels === 0 ? 0 : this.data[this.at + 2 * levels - 1]!;
  }

  /** Greatest similarity of a value outside the first `depth` levels. */
  ceiling(depth: number): Similarity {
    if (!this.complete) return 10_000;
    return depth < this.levels ? this.data[this.ids + this.count + this.end(depth)]! : 0;
  }

  /** Rows in the next level. */
  get rowsAhead(): number {
    return this.data[this.at + 2 + 2 * this.depth]!;
  }

  /** What the rows in the levels from `from` to before `to` cost. */
  cost(from: number, to: number): number {
    let sum = 0;
    for (let level = from; level < to; level++) sum += this.data[this.at + 2 + 2 * level]!;
    // One for each level besides, so that of two plans with equal postings the smaller wins.
    return sum * this.rowCost + to - from;
  }

  /** What finding the neighbours costs a row, in rows walked: once for all rows that have the value. */
  get findCost(): number {
    return (this.feature.findCost * ROWS_FOR_ONE) / this.feature.postings.count(this.value);
  }

  get expectedCost(): number {
    return this.findCost + this.feature.postings.count(this.value) * this.rowCost;
  }

  /** The average does: what is found is there for all rows that have the value. */
  estimate(): boolean {
    return false;
  }

  /** Similarity of the row's value and another one, where neighbours are not known; neither is blank. */
  compare(value: number): Similarity {
    // Made ready once for all rows that it is compared with.
    this.prepared ??= this.feature.preparedOf(this.value);
    return this.feature.similarityOf(this.value, this.prepared, value);
  }

  private load(data: Int32Array, at: number): void {
    this.data = data;
    this.at = at;
    this.levels = data[at]!;
    this.complete = true;
    if (this.table.length === 0) this.table = new Uint16Array(this.feature.dictionary.size + 1);
    const { table, ids, count } = this;
    for (let i = ids, end = ids + count; i < end; i++) table[data[i]!] = data[i + count]!;
  }
}

/** Rows that have a value, and stretches of them that have the same one. */
function count(column: Int32Array): { filled: number; runs: number } {
  let filled = 0;
  let runs = 0;
  for (let row = 1; row < column.length; row++) {
    if (column[row] === 0) continue;
    filled++;
    if (column[row] !== column[row - 1]) runs++;
  }
  return { filled, runs };
}
