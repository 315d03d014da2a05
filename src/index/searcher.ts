import type { Similarity } from '../matching/method.js';
import type { Scenario } from '../matching/scenario.js';
import type { EvidenceRule, ScenarioScore } from '../matching/score.js';
import type { BitSet } from './bit-set.js';
import type { Feature } from './feature.js';
import { ListPool, lowerBound } from './list-pool.js';
import type { ResolvedOptions } from './options.js';
import { planNeeded } from './needed.js';
import { nextLevel } from './next-level.js';
import { planDepths } from './plan.js';
import { QueryList } from './query-list.js';
import { EvidenceQuery } from './evidence-query.js';
import { BLANK, type QueryScenario } from './query-scenario.js';
import { TopMatches } from './top-matches.js';
import { WeightedQuery } from './weighted-query.js';

const UNKNOWN = -1;
/** A comparison takes as long as looking at so many records, or longer. */
const COMPARISON_COST = 5;
const NO_PAGE = new Int32Array(0);
const NONE: ReadonlySet<number> = new Set();

/** What a search needs of the index. */
export interface Rows {
  /** Rows are 1 .. `lastRow`. */
  readonly lastRow: number;
  isLive(row: number): boolean;
}

export interface SearchTask {
  readonly scenarios: readonly Scenario[];
  /** For each scenario and field: the feature. */
  readonly features: readonly (readonly Feature[])[];
  /** The query's normal form for a feature; `''` for not sent. */
  readonly normal: (feature: Feature) => string;
  readonly rule: EvidenceRule;
  readonly limit: number;
  readonly withTies: boolean;
  readonly accept: ((row: number) => boolean) | undefined;
  /** Records that are not looked at at all. */
  readonly skip?: (row: number) => boolean;
}

/**
 * (Longer than other files: planning, walking and checking share the state of one search, and the proof below is about all three.)
 *
 * One search: plan, walk the essential levels, check what stands in them, plan again as the bar rises.
 *
 * Why nothing is missed: (1) at the end every scenario's bound over the unwalked levels is below 0 at its last bar, so a record in no walked level of the
 * scenario's own fields cannot be a match by it. (2) A record in a walked level was checked under *every* scenario that has the level's field, against
 * a bar that has only risen since, or was skipped by a bound that held for all of these scenarios. A scenario without the field takes nothing from that
 * walk. (3) Hence a record met again through another field can be checked with the ceilings of the walked levels lowered: were it in one of them, it would
 * have been decided there.
 */
export class Searcher {
  walked = 0;
  incomplete = false;
  readonly top: TopMatches;

