import type { MemoryIndex } from '../memory-index.js';
import type { IndexedField } from '../values/indexed-field.js';
import { orderByBlanks, type BlankClass } from './blank-classes.js';
import { rowSketches, SKETCH_WORDS } from './row-sketches.js';
import { sharedInts, similarLists, type SimilarLists, type SimilarPairs } from './similar-pairs.js';

/**
 * The rows of an index as integers, ready to be joined with themselves. All arrays are on memory that threads share.
 */
export interface JoinTable {
  /** Row of the table - 1 -> row of the index. */
  readonly order: Int32Array;
  readonly classes: readonly BlankClass[];
  /** A row's values lie side by side, by column, 0 for blank; the source behind them. Row r begins at `r << shift`. */
  readonly records: Int32Array;
  readonly shift: number;
  readonly columns: readonly JoinColumn[];
  readonly hasSources: boolean;
}

export interface JoinColumn {
  /** Value -> where its rows begin in `rows`; the next one's beginning is its end. */
  readonly starts: Int32Array;
  /** Ascending for each value. */
  readonly rows: Int32Array;
  /** Beside each of `rows` its sketch, see `rowSketches`; `undefined` where values have too few rows for it to pay. */
  readonly sketches: Int32Array | undefined;
  /** `undefined` where values are compared when two rows are. */
  readonly similar: SimilarLists | undefined;
}

/** Bytes of a table for each row, at the most: its record, its places in lists, and the sketches beside them. */
export function tableBytes(columns: number): number {
  return (4 << Math.ceil(Math.log2(columns + 1))) + columns * 4 * (1 + SKETCH_WORDS) + 8;
}

/** Columns by whose values the rows of a class are ordered: rows that one walk meets lie together. */
const SORTED_BY = 2;
/** Rows that hold a value, on the average, from which on their sketches lie beside them. */
const SKETCHED_FROM = 2;

/**
 * @param pairs by column the similar values, `undefined` where these are not known
 * @param sources by row of the index the number of its source: only pairs across sources are joined
 */
export function joinTable(
  index: MemoryIndex,
  columns: readonly IndexedField[],
  pairs: readonly (readonly SimilarPairs[] | undefined)[],
  sources?: Int32Array,
): JoinTable {
  const live: number[] = [];
  for (let row = 1; row <= index.lastRow; row++) if (index.isLive(row)) live.push(row);
  const counts = pairs.map((parts = []) => parts.reduce((sum, { lower }) => sum + lower.length, 0));
  const similar = columns
    .map((column, c) => ({ column, count: counts[c]! }))
    .sort((a, b) => a.count - b.count)
    .slice(-SORTED_BY)
    .map(({ column }) => column);
  const { order, classes } = orderByBlanks(Int32Array.from(live), columns, sources, similar);
  const words = columns.length + (sources ? 1 : 0);
  const shift = Math.ceil(Math.log2(Math.max(1, words)));
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
    hasSources: sources !== undefined,
    columns: columns.map((column, c) => {
      const values = column.dictionary.size;
      const { starts, rows } = postings(records, shift, c, values);
      const isShared = rows.length >= SKETCHED_FROM * values;
      return {
        starts,
        rows,
        sketches: isShared ? besides(rows, sketches) : undefined,
        similar: pairs[c] && similarLists(values, pairs[c], starts),
      };
    }),
  };
}

function postings(records: Int32Array, shift: number, column: number, values: number) {
  const starts = sharedInts(values + 2);
  const stride = 1 << shift;
  for (let at = stride + column; at < records.length; at += stride) starts[records[at]! + 1]!++;
  // Blanks are in no list.
  starts[1] = 0;
  for (let value = 1; value <= values + 1; value++) starts[value]! += starts[value - 1]!;
  const next = starts.slice();
  const rows = sharedInts(starts[values + 1]!);
  for (let at = stride + column; at < records.length; at += stride) {
    const value = records[at]!;
    if (value !== 0) rows[next[value]!++] = at >>> shift;
  }
  return { starts, rows };
}

/** Where a list is walked, its rows' sketches are read in order: each row elsewhere would be a cache miss. */
function besides(rows: Int32Array, sketches: Int32Array): Int32Array {
  const result = sharedInts(rows.length * SKETCH_WORDS);
  for (let i = 0; i < rows.length; i++)
    for (let word = 0; word < SKETCH_WORDS; word++)
      result[i * SKETCH_WORDS + word] = sketches[rows[i]! * SKETCH_WORDS + word]!;
  return result;
}

function shared(array: Int32Array): Int32Array {
  const copy = sharedInts(array.length);
  copy.set(array);
  return copy;
}
