import type { FieldTexts } from '../index/candidate-index.js';
import type { Feature } from '../index/feature.js';
import { MemoryIndex } from '../index/memory-index.js';
import type { MatchMethod } from '../matching/method.js';
import type { Scenario } from '../matching/scenario.js';
import type { Comparison } from './comparisons.js';

/** Bytes of neighbourhoods remembered for each field: the same values are asked for in every round. */
const MEMO = 256 << 20;

/** The records to learn from, in an index of their own. Rows are numbered from 1, as in the index. */
export class Table {
  readonly index: MemoryIndex;
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
    this.weighted = asScenario(comparisons, methods);
    this.index = new MemoryIndex([this.weighted], { memoBytes: MEMO });
    this.features = this.weighted.fields.map((field) => this.index.featureOf(field));
    const width = String(rows.length).length;
    rows.forEach((texts, i) => this.index.put(String(i).padStart(width, '0'), texts));
    this.size = rows.length;
    this.filledBySource = this.features.map((_, field) => this.countBySource((row) => this.value(field, row) !== 0));
    const all = (n: number) => (n * (n - 1)) / 2;
    const within = sources.length === 0 ? [] : [...this.countBySource(() => true).values()];
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

  filledRows(field: number): number[] {
    const rows: number[] = [];
    for (let row = 1; row <= this.size; row++) if (this.value(field, row) !== 0) rows.push(row);
    return rows;
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
