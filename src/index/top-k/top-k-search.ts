import type { ScenarioScore, OverlapRule } from '../../matching/score.js';
import type { BitSet } from '../../runtime/memory/bit-set.js';
import type { IndexedField } from '../values/indexed-field.js';
import { ListPool, lowerBound } from '../../runtime/memory/list-pool.js';
import type { ResolvedOptions } from '../index-options.js';
import { planNeeded } from '../planning/needed-fields.js';
import { nextLevel } from '../planning/next-level.js';
import { planDepths } from '../planning/plan.js';
import { QueryField } from '../planning/query-field.js';
import { ProbabilisticQuery } from '../planning/probabilistic-query.js';
import type { QueryScenario } from '../planning/query-scenario.js';
import { ConcernedScenarios, type RowBatch } from './row-batch.js';
import { RowScorer } from './row-scorer.js';
import { TopMatches } from './top-matches.js';
import { WeightedQuery } from '../planning/weighted-query.js';
import type { Scenario } from '../../matching/scenario.js';

export interface TaskRows {
  readonly lastRow: number;
  isLive(row: number): boolean;
}

export interface SearchTask {
  readonly scenarios: readonly Scenario[];
  readonly fields: readonly (readonly IndexedField[])[];
  /** Returns the field's normal form in the query, or `''` if the query does not have the field. */
  readonly normal: (field: IndexedField) => string;
  readonly rule: OverlapRule;
  readonly limit: number;
  readonly withTies?: boolean;
  readonly accept?: ((row: number) => boolean) | undefined;
}

/** Minimum cost of a comparison. Reading a record costs 1. */
const COMPARISON_COST = 5;
const NO_PAGE = new Int32Array(0);
const NONE: ReadonlySet<number> = new Set();

/** Plans, scans levels, and checks rows. Plans again when the kth best score rises. Proof: `src/index/DESIGN.md`. */
export class TopKSearch {
  postingsScanned = 0;
  incomplete = false;
  readonly top: TopMatches;

  private readonly fields: QueryField[] = [];
  private readonly scenarios: QueryScenario[] = [];
  private readonly ceilings: number[] = [];
  private readonly concerned = new ConcernedScenarios(this.scenarios, this.fields, this.ceilings);
  private readonly scorer = new RowScorer(this.fields);
  private readonly accepted: number[] = [];

  private hasBegun = false;
  /** `undefined` if no plan is valid and every record must be read. */
  private depths: readonly number[] | undefined;
  private version = 0;
  /** The search pauses when it has read this many records. Comparisons are converted to records. */
  private pauseAt = Infinity;
  private comparisonCost = 0;
  private comparisonsSpent = 0;
  /** Position at which to resume: list (-1 for none), position in its level, row. */
  private walking = -1;
  private place = -1;
  private nextRow = 1;
  private changed: ReadonlySet<number> = NONE;

  constructor(
    private readonly task: SearchTask,
    private readonly rows: TaskRows,
    private readonly options: ResolvedOptions,
    /** Rows already found. Empty while a search is paused. */
    private readonly seen: BitSet,
    private readonly batch: RowBatch,
  ) {
    this.top = new TopMatches(task.limit, task.withTies === true);
    const { scenarios, fields, rule } = task;
    for (let s = 0; s < scenarios.length; s++) {
      const scenario = scenarios[s]!;
      const positions: number[] = [];
      for (const field of fields[s]!) positions.push(this.positionOf(field));
      this.scenarios.push(
        scenario.model
          ? new ProbabilisticQuery(scenario, positions, this.fields, rule)
          : new WeightedQuery(scenario, positions, rule),
      );
    }
  }

  /** Reads about `rows` more records. @returns false if the search paused; call `pause` before the index changes */
  runFor(rows: number): boolean {
    const { task, options } = this;
    if (task.limit <= 0 || !this.scenarios.some(({ possible }) => possible)) return true;
    this.pauseAt = Math.min(options.maxPostings, this.postingsScanned + rows);
    this.comparisonCost = rows === Infinity ? 0 : COMPARISON_COST;
    for (const list of this.fields) list.comparisons = 0;
    this.comparisonsSpent = 0;
    this.batch.begin();
    try {
      if (!this.hasBegun) this.depths = this.planFirst();
      this.hasBegun = true;
      return this.depths ? this.walkPlan(this.depths) : this.walkEverything();
    } finally {
      for (const row of this.accepted) this.seen.delete(row);
    }
  }

