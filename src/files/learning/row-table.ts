import type { IndexedField } from '../../index/values/indexed-field.js';
import { MemoryIndex } from '../../index/memory-index.js';
import type { JoinTable } from '../../index/join/join-table.js';
import { RowJoin } from '../../index/join/row-join.js';
import { LISTED } from '../../index/join/row-sketches.js';
import { columnsOf, tableOf } from '../../index/join/self-join.js';
import { similarityIn } from '../../index/join/similar-pairs.js';
import { FULL, type MatchMethod, type Similarity } from '../../matching/method.js';
import type { ScoreModel } from '../../matching/model.js';
import type { Scenario } from '../../matching/scenario.js';
import type { FieldComparison, LeftOut, ComparedRows } from './comparisons.js';

/** Minimum rows outside a field's main source that must fill the field to compare it across sources. */
const FEWEST_OTHERS = 5;
const LEAST_OTHERS = 0.01;

/** Finds a row's pairs. @param later whether to find only later rows, so that each pair is found once */
type PairSearch = (row: number, later: boolean, take: TakePair) => void;
type TakePair = (other: number, similarity: (field: number) => Similarity) => void;

/** The rows to learn from, numbered from 1 as in the index. */
export class Table {
  /** Comparisons, without those of fields that have nothing to compare. */
  readonly comparisons: readonly FieldComparison[];
  readonly leftOut: readonly LeftOut[];
  readonly features: readonly IndexedField[];
  readonly size: number;
  /** Number of possible pairs, across sources if there are several. */
  readonly pairs: number;
  private readonly weighted: Scenario;
  private readonly columns: readonly IndexedField[];
  private readonly positions: readonly number[];
  private readonly places: Int32Array;
  /** Number of rows with a value by field and source (one source if none are given). */
  private readonly filledBySource: ReadonlyMap<string, number>[];
  private readonly sizes: ReadonlyMap<string, number>;

  /**
   * @param index of all rows
   * @param joined rows of the index with the columns of `asked` and known similar values
   * @param asked from `comparisonScenario`
   * @param sources by row; empty for one table. Only pairs across sources count
   */
  constructor(
    private readonly index: MemoryIndex,
    private readonly joined: JoinTable,
    asked: Scenario,
    private readonly sources: readonly string[],
  ) {
    this.columns = columnsOf(index, [asked]);
    this.places = new Int32Array(joined.order.length + 1);
    joined.order.forEach((row, n) => (this.places[row] = n + 1));
    this.size = joined.order.length;
    const comparisons = asked.fields.map(({ label, method }) => ({ field: label, method: method.name }));
    const bySource = this.countBySource(() => true);
    const filled = asked.fields.map((field) => {
      const { column } = index.fieldOf(field);
      return this.countBySource((row) => column.get(row) !== 0);
    });
    this.leftOut = withoutPairs(comparisons, filled, sources.length === 0 ? undefined : bySource);
    const kept = comparisons.flatMap(({ field }, i) => (this.leftOut.some((one) => one.field === field) ? [] : [i]));
    this.comparisons = kept.map((i) => comparisons[i]!);
    this.weighted = { ...asked, totalWeight: kept.length, fields: kept.map((i) => asked.fields[i]!) };
    this.features = this.weighted.fields.map((field) => index.fieldOf(field));
    this.positions = this.features.map((feature) => this.columns.indexOf(feature));
    this.filledBySource = kept.map((i) => filled[i]!);
    this.sizes = bySource;
    const all = (n: number) => (n * (n - 1)) / 2;
    const within = sources.length === 0 ? [] : [...bySource.values()];
    this.pairs = all(this.size) - within.reduce((sum, n) => sum + all(n), 0);
  }

  /** Creates a table with a new index of all rows. @throws Error for an unknown method */
  static of(
    rows: ComparedRows,
    sources: readonly string[],
    comparisons: readonly FieldComparison[],
    methods: ReadonlyMap<string, MatchMethod>,
  ): Table {
    const asked = comparisonScenario(comparisons, methods);
    const index = new MemoryIndex([asked], { isJoined: true });
    const width = String(rows.length).length;
    let i = 0;
    for (const texts of rows) index.put(String(i++).padStart(width, '0'), texts);
    return new Table(index, tableOf(index, [asked], sourceNumbers(sources)), asked, sources);
  }

