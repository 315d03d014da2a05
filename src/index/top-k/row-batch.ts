import type { Similarity } from '../../matching/method.js';
import type { QueryField } from '../planning/query-field.js';
import type { QueryScenario } from '../planning/query-scenario.js';

/** Maximum rows per batch: enough for the CPU to fetch many values at the same time. */
const CAPACITY = 128;
/** Size of the first batch, which then doubles. A small first batch may soon raise the kth best score. */
const FIRST = 8;

/**
 * Rows that are checked together, field by field. Nearly all rows are dropped after one or two fields, and most time is
 * spent on fetching values. A short loop lets many fetches overlap.
 */
export class RowBatch {
  count = 0;
  private most = FIRST;
  private lastRow = Infinity;
  readonly rows: Int32Array = new Int32Array(CAPACITY);
  /** For each row, whether its score may reach a scenario's threshold or the kth best score. */
  readonly mayReach: Uint8Array = new Uint8Array(CAPACITY);

  private readonly ids = new Int32Array(CAPACITY);
  private readonly similarities = new Int32Array(CAPACITY);
  private readonly left = new Int32Array(CAPACITY);
  private readonly margins = new Float64Array(CAPACITY);
  private readonly values = new Int32Array(CAPACITY);

  get isFull(): boolean {
    return this.count >= this.most;
  }

  begin(): void {
    this.count = 0;
    this.most = FIRST;
  }

  /** Empties the batch. @param isQuick whether few comparisons were needed; otherwise, the next batch is small */
  clear(isQuick: boolean): void {
    if (!isQuick) this.most = FIRST;
    else if (this.isFull) this.most = Math.min(CAPACITY, this.most * 2);
    this.count = 0;
  }

  add(row: number, value: number, similarity: Similarity): void {
    this.rows[this.count] = row;
    this.ids[this.count] = value;
    this.similarities[this.count++] = similarity;
  }

  similarityAt(place: number): Similarity {
    return this.similarities[place]!;
  }

  /** Sets `mayReach`. @param lastRow first row whose score must exceed the kth best score */
  check({ scenarios, count }: ConcernedScenarios, fields: readonly QueryField[], lastRow: number): void {
    this.mayReach.fill(0, 0, this.count);
    this.lastRow = lastRow;
    for (let s = 0; s < count; s++) {
      const scenario = scenarios[s]!;
      let left = this.start(scenario);
      for (let i = 1; i < scenario.order.length && left > 0; i++) left = this.narrow(scenario, i, fields, left);
      for (let n = 0; n < left; n++) this.mayReach[this.left[n]!] = 1;
    }
  }

  /** Checks the bound of the list being scanned. @returns the number of rows that pass */
  private start(scenario: QueryScenario): number {
    const { ids, similarities, left, margins } = this;
    const field = scenario.order[0]!;
    const least = -scenario.remaining[1]!;
    let count = 0;
    let value = 0;
    let margin = 0;
    for (let n = 0; n < this.count; n++) {
      if (ids[n] !== value) {
        value = ids[n]!;
        margin = scenario.contribution(field, similarities[n]!, value);
      }
      if (margin < least || (margin === least && this.losesTie(scenario, n))) continue;
      left[count] = n;
      margins[count++] = margin;
    }
    return count;
  }

  /** Checks one field, in the scenario's order. @returns the number of rows that pass */
  private narrow(scenario: QueryScenario, at: number, fields: readonly QueryField[], before: number): number {
    const { rows, left, margins, values } = this;
    const field = scenario.order[at]!;
    const queried = fields[scenario.positions[field]!]!;
    const { column } = queried;
    // This separate loop lets the fetches overlap.
    for (let n = 0; n < before; n++) values[n] = column[rows[left[n]!]!]!;
    const least = -scenario.remaining[at + 1]!;
    const blank = scenario.blank(field);
    let count = 0;
    for (let n = 0; n < before; n++) {
      const value = values[n]!;
      const added = value === 0 ? blank : scenario.contribution(field, queried.similarity(value), value);
      const margin = margins[n]! + added;
      if (margin < least || (margin === least && this.losesTie(scenario, left[n]!))) continue;
      left[count] = left[n]!;
      margins[count++] = margin;
    }
    return count;
  }

  /**
   * Returns whether a row loses a tie because of its Id. With a common name, thousands of rows have the kth best score.
   */
  private losesTie({ isAtKthScore }: QueryScenario, place: number): boolean {
    return isAtKthScore && this.rows[place]! > this.lastRow;
  }
}

/** The query's scenarios that use the list being scanned. */
export class ConcernedScenarios {
  /** Reused for each level. Only the first `count` entries are valid. */
  readonly scenarios: QueryScenario[] = [];
  count = 0;
  private list = -1;

  constructor(
    private readonly all: readonly QueryScenario[],
    private readonly fields: readonly QueryField[],
    private readonly ceilings: readonly number[],
  ) {}

  arrange(list: number): void {
    this.list = list;
    this.count = 0;
    for (const scenario of this.all)
      if (scenario.arrange(list, this.ceilings, this.fields)) this.scenarios[this.count++] = scenario;
  }

  /** Returns whether a row whose value has at most this similarity may be in the top k. */
  reaches(similarity: Similarity): boolean {
    for (let s = 0; s < this.count; s++) if (this.bound(s, similarity) >= 0) return true;
    return false;
  }

  /** Returns whether a row can at most equal the kth best score. */
  onlyTies(similarity: Similarity): boolean {
    for (let s = 0; s < this.count; s++) {
      const bound = this.bound(s, similarity);
      if (bound > 0 || (bound === 0 && !this.scenarios[s]!.isAtKthScore)) return false;
    }
    return true;
  }

  private bound(s: number, similarity: Similarity): number {
    return this.scenarios[s]!.marginBoundInList(this.list, similarity, this.ceilings);
  }
}
