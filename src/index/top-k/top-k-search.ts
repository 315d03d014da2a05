import type { Similarity } from '../../matching/method.js';
import type { ScenarioScore } from '../../matching/score.js';
import type { BitSet } from '../../memory/bit-set.js';
import type { IndexedField } from '../values/indexed-field.js';
import { ListPool, lowerBound } from '../../memory/list-pool.js';
import type { ResolvedOptions } from '../options.js';
import { planNeeded } from '../planning/needed-fields.js';
import { nextLevel } from '../planning/next-level.js';
import { planDepths } from '../planning/plan.js';
import { QueryField } from '../planning/query-field.js';
import { ProbabilisticQuery } from '../planning/probabilistic-query.js';
import type { QueryScenario } from '../planning/query-scenario.js';
import type { Rows, SearchTask } from './search-task.js';
import { RowScorer } from './row-scorer.js';
import { TopMatches } from './top-matches.js';
import { WeightedQuery } from '../planning/weighted-query.js';

/** A comparison takes as long as looking at so many records, or longer. */
const COMPARISON_COST = 5;
const NO_PAGE = new Int32Array(0);
const NONE: ReadonlySet<number> = new Set();

/**
 * One search: plan, walk the essential levels, check the rows in them, plan again as the kth score rises. Why nothing
 * is missed: `src/index/DESIGN.md`.
 */
export class TopKSearch {
  postingsScanned = 0;
  incomplete = false;
  readonly top: TopMatches;

  private readonly fields: QueryField[] = [];
  private readonly scenarios: QueryScenario[] = [];
  /** Those that have the list being walked, and how many. */
  private readonly concerned: QueryScenario[] = [];
  private concernedCount = 0;
  private readonly ceilings: number[] = [];
  private readonly scorer = new RowScorer(this.fields);
  private readonly accepted: number[] = [];

  private hasBegun = false;
  /** `undefined`: no plan suffices, and every record is looked at. */
  private depths: readonly number[] | undefined;
  /** Of the top matches, when the plan was made. */
  private version = 0;
  /** When so many records have been walked, the search pauses; sooner by what the comparisons made meanwhile cost. */
  private pauseAt = Infinity;
  private comparisonCost = 0;
  /** Where it goes on: the list whose level is being walked, -1 for none, the place of the value in it, -1 for the level's beginning, and the row. */
  private walking = -1;
  private place = -1;
  private nextRow = 1;
  /** Rows that have changed while it paused: decided at the end, see `settle`. */
  private changed: ReadonlySet<number> = NONE;

