import { FULL, type Similarity } from '../../matching/method.js';
import { adjustmentOf, type Frequencies } from '../../matching/model.js';
import type { Scenario } from '../../matching/scenario.js';
import { scorePair } from '../../matching/score.js';
import { BLANK, joinScenario, type JoinScenario } from '../self-join/join-scenario.js';
import type { ComparedColumns } from './compared-columns.js';

/** Similarity that was not asked for yet. */
const UNKNOWN = -2;
/** Values of a column that are remembered. */
const MOST_REMEMBERED = 1 << 16;

/** Scores pairs of rows, given by their normal forms, as a self-join does. */
export class PairScorer {
  /** Score of the last pair, as an exact fraction (0..10,000); `den` is 0 where no scenario compares anything. */
  num = 0;
  den = 0;
  private readonly values: readonly ColumnValues[];
  private readonly joins: readonly JoinScenario[];
  private readonly similarities: Int32Array;
  /** Values of both rows, by column. */
  private readonly records: Int32Array;

  constructor(
    private readonly scenarios: readonly Scenario[],
    private readonly comparison: ComparedColumns,
  ) {
    const { columns, positions } = comparison;
    this.values = columns.map(({ method }) => new ColumnValues((normal) => method.prepare(normal)));
    this.joins = scenarios.map((scenario, s) =>
      joinScenario(scenario, positions[s]!, (field, column) => this.values[column]!.adjustments(field.frequencies)),
    );
    this.similarities = new Int32Array(columns.length);
    this.records = new Int32Array(2 * columns.length);
  }

  /** Scores a pair that may be one of duplicates. @returns whether it is, by some scenario */
  isDuplicate(one: readonly string[], two: readonly string[]): boolean {
    this.take(one, two);
    this.num = this.den = 0;
    for (const join of this.joins) {
      if (!this.mayReach(join)) continue;
      for (const column of join.columns) this.similarity(column);
      join.score(this.similarities, this.records, 0, this.values.length);
      if (join.den === 0 || (this.den > 0 && join.num * this.den <= this.num * join.den)) continue;
      this.num = join.num;
      this.den = join.den;
    }
    return this.den > 0;
  }

  /** Scores a pair whatever it is: the higher score of the two directions by the scenario that gives the highest. */
  score(one: readonly string[], two: readonly string[]): void {
    this.take(one, two);
    this.num = this.den = 0;
    for (const [s, scenario] of this.scenarios.entries()) {
      const columns = this.comparison.positions[s]!;
      const [a, b] = [one, two].map((normals) => columns.map((column) => normals[column]!)) as [string[], string[]];
      for (const [searched, stored] of [
        [a, b],
        [b, a],
      ] as const) {
        let at = 0;
        const filled = columns.filter((column) => one[column] !== '' && two[column] !== '');
        const { num, den } = scorePair(scenario, searched, stored, 'dedupe', () => this.similarity(filled[at++]!));
        if (den === 0 || (this.den > 0 && num * this.den <= this.num * den)) continue;
        this.num = num;
        this.den = den;
      }
    }
  }

  private take(one: readonly string[], two: readonly string[]): void {
    const { values, records, similarities } = this;
    for (let c = 0; c < values.length; c++) {
      values[c]!.makeRoom();
      const a = values[c]!.numberOf(one[c]!);
      const b = values[c]!.numberOf(two[c]!);
      records[c] = a;
      records[values.length + c] = b;
      similarities[c] = a === 0 || b === 0 ? BLANK : a === b ? FULL : UNKNOWN;
    }
  }

  /** Whether the sum of the bounds stays at 0 or above as the similarities come, one field after the other. */
  private mayReach(join: JoinScenario): boolean {
    const { columns } = join;
    const { similarities, records, values } = this;
    let left = join.base;
    for (let i = 0; i < columns.length; i++) left += this.bound(join, i);
    for (let i = 0; left >= 0 && i < columns.length; i++) {
      const column = columns[i]!;
      if (similarities[column] !== UNKNOWN) continue;
      const bound = this.bound(join, i);
      const similarity = this.similarity(column);
      left +=
        join.adds(i, similarity, this.adjustment(join, i, records[column]!, records[values.length + column]!)) - bound;
    }
    return left >= 0;
  }

  private bound(join: JoinScenario, field: number): number {
    const column = join.columns[field]!;
    const { similarities, records, values } = this;
    const [a, b] = [records[column]!, records[values.length + column]!];
    const similarity = similarities[column]!;
    if (similarity === BLANK) return join.blank(field, (a === 0 ? 1 : 0) + (b === 0 ? 1 : 0));
    const adjustment = this.adjustment(join, field, a, b);
    if (similarity !== UNKNOWN) return join.adds(field, similarity, adjustment);
    return join.most(field, this.comparison.columns[column]!.method.nearest ?? FULL, adjustment);
  }

  private adjustment(join: JoinScenario, field: number, a: number, b: number): number {
    return Math.min(join.adjustment(field, a), join.adjustment(field, b));
  }

  private similarity(column: number): Similarity {
    const known = this.similarities[column]!;
    if (known !== UNKNOWN) return known;
    const values = this.values[column]!;
    const [a, b] = [this.records[column]!, this.records[this.values.length + column]!];
    const similarity = this.comparison.columns[column]!.method.compare(values.prepared(a), values.prepared(b));
    this.similarities[column] = similarity;
    return similarity;
  }
}

/** Values of a column of late, numbered from 1 on; 0 is blank. */
class ColumnValues {
  private readonly numbers = new Map<string, number>();
  private texts = [''];
  private known: unknown[] = [];
  /** By value, one list for each field of a scenario that has adjustments. */
  private readonly lists: { readonly frequencies: Frequencies; readonly adjustments: number[] }[] = [];

  constructor(private readonly prepare: (normal: string) => unknown) {}

  adjustments(frequencies: Frequencies | undefined): ArrayLike<number> | undefined {
    if (frequencies === undefined) return undefined;
    const adjustments = [0];
    this.lists.push({ frequencies, adjustments });
    return adjustments;
  }

  /** Forgets all values where they are many: numbers given out before are no longer good. */
  makeRoom(): void {
    if (this.texts.length < MOST_REMEMBERED) return;
    this.numbers.clear();
    this.texts = [''];
    this.known = [];
    for (const { adjustments } of this.lists) adjustments.length = 1;
  }

  numberOf(normal: string): number {
    if (normal === '') return 0;
    let number = this.numbers.get(normal);
    if (number === undefined) {
      number = this.texts.push(normal) - 1;
      this.numbers.set(normal, number);
      for (const { frequencies, adjustments } of this.lists) adjustments.push(adjustmentOf(frequencies, normal));
    }
    return number;
  }

  prepared(value: number): unknown {
    return (this.known[value] ??= this.prepare(this.texts[value]!));
  }
}
