import type { MemoryIndex } from '../memory-index.js';
import type { IndexedField } from '../values/indexed-field.js';
import { orderByBlanks, type BlankClass } from './blank-classes.js';
import { LISTED, rowSketches, SKETCH_WORDS, type JoinColumn } from './row-sketches.js';
import { NewLists, sharedInts, similarLists, type SimilarLists, type SimilarPairs } from './similar-pairs.js';

/** The rows of an index as integers, in memory that all threads share. */
export interface JoinTable {
  readonly order: Int32Array;
  readonly classes: readonly BlankClass[];
  /** The entries of row r start at `r << shift`: its value id in each column (0 if blank), then its source. */
  readonly records: Int32Array;
  readonly shift: number;
  readonly sketches: Int32Array;
  readonly columns: readonly JoinColumn[];
  readonly hasSources: boolean;
}

/** Returns the size without similar values. @param values number of values by column */
export function tableBytes(rows: number, values: readonly number[], hasSources: boolean): number {
  const words = values.length + (hasSources ? 1 : 0);
  return rows * ((4 << shiftOf(words)) + 4 * (LISTED * values.length + SKETCH_WORDS + 1));
}

const shiftOf = (words: number): number => Math.ceil(Math.log2(Math.max(1, words)));

/** Number of columns used to sort the rows of a class, so that rows read together are stored close together. */
const SORTED_BY = 2;

/** @param pairs similar values by column; `undefined` if unknown @param sources by row; no pairs within a source */
export function joinTable(
  index: MemoryIndex,
  columns: readonly IndexedField[],
  pairs: readonly (readonly SimilarPairs[] | undefined)[],
  sources?: Int32Array,
): JoinTable {
  const counts = pairs.map((parts = []) => parts.reduce((sum, { lower }) => sum + lower.length, 0));
  const table = tableWithoutSimilar(index, columns, counts, sources);
  const similar = pairs.map(
    (parts, c) => parts && similarLists(columns[c]!.dictionary.size, parts, startsOf(table, c)),
  );
  return withSimilar(table, similar);
}

export interface KeptPairs {
  readonly count: number;
  read(): AsyncIterable<SimilarPairs>;
}

/** Like `joinTable`, but never has all pairs of values in memory. @param kept by column; `undefined` if not compared */
export async function joinTableOfKept(
  index: MemoryIndex,
  columns: readonly IndexedField[],
  kept: readonly (KeptPairs | undefined)[],
  sources?: Int32Array,
): Promise<JoinTable> {
  const counts = kept.map((pairs) => pairs?.count ?? 0);
  const table = tableWithoutSimilar(index, columns, counts, sources);
  const similar: (SimilarLists | undefined)[] = [];
  for (const [c, pairs] of kept.entries()) {
    if (pairs !== undefined) {
      const lists = new NewLists(columns[c]!.dictionary.size, startsOf(table, c));
      for await (const part of pairs.read()) lists.count(part);
      for await (const part of pairs.read()) lists.add(part);
      similar[c] = lists.whole();
    }
  }
  return withSimilar(table, similar);
}

const startsOf = ({ columns }: JoinTable, column: number): Int32Array => columns[column]!.starts;

function withSimilar(table: JoinTable, similar: readonly (SimilarLists | undefined)[]): JoinTable {
  return { ...table, columns: table.columns.map((column, c) => ({ ...column, similar: similar[c] })) };
}

function tableWithoutSimilar(
  index: MemoryIndex,
  columns: readonly IndexedField[],
  counts: readonly number[],
  sources?: Int32Array,
): JoinTable {
  const live = new Int32Array(index.lastRow);
  let rows = 0;
  for (let row = 1; row <= index.lastRow; row++) if (index.isLive(row)) live[rows++] = row;
  const similar = columns
    .map((column, c) => ({ column, count: counts[c]! }))
    .sort((a, b) => a.count - b.count)
    .slice(-SORTED_BY)
    .map(({ column }) => column);
  const { order, classes } = orderByBlanks(live.subarray(0, rows), columns, sources, similar);
  const words = columns.length + (sources ? 1 : 0);
  const shift = shiftOf(words);
  const records = sharedInts((order.length + 1) << shift);
  order.forEach((row, n) => {
    const at = (n + 1) << shift;
    for (let c = 0; c < columns.length; c++) records[at + c] = columns[c]!.column.get(row);
    if (sources) records[at + columns.length] = sources[row]!;
  });
  const sketches = rowSketches(records, shift, columns.length);
  return {
    order: shared(order),
    classes,
    records,
    shift,
    sketches,
    hasSources: sources !== undefined,
    columns: columns.map((column, c) => {
      const values = column.dictionary.size;
      return { ...postings(records, shift, c, values, sketches), similar: undefined };
    }),
  };
}

function postings(records: Int32Array, shift: number, column: number, values: number, sketches: Int32Array) {
  const starts = sharedInts(values + 2);
  const stride = 1 << shift;
  for (let at = stride + column; at < records.length; at += stride) starts[records[at]! + 1]!++;
  starts[1] = 0;
  for (let value = 1; value <= values + 1; value++) starts[value]! += starts[value - 1]!;
  const next = starts.slice();
  const rows = sharedInts(LISTED * starts[values + 1]!);
  for (let at = stride + column; at < records.length; at += stride) {
    const value = records[at]!;
    if (value === 0) continue;
    const row = at >>> shift;
    const place = LISTED * next[value]!++;
    rows[place] = row;
    for (let word = 0; word < SKETCH_WORDS; word++) rows[place + 1 + word] = sketches[row * SKETCH_WORDS + word]!;
  }
  return { starts, rows };
}

function shared(array: Int32Array): Int32Array {
  const copy = sharedInts(array.length);
  copy.set(array);
  return copy;
}