  private readonly lists: QueryList[] = [];
  private readonly scenarios: QueryScenario[] = [];
  /** Those that have the list being walked, and how many. */
  private readonly concerned: QueryScenario[] = [];
  private concernedCount = 0;
  private readonly ceilings: number[] = [];
  /** Similarities of the record being checked, by list. */
  private readonly similarities: number[] = [];
  /** Similarities and values of the record being scored, by field of the scenario that scores it. */
  private readonly fieldSimilarities: number[] = [];
  private readonly fieldValues: number[] = [];
  private readonly accepted: number[] = [];
  private bestNum = 0;
  private bestDen = 1;

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
    this.top = new TopMatches(task.limit, task.withTies);
    const { scenarios, features, rule } = task;
    for (let s = 0; s < scenarios.length; s++) {
      const scenario = scenarios[s]!;
      const positions: number[] = [];
      for (const feature of features[s]!) positions.push(this.listOf(feature));
      this.scenarios.push(
        scenario.model
          ? new EvidenceQuery(scenario, positions, this.lists, rule)
          : new WeightedQuery(scenario, positions, rule),
      );
    }
  }

  run(): void {
    this.runFor(Infinity);
  }

  /**
   * Goes on until about so many more records have been looked at.
   *
   * @returns false when it has paused: before the index changes `pause` is to be called
   */
  runFor(rows: number): boolean {
    const { task, options } = this;
    if (task.limit <= 0 || !this.scenarios.some(({ possible }) => possible)) return true;
    this.pauseAt = Math.min(options.maxWalk, this.walked + rows);
    // What is done in one go ends at its guard, not before.
    this.comparisonCost = rows === Infinity ? 0 : COMPARISON_COST;
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
    for (const list of this.lists) list.keep();
  }

  resume(): void {
    for (const list of this.lists) list.refresh();
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
        if (!this.rows.isLive(row) || this.task.skip?.(row) || accept?.(row) === false) continue;
        this.similarities.fill(UNKNOWN);
        this.offer(row);
      }
    } finally {
      for (const row of this.accepted) this.seen.delete(row);
    }
    return true;
  }

  /** Scores of a record under every scenario, as `scorePair` gives them; `bestNum / bestDen` is the highest that makes it a duplicate. */
  scores(row: number): ScenarioScore[] {
    this.similarities.fill(UNKNOWN);
    return this.scenarios.map((scenario) => this.score(scenario, row));
  }

  /** The highest score among `scores` that makes a duplicate; `den` is 0 where none does. */
  static best(scores: readonly ScenarioScore[]): { num: number; den: number } {
    let num = 0;
    let den = 0;
    for (const score of scores)
      if (score.isDuplicate && (den === 0 || score.num * den > num * score.den)) ({ num, den } = score);
    return { num, den };
  }

  /** Position of a feature's list; -1 where nothing was sent for it. */
  private listOf(feature: Feature): number {
    const { lists } = this;
    for (let i = 0; i < lists.length; i++) if (lists[i]!.feature === feature) return i;
    const normal = this.task.normal(feature);
    if (normal === '') return -1;
    const list = new QueryList(feature, feature.neighbourhood(normal, this.task.rule !== 'search'));
    // What was remembered only takes in what came since.
    if (this.options.neighbours === 'eager' || list.neighbourhood.complete) list.find();
    this.similarities.push(UNKNOWN);
    return lists.push(list) - 1;
  }

  private plan(): number[] | undefined {
    return planDepths(this.lists, this.scenarios, this.options.planOrder === 'reversed');
  }

  private planFirst(): number[] | undefined {
    const { neighbours, planOrder } = this.options;
    const depths = planNeeded(this.lists, this.scenarios, {
      extend: neighbours !== 'lazy',
      reversed: planOrder === 'reversed',
    });
    for (const list of this.lists) this.ceilings.push(list.ceiling(0));
    return depths;
  }

  private walkPlan(first: readonly number[]): boolean {
    const { lists, scenarios, options } = this;
    let depths = first;
    for (;;) {
      if (this.walking < 0)
        this.walking = nextLevel(lists, depths, scenarios, options.planOrder, this.task.limit !== Infinity);
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
    const list = this.lists[at]!;
    const { ids, similarities, levelEnds } = list.neighbours;
    const { heads, pool } = list.feature.postings;
    this.concernedCount = 0;
    for (const scenario of this.scenarios)
      if (scenario.arrange(at, this.ceilings, this.lists)) this.concerned[this.concernedCount++] = scenario;
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
          // Neighbours come in falling similarity: what this one cannot reach, the later ones cannot.
          if (!this.reaches(at, similarity)) break level;
          stop = this.onlyTies(at, similarity) ? this.top.lastRow : Infinity;
        }
        const row = head > 0 ? head : page[i]!;
        if (row > stop) break;
        if (this.walked >= this.pauseAt) {
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

  private paused(nextRow: number): void {
    this.nextRow = nextRow;
    this.incomplete = this.walked >= this.options.maxWalk;
  }

  private visit(at: number, similarity: Similarity, row: number): void {
    this.walked++;
    if (this.leavesOut(row)) return;
    const { similarities, concerned, concernedCount } = this;
    for (let i = 0; i < similarities.length; i++) similarities[i] = UNKNOWN;
    similarities[at] = similarity;
    for (let s = 0; s < concernedCount; s++) {
      if (this.passes(concerned[s]!, row)) {
        this.offer(row);
        return;
      }
    }
  }

  /** Whether a record found in the list being walked may reach the scenario's bar: false as soon as it cannot. */
  private passes(scenario: QueryScenario, row: number): boolean {
    const { order, rest, lists } = scenario;
    let surplus = 0;
    for (let i = 0; i < order.length; i++) {
      if (surplus + rest[i]! < 0) return false;
      const field = order[i]!;
      const similarity = this.similarity(lists[field]!, row);
      surplus +=
        similarity === BLANK
          ? scenario.blank(field)
          : scenario.what(field, similarity, this.lists[lists[field]!]!.column[row]!);
    }
    return surplus + scenario.base >= 0;
  }

  private similarity(at: number, row: number): Similarity {
    const known = this.similarities[at]!;
    if (known !== UNKNOWN) return known;
    const list = this.lists[at]!;
    const value = list.column[row]!;
    let similarity = value === 0 ? BLANK : list.feature.knownSimilarity(list.neighbourhood, value);
    if (similarity === UNKNOWN) {
      similarity = list.feature.findSimilarity(list.neighbourhood, value);
      this.pauseAt -= this.comparisonCost;
    }
    this.similarities[at] = similarity;
    return similarity;
  }

  /** Takes the record into the answer if it is a match and good enough. Needs `similarities` of this record, or unknown ones. */
  private offer(row: number): void {
    this.bestDen = 0;
    for (const scenario of this.scenarios) this.raiseBest(scenario, row);
    if (this.bestDen === 0 || !this.top.wouldEnter(row, this.bestNum / this.bestDen) || this.seen.has(row)) return;
    this.seen.add(row);
    this.accepted.push(row);
    if (this.task.accept && !this.task.accept(row)) return;
    const { version } = this.top;
    this.top.add(row, this.bestNum, this.bestDen);
    if (version === this.top.version) return;
    for (const scenario of this.scenarios) {
      scenario.raise(this.top.lastNum, this.top.lastDen);
      scenario.refresh(this.ceilings);
    }
  }

  private raiseBest(scenario: QueryScenario, row: number): void {
    const { num, den, isDuplicate } = this.score(scenario, row);
    if (!isDuplicate || (this.bestDen !== 0 && num * this.bestDen <= this.bestNum * den)) return;
    this.bestNum = num;
    this.bestDen = den;
  }

  private score(scenario: QueryScenario, row: number): ScenarioScore {
    const { fieldSimilarities, fieldValues } = this;
    for (let i = 0; i < scenario.lists.length; i++) {
      const list = scenario.lists[i]!;
      fieldSimilarities[i] = this.similarity(list, row);
      fieldValues[i] = this.lists[list]!.column[row]!;
    }
    return scenario.score(fieldSimilarities, fieldValues);
  }

  private reaches(at: number, similarity: Similarity): boolean {
    for (let s = 0; s < this.concernedCount; s++) if (this.inList(this.concerned[s]!, at, similarity) >= 0) return true;
    return false;
  }

  private onlyTies(at: number, similarity: Similarity): boolean {
    for (let s = 0; s < this.concernedCount; s++) {
      const scenario = this.concerned[s]!;
      const bound = this.inList(scenario, at, similarity);
      if (bound > 0 || (bound === 0 && !scenario.barIsKept)) return false;
    }
    return true;
  }

  /** Greatest surplus of a record in the list of a neighbour of this similarity. */
  private inList(scenario: QueryScenario, at: number, similarity: Similarity): number {
    let surplus = scenario.base;
    for (let i = 0; i < scenario.lists.length; i++) {
      const list = scenario.lists[i]!;
      surplus += list === at ? scenario.mostFound(i, similarity) : scenario.most(i, this.ceilings[list]!);
    }
    return surplus;
  }

  /** For a bar of 0, which a record without a single similar value can reach. */
  private walkEverything(): boolean {
    for (let row = this.nextRow; row <= this.rows.lastRow; row++) {
      if (!this.rows.isLive(row)) continue;
      if (this.walked >= this.pauseAt) {
        this.paused(row);
        return this.incomplete;
      }
      this.walked++;
      if (this.leavesOut(row)) continue;
      this.similarities.fill(UNKNOWN);
      this.offer(row);
    }
    return true;
  }

  private leavesOut(row: number): boolean {
    return this.task.skip?.(row) === true || (this.changed !== NONE && this.changed.has(row));
  }
}
