import type { FieldTexts } from '../index/candidate-index.js';
import type { Feature } from '../index/feature.js';
import { MemoryIndex } from '../index/memory-index.js';
import type { MatchMethod } from '../matching/method.js';
import type { Scenario } from '../matching/scenario.js';
import type { Comparison, LeftOut } from './comparisons.js';

/** Bytes of neighbourhoods remembered for each field: the same values are asked for in every round. */
const MEMO = 256 << 20;

/**
 * Of the rows outside the source that fills a field most, so many and such a share fill it too where there is something
 * to compare across sources.
 */
const FEWEST_OTHERS = 5;
const LEAST_OTHERS = 0.01;

/** The records to learn from, in an index of their own. Rows are numbered from 1, as in the index. */
export class Table {
  readonly index: MemoryIndex;
  /** What is compared: without the fields that hold nothing to compare. */
  readonly comparisons: readonly Comparison[];
  readonly leftOut: readonly LeftOut[];
  /** One for each comparison. */
  readonly features: readonly Feature[];
  readonly size: number;
  /** Pairs that may be matches: all, or those across sources. */
  readonly pairs: number;
  private readonly weighted: Scenario;
  /** By field: rows that hold a value, by source (one source where none are given). */
  private readonly filledBySource: ReadonlyMap<string, number>[];

  /**
   * @param sources where each row comes from: only pairs across sources count; empty for one table
   * @throws Error for a method that does not exist
   */
  constructor(
    rows: readonly FieldTexts[],
    private readonly sources: readonly string[],
    comparisons: readonly Comparison[],
    methods: ReadonlyMap<string, MatchMethod>,
  ) {
    const asked = asScenario(comparisons, methods);
    this.index = new MemoryIndex([asked], { memoBytes: MEMO });
    const width = String(rows.length).length;
    rows.forEach((texts, i) => this.index.put(String(i).padStart(width, '0'), texts));
    this.size = rows.length;
    const bySource = this.countBySource(() => true);
    const filled = asked.fields.map((field) => {
      const { column } = this.index.featureOf(field);
      return this.countBySource((row) => column.get(row) !== 0);
    });
    this.leftOut = withoutPairs(comparisons, filled, sources.length === 0 ? undefined : bySource);
    const kept = comparisons.flatMap(({ field }, i) => (this.leftOut.some((one) => one.field === field) ? [] : [i]));
    this.comparisons = kept.map((i) => comparisons[i]!);
    this.weighted = { ...asked, whole: kept.length, fields: kept.map((i) => asked.fields[i]!) };
    this.features = this.weighted.fields.map((field) => this.index.featureOf(field));
    this.filledBySource = kept.map((i) => filled[i]!);
    const all = (n: number) => (n * (n - 1)) / 2;
    const within = sources.length === 0 ? [] : [...bySource.values()];
    this.pairs = all(this.size) - within.reduce((sum, n) => sum + all(n), 0);
  }

  /** Whether two rows may be a match. */
  isPair(a: number, b: number): boolean {
    return a !== b && (this.sources.length === 0 || this.sources[a - 1] !== this.sources[b - 1]);
  }

  /** The table's comparisons as a scenario of another score. */
  scenario(changes: Partial<Scenario>): Scenario {
    return { ...this.weighted, ...changes };
  }

  /** Number of a row's value in the field's dictionary; 0 for blank. */
  value(field: number, row: number): number {
    return this.features[field]!.column.get(row);
  }

  /** Rows that hold a value. */
  filled(field: number): number {
    let sum = 0;
    for (const count of this.filledBySource[field]!.values()) sum += count;
    return sum;
  }

  /** Rows that may be a pair with a row that holds a value, and hold one too. */
  partners(field: number, row: number): number {
    const filled = this.filledBySource[field]!;
    if (this.sources.length === 0) return (filled.get('') ?? 0) - 1;
    const own = this.sources[row - 1]!;
    let sum = 0;
    for (const [source, count] of filled) if (source !== own) sum += count;
    return sum;
  }

  private countBySource(counts: (row: number) => boolean): Map<string, number> {
    const bySource = new Map<string, number>();
    for (let row = 1; row <= this.size; row++) {
      const source = this.sources[row - 1] ?? '';
      if (counts(row)) bySource.set(source, (bySource.get(source) ?? 0) + 1);
    }
    return bySource;
  }
}

/**
 * Fields that no pair that may be a match can be compared by: of such a field nothing can be learned, and whatever is
 * believed of it beforehand would be taken for evidence.
 *
 * @param filled by comparison: rows that hold a value, by source
 * @param rows by source; `undefined` for one table
 */
function withoutPairs(
  comparisons: readonly Comparison[],
  filled: readonly ReadonlyMap<string, number>[],
  rows: ReadonlyMap<string, number> | undefined,
): LeftOut[] {
  const leftOut = new Map<string, LeftOut>();
  comparisons.forEach(({ field }, i) => {
    const counts = [...filled[i]!].sort(([, a], [, b]) => b - a);
    const sum = counts.reduce((total, [, count]) => total + count, 0);
    if (sum < 2) leftOut.set(field, { field, reason: 'fewer than two rows hold a value that can be compared' });
    else if (rows !== undefined) {
      const [most, own] = counts[0]!;
      let others = -rows.get(most)!;
      for (const count of rows.values()) others += count;
      if (sum - own < Math.max(Math.min(FEWEST_OTHERS, others), LEAST_OTHERS * others))
        leftOut.set(field, { field, reason: 'hardly a row of a second source fills it' });
    }
  });
  // What is made of several fields says something beside them only.
  for (const { field } of comparisons) {
    const parts = field.split('+');
    const missing = parts.find((part) => leftOut.has(part));
    if (parts.length > 1 && missing !== undefined) leftOut.set(field, { field, reason: `${missing} is not compared` });
  }
  return [...leftOut.values()];
}

function asScenario(comparisons: readonly Comparison[], methods: ReadonlyMap<string, MatchMethod>): Scenario {
  return {
    id: 'learning',
    name: 'learning',
    object: '',
    threshold: 0,
    usage: [],
    minimumEvidence: 0,
    whole: comparisons.length,
    fields: comparisons.map(({ field, method }) => {
      const known = methods.get(method);
      if (!known) throw new Error(`learning: there is no match method ${method}`);
      return { fields: field.split('+'), label: field, method: known, weight: 1, blank: 'ignore' as const };
    }),
  };
}