  constructor(
    private readonly task: SearchTask,
    private readonly rows: Rows,
    private readonly options: ResolvedOptions,
    /** Empty between searches. */
    private readonly seen: BitSet,
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

  /**
   * Goes on until about so many more records have been looked at; `Infinity`: to the end.
   *
   * @returns false when it has paused: before the index changes `pause` is to be called
   */
  runFor(rows: number): boolean {
    const { task, options } = this;
    if (task.limit <= 0 || !this.scenarios.some(({ possible }) => possible)) return true;
    this.pauseAt = Math.min(options.maxPostings, this.postingsScanned + rows);
    // What is done in one go ends at its guard, not before.
    this.comparisonCost = rows === Infinity ? 0 : COMPARISON_COST;
    this.scorer.comparisons = 0;
    try {
      if (!this.hasBegun) this.depths = this.planFirst();
      this.hasBegun = true;
      return this.depths ? this.walkPlan(this.depths) : this.walkEverything();
    } finally {
      for (const row of this.accepted) this.seen.delete(row);
    }
  }

  /** Makes the search one that the index may change under, if `resume` is called before it goes on. @param changed to which the rows that change are added meanwhile */
  pause(changed: ReadonlySet<number>): void {
    this.changed = changed;
    for (const list of this.fields) list.keep();
  }

  resume(): void {
    for (const list of this.fields) list.refresh();
    for (const row of this.accepted) this.seen.add(row);
  }

  /**
   * Takes the rows that changed while the search paused into the answer as they are now. What the others can be is what they could be all the time: no record that has not changed
   * was overlooked, for it stood in its lists from beginning to end.
   *
   * @param accept further condition
   * @returns false where one of them is in the answer as it was before, and may have kept another one out of it: the search is to be begun anew
   */
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

  /** Scores of a record under every scenario, as `scorePair` gives them. */
  scores(row: number): ScenarioScore[] {
    this.scorer.reset();
    return this.scenarios.map((scenario) => this.scorer.score(scenario, row));
  }

  /** Position of an indexed field's list; -1 where nothing was sent for it. */
  private positionOf(field: IndexedField): number {
    const { fields } = this;
    for (let i = 0; i < fields.length; i++) if (fields[i]!.field === field) return i;
    const normal = this.task.normal(field);
    if (normal === '') return -1;
    const list = new QueryField(field, field.similarValues(normal, 'when it comes again'));
    // What was remembered only takes in what came since.
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

  /** @returns false when it has paused, or was cut short */
  private walkLevel(at: number): boolean {
    const list = this.fields[at]!;
    const { ids, similarities, levelEnds } = list.walked;
    const { heads, pool } = list.field.postings;
    this.concernedCount = 0;
    for (const scenario of this.scenarios)
      if (scenario.arrange(at, this.ceilings, this.fields)) this.concerned[this.concernedCount++] = scenario;
    const end = levelEnds[list.depth]!;
    let similarity = -1;
    let version = -1;
    // Rows from here on could only tie with the last match kept, and lose by their Id.
    let stop = Infinity;
    const pausedAt = this.place;
    this.place = -1;
    level: for (let n = pausedAt >= 0 ? pausedAt : list.depth === 0 ? 0 : levelEnds[list.depth - 1]!; n < end; n++) {
      const head = heads.get(ids[n]!);
      if (head === 0) continue;
      // The value's rows: a single one stands in the head itself.
      const page = head > 0 ? NO_PAGE : pool.pages[ListPool.page(head)]!;
      const start = head > 0 ? 0 : ListPool.start(head);
      const last = start + pool.length(head);
      const first = n === pausedAt && head < 0 ? lowerBound(page, start, last, this.nextRow) : start;
      for (let i = first; i < last; i++) {
        if (similarity !== similarities[n]! || version !== this.top.version) {
          similarity = similarities[n]!;
          version = this.top.version;
          // Similar values come in falling similarity: what this one cannot reach, the later ones cannot.
          if (!this.reaches(at, similarity)) break level;
          stop = this.onlyTies(at, similarity) ? this.top.lastRow : Infinity;
        }
        const row = head > 0 ? head : page[i]!;
        if (row > stop) break;
        if (this.isSpent) {
          this.place = n;
          this.paused(row);
          return false;
        }
        this.visit(at, similarity, row);
      }
    }
    list.depth++;
    this.ceilings[at] = list.ceiling(list.depth);
    return true;
  }

  private get isSpent(): boolean {
    return this.postingsScanned + this.scorer.comparisons * this.comparisonCost >= this.pauseAt;
  }

  private paused(nextRow: number): void {
    this.nextRow = nextRow;
    this.incomplete = this.postingsScanned >= this.options.maxPostings;
  }

  private visit(at: number, similarity: Similarity, row: number): void {
    this.postingsScanned++;
    if (this.leavesOut(row)) return;
    const { scorer, concerned, concernedCount } = this;
    scorer.resetTo(at, similarity);
    for (let s = 0; s < concernedCount; s++) {
      if (scorer.mayReach(concerned[s]!, row)) {
        this.offer(row);
        return;
      }
    }
  }

  /** Takes the row that the scorer is at into the answer if it is a match and good enough. */
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

  private reaches(at: number, similarity: Similarity): boolean {
    for (let s = 0; s < this.concernedCount; s++)
      if (this.concerned[s]!.marginBoundInList(at, similarity, this.ceilings) >= 0) return true;
    return false;
  }

  private onlyTies(at: number, similarity: Similarity): boolean {
    for (let s = 0; s < this.concernedCount; s++) {
      const scenario = this.concerned[s]!;
      const bound = scenario.marginBoundInList(at, similarity, this.ceilings);
      if (bound > 0 || (bound === 0 && !scenario.isAtKthScore)) return false;
    }
    return true;
  }

  /** For a threshold of 0, which a record without a single similar value can reach. */
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
    }
    return true;
  }

  private leavesOut(row: number): boolean {
    return this.changed !== NONE && this.changed.has(row);
  }
}
