import type { MatchMethod, Similarity } from '../matching/method.js';
import { scorePair } from '../matching/score.js';
import type { Scenario } from '../matching/scenario.js';
import type { Feature } from './feature.js';
import type { MemoryIndex } from './memory-index.js';
import { Searcher } from './searcher.js';

/** Two records of which one finds the other. */
export interface DuplicatePair {
  /** The lower Id. */
  readonly id1: string;
  readonly id2: string;
  /** The higher score of the two directions that make a duplicate, as an exact fraction (0..10,000). */
  readonly num: number;
  readonly den: number;
}

/** A pair by rows of the index. */
export interface RowPair {
  /** The lower row. */
  readonly first: number;
  readonly second: number;
  readonly num: number;
  readonly den: number;
}

export interface DedupeOptions {
  /** Restricted to the fields that the records have, where they come from a file: `minimumEvidence` counts against the whole of these. */
  readonly scenarios: readonly Scenario[];
  /** The rows to search from, `dedupeOrder` or a stretch of it; the stretches together give every pair once. Default: all. */
  readonly rows?: Int32Array;
  /** Called after every thousand rows and at the end. */
  readonly progress?: (done: number, total: number) => void;
}

/** By row: which of its features are blank, as a number for each combination. */
type Patterns = Int32Array | Uint8Array;

const REPORT_EVERY = 1_000;
/** Values scanned to see which feature's neighbourhoods cost most. */
const SAMPLE = 40;

/**
 * All pairs of which either record, used as a search under the evidence rule of upsert, finds the other. Exactly the pairs, with the scores, that
 * searching by every record would give; each once. The index must not change meanwhile.
 */
export function* duplicatePairs(index: MemoryIndex, options: DedupeOptions): Generator<DuplicatePair> {
  const { scenarios } = options;
  const rows = options.rows ?? dedupeOrder(index, scenarios);
  const finder = new PairFinder(index, scenarios);
  for (let n = 0; n < rows.length; n++) {
    for (const { first, second, num, den } of finder.of(rows[n]!))
      yield { id1: index.idOf(first), id2: index.idOf(second), num, den };
    if ((n + 1) % REPORT_EVERY === 0 && n + 1 < rows.length) options.progress?.(n + 1, rows.length);
  }
  options.progress?.(rows.length, rows.length);
}

/** The search for pairs in one index, made ready once for any number of rows. The index must not change meanwhile. */
export class PairFinder {
  private readonly plans: readonly (readonly Feature[])[];
  private readonly patterns: Patterns;

  constructor(
    private readonly index: MemoryIndex,
    private readonly scenarios: readonly Scenario[],
  ) {
    this.plans = scenarios.map((scenario) => scenario.fields.map((field) => index.featureOf(field)));
    this.patterns = blankPatterns(index, [...new Set(this.plans.flat())]);
  }

  /** The pairs that are found from this row and are not another row's to tell, by the other row. */
  *of(row: number): Generator<RowPair> {
    const { index, scenarios, plans, patterns } = this;
    const texts = textsOf(row);
    const searcher = index.searcher({
      scenarios,
      fields: plans.map((plan) => plan.map((feature) => ({ feature, normal: texts(feature) }))),
      rule: 'upsert',
      limit: Infinity,
      withTies: false,
      accept: (other) => other !== row,
      // With the same fields blank on both sides, both directions score the same: the lower row finds the pair.
      skip: (other) => other < row && patterns[other] === patterns[row],
    });
    searcher.run();
    // By row: in which order they were found depends on what was remembered.
    for (const other of Int32Array.from(searcher.top.rows).sort()) {
      let best = Searcher.best(searcher.scores(other));
      if (patterns[other] !== patterns[row]) {
        const back = this.reverse(texts, other);
        // Found from the other side as well: there, if that is the lower row.
        if (back.den > 0 && other < row) continue;
        if (back.den > 0 && back.num * best.den > best.num * back.den) best = back;
      }
      const [first, second] = row < other ? [row, other] : [other, row];
      yield { first, second, ...best };
    }
  }

  /** The highest score that makes the row with these texts a duplicate for a search by `other`; `den` is 0 where none does. */
  private reverse(texts: (feature: Feature) => string, other: number): { num: number; den: number } {
    const others = textsOf(other);
    return Searcher.best(
      this.scenarios.map((scenario, s) => {
        const plan = this.plans[s]!;
        // What the search by the row found out holds in this direction too: `compare` is symmetric.
        const compare = (method: MatchMethod, a: string, b: string): Similarity => {
          const feature = plan.find((each) => each.method === method && others(each) === a && texts(each) === b)!;
          return feature.similarity(feature.neighbourhood(b), feature.column.get(other));
        };
        return scorePair(scenario, plan.map(others), plan.map(texts), 'upsert', compare);
      }),
    );
  }
}

/**
 * All live rows in an order that meets equal and similar values one after the other: by the value whose neighbours are dearest to find (surnames, mostly), so that
 * these are found once for many rows.
 */
export function dedupeOrder(index: MemoryIndex, scenarios: readonly Scenario[]): Int32Array {
  const features = [
    ...new Set(scenarios.flatMap((scenario) => scenario.fields.map((field) => index.featureOf(field)))),
  ];
  const costs = new Map(features.map((feature) => [feature, sampleScans(feature)]));
  const [dearest] = features.sort((a, b) => costs.get(b)! - costs.get(a)!);
  const order: number[] = [];
  if (dearest) {
    const values = Array.from({ length: dearest.dictionary.size }, (_, i) => [dearest.text(i + 1), i + 1] as const);
    values.sort(([a], [b]) => (a < b ? -1 : 1));
    for (const [, value] of values) for (const row of dearest.postings.rows(value)) order.push(row);
  }
  for (let row = 1; row <= index.lastRow; row++)
    if (index.isLive(row) && (!dearest || dearest.column.get(row) === 0)) order.push(row);
  return Int32Array.from(order);
}

/** Normal forms of a row by feature, each looked up once. */
function textsOf(row: number): (feature: Feature) => string {
  const texts = new Map<Feature, string>();
  return (feature) => {
    let text = texts.get(feature);
    if (text === undefined) texts.set(feature, (text = feature.text(feature.column.get(row))));
    return text;
  };
}

/** Splits the rows by one feature after the other: a combination's number is made of its number before and of the feature. */
function blankPatterns(index: MemoryIndex, features: readonly Feature[]): Patterns {
  const patterns = new Int32Array(index.lastRow + 1);
  let count = 1;
  for (const { column } of features) {
    const numbers = new Map<number, number>();
    for (let row = 1; row <= index.lastRow; row++) {
      const key = patterns[row]! * 2 + (column.get(row) === 0 ? 1 : 0);
      let number = numbers.get(key);
      if (number === undefined) numbers.set(key, (number = numbers.size));
      patterns[row] = number;
    }
    count = numbers.size;
  }
  // Read for every row that a walk meets, in no order: four times as many fit into the processor's cache.
  return count <= 256 ? Uint8Array.from(patterns) : patterns;
}

/** Values that scans for the neighbours of some values compare; whatever has been remembered, so that the order is always the same. */
function sampleScans(feature: Feature): number {
  const { size } = feature.dictionary;
  let sum = 0;
  for (let n = 0; n < Math.min(SAMPLE, size); n++)
    sum += feature.scanSize(feature.text(1 + (Math.floor((n * size) / SAMPLE) % size)));
  return sum;
}