  /** @param changed set to which the caller adds the rows that change during the pause */
  pause(changed: ReadonlySet<number>): void {
    this.changed = changed;
    for (const list of this.fields) list.keep();
  }

  resume(): void {
    for (const list of this.fields) list.refresh();
    for (const row of this.accepted) this.seen.add(row);
  }

  /** Adds rows that changed during pauses. @returns false if their old values may have affected the result */
  settle(accept?: (row: number) => boolean): boolean {
    const isKept = new Set(this.top.rows);
    for (const row of this.changed) if (isKept.has(row)) return false;
    try {
      for (const row of this.accepted) if (!this.changed.has(row)) this.seen.add(row);
      for (const row of this.changed) {
        if (!this.rows.isLive(row) || accept?.(row) === false) continue;
        this.scorer.reset();
        this.offer(row);
      }
    } finally {
      for (const row of this.accepted) this.seen.delete(row);
    }
    return true;
  }

  /** Returns a row's score for each scenario, equal to `scorePair`. */
  scores(row: number): ScenarioScore[] {
    this.scorer.reset();
    return this.scenarios.map((scenario) => this.scorer.score(scenario, row));
  }

  private positionOf(field: IndexedField): number {
    const { fields } = this;
    for (let i = 0; i < fields.length; i++) if (fields[i]!.field === field) return i;
    const normal = this.task.normal(field);
    if (normal === '') return -1;
    const list = new QueryField(field, field.similarValues(normal, 'when it comes again'));
    // If the list is cached, only values that were added later must be found.
    if (this.options.similarValues === 'eager' || list.similarValues.complete) list.find();
    return fields.push(list) - 1;
  }

  private plan(): number[] | undefined {
    return planDepths(this.fields, this.scenarios, this.options.planOrder === 'reversed');
  }

  private planFirst(): number[] | undefined {
    const { similarValues, planOrder } = this.options;
    const depths = planNeeded(this.fields, this.scenarios, {
      extend: similarValues !== 'lazy',
      reversed: planOrder === 'reversed',
    });
    for (const list of this.fields) this.ceilings.push(list.ceiling(0));
    return depths;
  }

  private walkPlan(first: readonly number[]): boolean {
    const { fields, scenarios, options } = this;
    let depths = first;
    for (;;) {
      if (this.walking < 0)
        this.walking = nextLevel(fields, depths, scenarios, options.planOrder, this.task.limit !== Infinity);
      if (this.walking < 0) return true;
      if (!this.walkLevel(this.walking)) return this.incomplete;
      this.walking = -1;
      if (this.top.version !== this.version) {
        this.version = this.top.version;
        this.depths = depths = this.plan()!;
      }
    }
  }

  private walkLevel(at: number): boolean {
    const list = this.fields[at]!;
    const { ids, similarities, levelEnds } = list.walked;
    const { heads, pool } = list.field.postings;
    const { batch, concerned } = this;
    concerned.arrange(at);
    const end = levelEnds[list.depth]!;
    let similarity = -1;
    let version = -1;
    // This row and later rows can at most equal the kth best score, and earlier rows win ties.
    let stop = Infinity;
    const pausedAt = this.place;
    this.place = -1;
    level: for (let n = pausedAt >= 0 ? pausedAt : list.depth === 0 ? 0 : levelEnds[list.depth - 1]!; n < end; n++) {
      const value = ids[n]!;
      const head = heads.get(value);
      if (head === 0) continue;
      // If a value has a single row, the head is the row.
      const page = head > 0 ? NO_PAGE : pool.pages[ListPool.page(head)]!;
      const start = head > 0 ? 0 : ListPool.start(head);
      const last = start + pool.length(head);
      const first = n === pausedAt && head < 0 ? lowerBound(page, start, last, this.nextRow) : start;
      for (let i = first; i < last; i++) {
        if (batch.isFull || this.isSpent) this.checkBatch(at);
        if (similarity !== similarities[n]! || version !== this.top.version) {
          similarity = similarities[n]!;
          version = this.top.version;
          if (!concerned.reaches(similarity)) break level;
          stop = concerned.onlyTies(similarity) ? this.top.lastRow : Infinity;
        }
        const row = head > 0 ? head : page[i]!;
        if (row > stop) break;
        if (this.isSpent) {
          this.place = n;
          this.paused(row);
          return false;
        }
        this.postingsScanned++;
        if (!this.leavesOut(row)) batch.add(row, value, similarity);
      }
    }
    this.checkBatch(at);
    list.depth++;
    this.ceilings[at] = list.ceiling(list.depth);
    return true;
  }

