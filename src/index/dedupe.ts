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

export interface DedupeOptions {
  /** Restricted to the fields that the records have, where they come from a file: `minimumEvidence` counts against the whole of these. */
  readonly scenarios: readonly Scenario[];
  /** The rows to search from, `dedupeOrder` or a stretch of it; the stretches together give every pair once. Default: all. */
  readonly rows?: Int32Array;
  /** Called after every thousand rows and at the end. */
  readonly progress?: (done: number, total: number) => void;
}

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
  const plans = scenarios.map((scenario) => scenario.fields.map((field) => index.featureOf(field)));
  const features = [...new Set(plans.flat())];
  const patterns = blankPatterns(index, features);
  for (let n = 0; n < rows.length; n++) {
    const row = rows[n]!;
    yield* pairsOf(index, scenarios, plans, patterns, row);
    if ((n + 1) % REPORT_EVERY === 0 && n + 1 < rows.length) options.progress?.(n + 1, rows.length);
  }
  options.progress?.(rows.length, rows.length);
}

/**
 * All live rows in an order that meets equal and similar values one after the other: by the value whose neighbours are dearest to find (surnames, mostly), so that
 * these are found once for many rows.
 */
export function dedupeOrder(index: MemoryIndex, scenarios: readonly Scenario[]): Int32Array {
  const features = [
    ...new Set(scenarios.flatMap((scenario) => scenario.fields.map((field) => index.featureOf(field)))),
  ];
  for (const feature of features) sampleScans(feature);
  const [dearest] = features.sort((a, b) => b.scanCost - a.scanCost);
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

function* pairsOf(
  index: MemoryIndex,
  scenarios: readonly Scenario[],
  plans: readonly (readonly Feature[])[],
  patterns: readonly string[],
  row: number,
): Generator<DuplicatePair> {
  const normals = new Map<Feature, string>();
  const normalOf = (feature: Feature) => {
    let normal = normals.get(feature);
    if (normal === undefined) normals.set(feature, (normal = feature.text(feature.column.get(row))));
    return normal;
  };
  const searcher = index.searcher({
    scenarios,
    fields: plans.map((plan) => plan.map((feature) => ({ feature, normal: normalOf(feature) }))),
    rule: 'upsert',
    limit: Infinity,
    withTies: false,
    accept: (other) => other !== row,
    // With the same fields blank on both sides, both directions score the same: the lower row finds the pair.
    skip: (other) => other < row && patterns[other] === patterns[row],
  });
  searcher.run();
  for (const other of searcher.top.rows) {
    let best = Searcher.best(searcher.scores(other));
    if (patterns[other] !== patterns[row]) {
      const back = reverse(scenarios, plans, row, other);
      // Found from the other side as well: there, if that is the lower row.
      if (back.den > 0 && other < row) continue;
      if (back.den > 0 && back.num * best.den > best.num * back.den) best = back;
    }
    const [first, second] = row < other ? [row, other] : [other, row];
    yield { id1: index.idOf(first), id2: index.idOf(second), ...best };
  }
}

/** The highest score that makes `row` a duplicate for a search by `other`; `den` is 0 where none does. */
function reverse(
  scenarios: readonly Scenario[],
  plans: readonly (readonly Feature[])[],
  row: number,
  other: number,
): { num: number; den: number } {
  return Searcher.best(
    scenarios.map((scenario, s) => {
      const textsOf = (of: number) => plans[s]!.map((feature) => feature.text(feature.column.get(of)));
      return scorePair(scenario, textsOf(other), textsOf(row), 'upsert');
    }),
  );
}

/** Which features are blank, by row; rows with equal patterns share one string. */
function blankPatterns(index: MemoryIndex, features: readonly Feature[]): readonly string[] {
  const shared = new Map<string, string>();
  const patterns = [''];
  for (let row = 1; row <= index.lastRow; row++) {
    const pattern = features.map((feature) => (feature.column.get(row) === 0 ? '-' : 'x')).join('');
    let same = shared.get(pattern);
    if (same === undefined) shared.set(pattern, (same = pattern));
    patterns.push(same);
  }
  return patterns;
}

function sampleScans(feature: Feature): void {
  const { size } = feature.dictionary;
  for (let n = 0; n < Math.min(SAMPLE, size); n++)
    feature.complete(feature.neighbourhood(feature.text(1 + (Math.floor((n * size) / SAMPLE) % size))));
}