  /** Finds the pairs that a model makes likely enough. @param threshold hundredths of a percent */
  search(model: ScoreModel, threshold: number): PairSearch {
    const scenario = { ...this.weighted, threshold, model };
    const join = new RowJoin(this.joined, this.index, this.columns, [scenario]);
    return (row, later, take) => {
      const place = this.places[row]!;
      join.matchesOf(place, later ? place + 1 : 1, (other, similarities) =>
        take(this.joined.order[other - 1]!, (field) => similarities[this.positions[field]!]!),
      );
    };
  }

  /** Counts a row's possible partners with a similar value. @param take receives a similarity and a number of rows */
  similarRows(field: number, row: number, take: (similarity: Similarity, rows: number) => void): void {
    const { starts, rows, similar } = this.joined.columns[this.positions[field]!]!;
    const own = this.value(field, row);
    const count = (value: number): number => {
      const held = starts[value + 1]! - starts[value]!;
      if (this.sources.length === 0) return value === own ? held - 1 : held;
      let across = 0;
      for (let i = starts[value]!; i < starts[value + 1]!; i++)
        if (this.sources[this.joined.order[rows[LISTED * i]! - 1]! - 1] !== this.sources[row - 1]) across++;
      return across;
    };
    take(FULL, count(own));
    for (let n = similar!.starts[own]!; n < similar!.starts[own + 1]!; n++)
      take(similar!.similarities[n]!, count(similar!.values[n]!));
  }

  /** Calls `take` with the similarities of each possible partner that agrees in all given fields. */
  agreeing(fields: readonly number[], row: number, take: (similarities: readonly Similarity[]) => void): void {
    const { records, shift, columns, order } = this.joined;
    const own = fields.map((field) => this.value(field, row));
    const lists = fields.map((field) => columns[this.positions[field]!]!);
    const sizes = lists.map(({ starts, similar }, f) => {
      const value = own[f]!;
      return starts[value + 1]! - starts[value]! + similar!.rows[value]!;
    });
    const { starts, rows, similar } = lists[sizes.indexOf(Math.min(...sizes))]!;
    const walked = own[sizes.indexOf(Math.min(...sizes))]!;
    const similarities = fields.map(() => 0);
    const walk = (value: number): void => {
      for (let i = starts[value]!; i < starts[value + 1]!; i++) {
        const at = rows[LISTED * i]! << shift;
        const agrees = fields.every((field, f) => {
          const other = records[at + this.positions[field]!]!;
          similarities[f] =
            other === own[f] ? FULL : other === 0 ? 0 : similarityIn(lists[f]!.similar!, own[f]!, other);
          return similarities[f] > 0;
        });
        if (agrees && this.isPair(row, order[rows[LISTED * i]! - 1]!)) take(similarities);
      }
    };
    walk(walked);
    for (let n = similar!.starts[walked]!; n < similar!.starts[walked + 1]!; n++) walk(similar!.values[n]!);
  }

  /** Returns the similarity of two rows' values; 0 if either value is blank. */
  similarity(field: number, a: number, b: number): Similarity {
    const [own, other] = [this.value(field, a), this.value(field, b)];
    if (own === 0 || other === 0) return 0;
    if (own === other) return FULL;
    return similarityIn(this.joined.columns[this.positions[field]!]!.similar!, own, other);
  }

  /** Returns a row's value id in the field's dictionary; 0 if blank. */
  value(field: number, row: number): number {
    return this.features[field]!.column.get(row);
  }

  rowsOf(field: number, value: number): number {
    const { starts } = this.joined.columns[this.positions[field]!]!;
    return starts[value + 1]! - starts[value]!;
  }

  filled(field: number): number {
    let sum = 0;
    for (const count of this.filledBySource[field]!.values()) sum += count;
    return sum;
  }