  private get isSpent(): boolean {
    return this.postingsScanned + this.comparisonsSpent >= this.pauseAt;
  }

  private paused(nextRow: number): void {
    this.nextRow = nextRow;
    this.incomplete = this.postingsScanned >= this.options.maxPostings;
  }

  private checkBatch(at: number): void {
    const { batch, scorer } = this;
    if (batch.count === 0) return;
    batch.check(this.concerned, this.fields, this.top.lastRow);
    for (let n = 0; n < batch.count; n++) {
      if (batch.mayReach[n] === 0) continue;
      scorer.resetTo(at, batch.similarityAt(n));
      this.offer(batch.rows[n]!);
    }
    batch.clear(this.countComparisons() <= batch.count);
  }

  private countComparisons(): number {
    const before = this.comparisonsSpent;
    this.comparisonsSpent = 0;
    for (const { comparisons } of this.fields) this.comparisonsSpent += comparisons * this.comparisonCost;
    return this.comparisonsSpent - before;
  }

  private offer(row: number): void {
    const { scorer, top, task, seen } = this;
    if (!scorer.scoreBest(this.scenarios, row)) return;
    const { bestNum, bestDen } = scorer;
    if (!top.wouldEnter(row, bestNum / bestDen) || seen.has(row)) return;
    seen.add(row);
    this.accepted.push(row);
    if (task.accept && !task.accept(row)) return;
    const { version } = top;
    top.add(row, bestNum, bestDen);
    if (version === top.version) return;
    for (const scenario of this.scenarios) {
      scenario.raise(top.lastNum, top.lastDen);
      scenario.refresh(this.ceilings);
    }
  }

  /** Reads all records. Used for a threshold of 0, because records without similar values reach it too. */
  private walkEverything(): boolean {
    for (let row = this.nextRow; row <= this.rows.lastRow; row++) {
      if (!this.rows.isLive(row)) continue;
      if (this.isSpent) {
        this.paused(row);
        return this.incomplete;
      }
      this.postingsScanned++;
      if (this.leavesOut(row)) continue;
      this.scorer.reset();
      this.offer(row);
      this.countComparisons();
    }
    return true;
  }

  private leavesOut(row: number): boolean {
    return this.changed !== NONE && this.changed.has(row);
  }
}

/** A search in steps. Rows that change between steps are checked at the end, with their final values. */
export class PausingSearch {
  private readonly changed = new Set<number>();
  private isVoid = false;

  constructor(
    private readonly search: TopKSearch,
    private readonly rowsPerStep: number,
    private readonly acceptChanged?: (row: number) => boolean,
  ) {
    search.pause(this.changed);
  }

  note(row: number): void {
    this.changed.add(row);
  }

  /** Call after rows and values have been renumbered. The search must then restart. */
  void(): void {
    this.isVoid = true;
  }

  /** Runs the search. @returns false if the result is not valid and the search must restart */
  *steps(): Generator<void, boolean> {
    while (!this.isVoid) {
      this.search.resume();
      if (this.search.runFor(this.rowsPerStep)) return this.search.settle(this.acceptChanged);
      yield;
    }
    return false;
  }
}
