import type { Scenario } from '../matching/scenario.js';
import type { Feature } from './feature.js';
import { MemoryIndex } from './memory-index.js';
import { PairColumns } from './pairs/pair-columns.js';
import { RowSearch } from './pairs/row-search.js';
import { renumber } from './renumber.js';

/** Two records of which one finds the other. */
export interface DuplicatePair {
  /** The lower Id. */
  readonly id1: string;
  readonly id2: string;
  /** The higher score of the two directions that make a duplicate, as an exact fraction (0..10,000). */
  readonly num: number;
  readonly den: number;
}

export interface DedupeOptions {
  /** Restricted to the fields that the records have, where they come from a file: `minimumEvidence` counts against the whole of these. */
  readonly scenarios: readonly Scenario[];
  /** The rows to search from; stretches of `dedupeOrder` together give every pair once. Default: all of it. */
  readonly rows?: Int32Array;
  /** Called after every thousand rows and at the end. */
  readonly progress?: (done: number, total: number) => void;
}

const REPORT_EVERY = 1_000;
/** Values scanned to see what a feature's neighbourhoods cost. */
const SAMPLE = 40;

/**
 * All pairs of which either record, used as a search under the evidence rule of `dedupe`, finds the other. Exactly the
 * pairs, with the scores, that searching by every record would give; each once. The index must not change meanwhile.
 */
export function* duplicatePairs(index: MemoryIndex, options: DedupeOptions): Generator<DuplicatePair> {
  const { scenarios, progress } = options;
  const order = dedupeOrder(index, scenarios);
  const search = new RowSearch(inOrder(index, scenarios, order), scenarios);
  const rows = numbersIn(order, options.rows);
  const found = new PairColumns();
  for (let n = 0; n < rows.length; n++) {
    search.pairsOf(rows[n]!, found);
    found.renumber(order);
    for (const { first, second, num, den } of found)
      yield { id1: index.idOf(first), id2: index.idOf(second), num, den };
    found.clear();
    if ((n + 1) % REPORT_EVERY === 0 && n + 1 < rows.length) progress?.(n + 1, rows.length);
  }
  progress?.(rows.length, rows.length);
}

/** The columns that the scenarios read, with the rows in this order, to be searched for pairs. */
function inOrder(index: MemoryIndex, scenarios: readonly Scenario[], order: Int32Array): MemoryIndex {
  return new MemoryIndex(scenarios, index.options, renumber(index.image({ scenarios }), order), true);
}

/** The numbers that rows have in an index renumbered by this order. */
export function numbersIn(order: Int32Array, rows: Int32Array | undefined): Int32Array {
  if (!rows) return Int32Array.from(order, (_, n) => n + 1);
  const numbers = new Map<number, number>();
  order.forEach((row, n) => numbers.set(row, n + 1));
  return Int32Array.from(rows, (row) => numbers.get(row)!);
}

/**
 * All live rows in an order that meets equal and similar values one after the other: by the text of the value whose neighbours cost most to find anew for every row
 * (surnames, mostly), then by the next such value. So neighbours are found once for many rows, and rows that one walk meets lie together once the index is renumbered.
 */
export function dedupeOrder(index: MemoryIndex, scenarios: readonly Scenario[]): Int32Array {
  const features = new Set(scenarios.flatMap(({ fields }) => fields.map((field) => index.featureOf(field))));
  const plain = [...features].flatMap((feature) => (feature.parts.length > 0 ? feature.parts : [feature]));
  const savings = new Map(plain.map((feature) => [feature, saving(feature, index.lastRow)]));
  const [first, second] = [...savings.keys()].sort((a, b) => savings.get(b)! - savings.get(a)!);
  const order: number[] = [];
  const append = (rows: Iterable<number>): void => {
    const sorted = Float64Array.from(rows, (row) => (second?.column.get(row) ?? 0) * 2 ** 32 + row).sort();
    for (const each of sorted) order.push(each % 2 ** 32);
  };
  if (first) {
    const values = Array.from({ length: first.dictionary.size }, (_, i) => [first.text(i + 1), i + 1] as const);
    values.sort(([a], [b]) => (a < b ? -1 : 1));
    for (const [, value] of values) append(first.postings.rows(value));
  }
  const rest: number[] = [];
  for (let row = 1; row <= index.lastRow; row++)
    if (index.isLive(row) && (first?.column.get(row) ?? 0) === 0) rest.push(row);
  append(rest);
  return Int32Array.from(order);
}

/** What finding each value's neighbours once, instead of once a row, saves: values compared for a row. The same for the same records, whatever is remembered. */
function saving(feature: Feature, rows: number): number {
  const { size } = feature.dictionary;
  let sum = 0;
  const sampled = Math.min(SAMPLE, size);
  for (let n = 0; n < sampled; n++) sum += feature.scanSize(feature.text(1 + (Math.floor((n * size) / SAMPLE) % size)));
  return sampled === 0 ? 0 : (sum / sampled) * (1 - size / rows);
}