  blankShares(field: number): [none: number, one: number, both: number] {
    const filled = this.filledBySource[field]!;
    const pairsOf = (count: (source: string) => number): number => {
      let sum = 0;
      let squares = 0;
      for (const source of this.sizes.keys()) {
        sum += count(source);
        squares += count(source) ** 2;
      }
      return this.sources.length === 0 ? (sum * (sum - 1)) / 2 : (sum ** 2 - squares) / 2;
    };
    const none = pairsOf((source) => filled.get(source) ?? 0) / this.pairs;
    const both = pairsOf((source) => this.sizes.get(source)! - (filled.get(source) ?? 0)) / this.pairs;
    return [none, 1 - none - both, both];
  }

  /** Returns the number of a row's possible partners that also have a value. */
  partners(field: number, row: number): number {
    const filled = this.filledBySource[field]!;
    if (this.sources.length === 0) return (filled.get('') ?? 0) - 1;
    const own = this.sources[row - 1]!;
    let sum = 0;
    for (const [source, count] of filled) if (source !== own) sum += count;
    return sum;
  }

  /** Returns a function that counts possible partners among the rows that `counts` accepts. */
  partnersBySource(counts: (row: number) => boolean): (row: number) => number {
    const bySource = this.countBySource(counts);
    let all = 0;
    for (const count of bySource.values()) all += count;
    return (row) => all - (this.sources.length === 0 ? 1 : bySource.get(this.sources[row - 1]!)!);
  }

  isPair(a: number, b: number): boolean {
    return a !== b && (this.sources.length === 0 || this.sources[a - 1] !== this.sources[b - 1]);
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
 * Returns fields for which every possible pair has a blank, so that nothing can be learned about them.
 * @param filled by comparison: rows that have a value, by source
 * @param rows by source; `undefined` for one table
 */
function withoutPairs(
  comparisons: readonly FieldComparison[],
  filled: readonly ReadonlyMap<string, number>[],
  rows: ReadonlyMap<string, number> | undefined,
): LeftOut[] {
  const leftOut = new Map<string, LeftOut>();
  comparisons.forEach(({ field }, i) => {
    const counts = [...filled[i]!].sort(([, a], [, b]) => b - a);
    const sum = counts.reduce((total, [, count]) => total + count, 0);
    if (sum < 2) leftOut.set(field, { field, reason: 'fewer than two rows have a comparable value' });
    else if (rows !== undefined) {
      const [most, own] = counts[0]!;
      let others = -rows.get(most)!;
      for (const count of rows.values()) others += count;
      if (sum - own < Math.max(Math.min(FEWEST_OTHERS, others), LEAST_OTHERS * others))
        leftOut.set(field, { field, reason: 'only one source has values, apart from a few rows' });
    }
  });
  // A comparison of several fields is informative only in addition to comparisons of these fields.
  for (const { field } of comparisons) {
    const parts = field.split('+');
    const missing = parts.find((part) => leftOut.has(part));
    if (parts.length > 1 && missing !== undefined) leftOut.set(field, { field, reason: `${missing} is not compared` });
  }
  return [...leftOut.values()];
}

/** Returns source numbers by row, from 1; `undefined` for one table. */
export function sourceNumbers(sources: readonly string[]): Int32Array | undefined {
  if (sources.length === 0) return undefined;
  const numbers = new Map<string, number>();
  const byRow = new Int32Array(sources.length + 1);
  sources.forEach((source, i) => {
    if (!numbers.has(source)) numbers.set(source, numbers.size);
    byRow[i + 1] = numbers.get(source)!;
  });
  return byRow;
}

/** Returns a scenario that has only the comparisons. @throws Error for an unknown method */
export function comparisonScenario(
  comparisons: readonly FieldComparison[],
  methods: ReadonlyMap<string, MatchMethod>,
): Scenario {
  return {
    id: 'learning',
    name: 'learning',
    object: '',
    threshold: 0,
    usage: [],
    minimumOverlap: 0,
    totalWeight: comparisons.length,
    fields: comparisons.map(({ field, method }) => {
      const known = methods.get(method);
      if (!known) throw new Error(`learning: there is no match method ${method}`);
      return { fields: field.split('+'), label: field, method: known, weight: 1, blank: 'ignore' as const };
    }),
  };
}
