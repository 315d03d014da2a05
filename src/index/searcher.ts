import type { Similarity } from '../matching/method.js';
import type { Scenario } from '../matching/scenario.js';
import type { EvidenceRule, ScenarioScore } from '../matching/score.js';
import type { BitSet } from './bit-set.js';
import type { Feature } from './feature.js';
import { ListPool } from './list-pool.js';
import type { ResolvedOptions } from './options.js';
import { planNeeded } from './needed.js';
import { planDepths } from './plan.js';
import { QueryList } from './query-list.js';
import { EvidenceQuery } from './evidence-query.js';
import { BLANK, type QueryScenario } from './query-scenario.js';
import { TopMatches } from './top-matches.js';
import { WeightedQuery } from './weighted-query.js';

/** A level above this many postings waits while another, this many times cheaper one may raise the bar before it. */
const LONG_LEVEL = 2_000;
const MUCH_CHEAPER = 8;

const UNKNOWN = -1;
const NO_PAGE = new Int32Array(0);

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
          ? new EvidenceQuery(scenario, positions, this.lists)
          : new WeightedQuery(scenario, positions, rule),
      );
    }
  }

  run(): void {
    if (this.task.limit <= 0 || !this.scenarios.some(({ possible }) => possible)) return;
    try {
      const depths = this.planFirst();
      if (depths) this.walkPlan(depths);
      else this.walkEverything();
    } finally {
      for (const row of this.accepted) this.seen.delete(row);
    }
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
    const list = new QueryList(feature, feature.neighbourhood(normal, this.task.rule === 'upsert'));
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

  private walkPlan(first: readonly number[]): void {
    let depths = first;
    for (let version = this.top.version; ;) {
      const next = this.nextLevel(depths);
      if (next < 0) return;
      this.walkLevel(next);
      if (this.incomplete) return;
      if (this.top.version !== version) {
        version = this.top.version;
        depths = this.plan()!;
      }
    }
  }

  /** The list whose next level is to be walked; -1 when the plan is done. */
  private nextLevel(depths: readonly number[]): number {
    const { lists, options, task } = this;
    let next = -1;
    let nextCost = 0;
    for (let i = 0; i < lists.length; i++) {
      const list = lists[i]!;
      if (list.depth >= depths[i]!) continue;
      const cost = list.cost(list.depth, list.depth + 1);
      if (next >= 0 && (options.planOrder === 'dearest' ? cost <= nextCost : cost >= nextCost)) continue;
      next = i;
      nextCost = cost;
    }
    return nextCost <= LONG_LEVEL || task.limit === Infinity ? next : this.cheapBefore(next, nextCost);
  }

  /** Not in the plan, but sound, and cheap: a list whose records may raise the bar so far that most of a long level need not be looked at. */
  private cheapBefore(long: number, cost: number): number {
    const { lists } = this;
    let next = long;
    let least = cost;
    for (let i = 0; i < lists.length; i++) {
      const list = lists[i]!;
      if (list.depth >= list.levels) continue;
      const own = list.cost(list.depth, list.depth + 1);
      if (own * MUCH_CHEAPER >= least || !this.scenarios.some((s) => s.possible && s.lists.includes(i))) continue;
      next = i;
      least = own;
    }
    return next;
  }

  private walkLevel(at: number): void {
    const list = this.lists[at]!;
    const { ids, similarities, levelEnds } = list.neighbourhood;
    const { heads, pool } = list.feature.postings;
    this.concernedCount = 0;
    for (const scenario of this.scenarios)
      if (scenario.arrange(at, this.ceilings, this.lists)) this.concerned[this.concernedCount++] = scenario;
    const end = levelEnds[list.depth]!;
    let similarity = -1;
    let version = -1;
    // Rows from here on could only tie with the last match kept, and lose by their Id.
    let stop = Infinity;
    level: for (let n = list.depth === 0 ? 0 : levelEnds[list.depth - 1]!; n < end; n++) {
      const head = heads.get(ids[n]!);
      if (head === 0) continue;
      // The value's rows: a single one stands in the head itself.
      const page = head > 0 ? NO_PAGE : pool.pages[ListPool.page(head)]!;
      const first = head > 0 ? 0 : ListPool.start(head);
      const last = first + pool.length(head);
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
        this.visit(at, similarity, row);
        if (this.incomplete) return;
      }
    }
    list.depth++;
    this.ceilings[at] = list.ceiling(list.depth);
  }

  private visit(at: number, similarity: Similarity, row: number): void {
    if (this.walked >= this.options.maxWalk) {
      this.incomplete = true;
      return;
    }
    this.walked++;
    if (this.task.skip?.(row)) return;
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
    const similarity = value === 0 ? BLANK : list.feature.similarity(list.neighbourhood, value);
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
  private walkEverything(): void {
    for (let row = 1; row <= this.rows.lastRow; row++) {
      if (!this.rows.isLive(row)) continue;
      if (this.walked >= this.options.maxWalk) {
        this.incomplete = true;
        return;
      }
      this.walked++;
      if (this.task.skip?.(row)) continue;
      this.similarities.fill(UNKNOWN);
      this.offer(row);
    }
  }
}
