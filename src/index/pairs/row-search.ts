import { FULL, type Similarity } from '../../matching/method.js';
import type { Scenario } from '../../matching/scenario.js';
import { BitSet } from '../bit-set.js';
import { BlankPatterns } from '../blank-patterns.js';
import { EvidenceQuery } from '../evidence-query.js';
import { ListPool } from '../list-pool.js';
import type { MemoryIndex } from '../memory-index.js';
import { planNeeded } from '../needed.js';
import { BLANK, type QueryScenario } from '../query-scenario.js';
import { WeightedQuery } from '../weighted-query.js';
import { KeptRecords, type KeptImage } from './kept-records.js';
import type { PairColumns } from './pair-columns.js';
import { ValueList } from './value-list.js';

const UNKNOWN = -1;
const NOBODY = 0;
/** Above every similarity, and not above any. */
const ALWAYS = FULL + 1;
const NEVER = -1;

/** A row whose value in the list is less similar than `least` cannot reach the threshold; of a blank one, `ofBlank` says so. */
interface Filter {
  list: ValueList;
  least: Similarity;
  ofBlank: Similarity;
}

/**
 * (Longer than other files for the same reason as `Searcher`, and its twin: planning, walking and checking share the state of one search.)
 *
 * `Searcher` for a self-dedupe: one row of the index after the other is searched from, for everything above the threshold. What it finds is the same, by the same proof; what it saves is
 * everything that can be done once for many rows, all memory that a search takes anew, and most of the rows that a walk meets: where one more column decides, they are passed over by two
 * reads, of the row's value there and of that value's similarity. The index must not change.
 */
export class RowSearch {
  private readonly lists: readonly ValueList[];
  /** For each scenario and field: the list. */
  private readonly positions: readonly (readonly number[])[];
  private readonly patterns: BlankPatterns;
  /** Weighted scenarios made ready, by what is blank: nothing else of a row enters them. */
  private readonly byPattern: (QueryScenario[] | undefined)[] = [];
  private readonly hasModels: boolean;

  /** Of the row that is searched from. */
  private row = 0;
  private pattern = 0;
  private reached: Uint8Array;
  private queries: readonly QueryScenario[] = [];

  private readonly ceilings: number[];
  /** Those that have the list being walked, and how many. */
  private readonly concerned: QueryScenario[] = [];
  private concernedCount = 0;
  /** Similarities of the row `checked` that were compared, by list. */
  private readonly similarities: number[];
  private checked = NOBODY;
  private readonly fieldSimilarities: number[] = [];
  private readonly fieldValues: number[] = [];
  private num = 0;
  private den = 0;

  /** Rows decided by a full score; empty between searches. */
  private readonly seen = new BitSet();
  private readonly decided: number[] = [];
  private readonly found: { row: number; num: number; den: number }[] = [];

  /** For each concerned scenario, by which rows are passed over. */
  private readonly filters: Filter[];

  /** @param kept the same for all threads that search one index */
  constructor(
    private readonly index: MemoryIndex,
    private readonly scenarios: readonly Scenario[],
    kept: readonly KeptImage[] = roomForNeighbours(index, scenarios),
  ) {
    const plans = scenarios.map((scenario) => index.featuresOf(scenario));
    const features = [...new Set(plans.flat())];
    this.lists = features.map((feature, i) => new ValueList(feature, kept[i]!));
    this.filters = scenarios.map(() => ({ list: this.lists[0]!, least: NEVER, ofBlank: ALWAYS }));
    this.positions = plans.map((plan) => plan.map((feature) => features.indexOf(feature)));
    this.patterns = new BlankPatterns(index, scenarios, plans);
    this.hasModels = scenarios.some(({ model }) => model !== undefined);
    this.reached = new Uint8Array(0);
    this.ceilings = this.lists.map(() => 0);
    this.similarities = this.lists.map(() => UNKNOWN);
  }

  /** Adds the pairs that are found from this row and are not another row's to tell, by the other row. */
  pairsOf(row: number, into: PairColumns): void {
    this.row = row;
    this.checked = NOBODY;
    this.pattern = this.patterns.ofRow[row]!;
    this.reached = this.patterns.reachedBy(this.pattern);
    this.queries = this.queriesOf(row);
    if (!this.queries.some(({ possible }) => possible)) return;
    for (const list of this.lists) list.start(list.column[row]!);
    const depths = planNeeded(this.lists, this.queries, { extend: true, reversed: false });
    if (depths) this.walkPlan(depths);
    else this.walkEverything();
    // In which order they were found depends on what was kept.
    const { found } = this;
    found.sort((a, b) => a.row - b.row);
    for (const { row: other, num, den } of found) into.add(row, other, num, den);
    found.length = 0;
    for (const other of this.decided) this.seen.delete(other);
    this.decided.length = 0;
  }

  private queriesOf(row: number): readonly QueryScenario[] {
    const pattern = this.patterns.ofRow[row]!;
    const known = this.byPattern[pattern];
    if (known) return known;
    const queries = this.scenarios.map((scenario, s) => {
      const sent = this.positions[s]!.map((at) => (this.lists[at]!.column[row] === 0 ? -1 : at));
      if (!scenario.model) return new WeightedQuery(scenario, sent, 'dedupe');
      const values = this.lists.map(({ feature, column }, at) => ({
        feature,
        text: sent.includes(at) ? feature.text(column[row]!) : '',
      }));
      return new EvidenceQuery(scenario, sent, values, 'dedupe');
    });
    if (!this.hasModels) this.byPattern[pattern] = queries;
    return queries;
  }

  private walkPlan(depths: readonly number[]): void {
    const { lists, ceilings } = this;
    for (let i = 0; i < lists.length; i++) ceilings[i] = lists[i]!.ceiling(0);
    for (;;) {
      let next = -1;
      let least = Infinity;
      for (let i = 0; i < lists.length; i++) {
        const { depth } = lists[i]!;
        if (depth >= depths[i]!) continue;
        const cost = lists[i]!.cost(depth, depth + 1);
        if (cost >= least) continue;
        next = i;
        least = cost;
      }
      if (next < 0) return;
      this.walkLevel(next);
      const list = lists[next]!;
      ceilings[next] = list.ceiling(++list.depth);
    }
  }

  private walkLevel(at: number): void {
    this.concern(at);
    if (this.concernedCount === 0) return;
    const list = this.lists[at]!;
    const { data, ids, count } = list;
    const { heads, pool } = list.feature.postings;
    let similarity = -1;
    let isChosen = false;
    for (let i = ids + list.end(list.depth), end = ids + list.end(list.depth + 1); i < end; i++) {
      const head = heads.get(data[i]!);
      if (head === 0) continue;
      if (similarity !== data[i + count]!) {
        similarity = data[i + count]!;
        // Neighbours come in falling similarity: what this one cannot reach, the later ones cannot.
        if (!this.reaches(at, similarity)) return;
        isChosen = false;
      }
      if (head > 0) {
        for (let s = 0; s < this.concernedCount; s++) this.visit(this.concerned[s]!, head);
        continue;
      }
      if (!isChosen) {
        for (let s = 0; s < this.concernedCount; s++)
          this.choose(this.concerned[s]!, this.filters[s]!, list, similarity);
        isChosen = true;
      }
      const start = ListPool.start(head);
      const page = pool.pages[ListPool.page(head)]!;
      for (let s = 0; s < this.concernedCount; s++)
        this.walkRows(this.concerned[s]!, this.filters[s]!, page, start, start + pool.length(head));
    }
  }

  /** The scenarios by which a row of the list's next level may be found, ready to check it. */
  private concern(at: number): void {
    const { lists, ceilings, concerned } = this;
    const arrange = () => {
      this.concernedCount = 0;
      for (const query of this.queries)
        if (query.arrange(at, ceilings, lists) && query.rest[0]! >= 0) concerned[this.concernedCount++] = query;
    };
    arrange();
    // Where many rows are met, their other values are better looked up than compared.
    const rows = lists[at]!.rowsAhead;
    let more = false;
    for (let s = 0; s < this.concernedCount; s++) {
      for (const other of concerned[s]!.lists) {
        const list = lists[other]!;
        if (list.complete || list.findCost >= rows) continue;
        list.find();
        ceilings[other] = list.ceiling(0);
        more = true;
      }
    }
    if (more) arrange();
  }

  /** Chooses by which column the rows of a neighbour of this similarity are passed over: the one that is checked next, where its neighbours are known. */
  private choose(query: QueryScenario, filter: Filter, walked: ValueList, similarity: Similarity): void {
    const next = query.order[1];
    const list = next === undefined ? walked : this.lists[query.lists[next]!]!;
    if (next === undefined || !list.complete) {
      // Of the list that is walked itself, all pass.
      filter.list = walked;
      filter.least = NEVER;
      return;
    }
    const others = query.mostFound(query.order[0]!, similarity) + query.rest[2]!;
    let least = 0;
    for (let above = ALWAYS; least < above;) {
      const middle = (least + above) >>> 1;
      if (others + query.mostFound(next, middle) >= 0) above = middle;
      else least = middle + 1;
    }
    filter.list = list;
    filter.least = least;
    filter.ofBlank = others + query.blank(next) >= 0 ? ALWAYS : NEVER;
  }

  /** The inner loop of it all. */
  private walkRows(query: QueryScenario, filter: Filter, page: Int32Array, from: number, to: number): void {
    const { column, table } = filter.list;
    const { least, ofBlank } = filter;
    for (let i = from; i < to; i++) {
      const row = page[i]!;
      const value = column[row]!;
      if ((value === 0 ? ofBlank : table[value]!) >= least) this.visit(query, row);
    }
  }

  private visit(query: QueryScenario, row: number): void {
    const pattern = this.patterns.ofRow[row]!;
    // With the same fields blank on both sides, both directions score the same: the lower row finds the pair.
    if (pattern === this.pattern ? row <= this.row : this.reached[pattern] === 0) return;
    if (!this.seen.has(row) && this.passes(query, row)) this.decide(row);
  }

  /** Whether a row found in the list being walked may reach the scenario's threshold: false as soon as it cannot. */
  private passes(query: QueryScenario, row: number): boolean {
    const { order, rest, lists } = query;
    let surplus = 0;
    for (let i = 0; i < order.length; i++) {
      if (surplus + rest[i]! < 0) return false;
      const field = order[i]!;
      const list = lists[field]!;
      const similarity = this.similarity(list, row);
      surplus +=
        similarity === BLANK ? query.blank(field) : query.what(field, similarity, this.lists[list]!.column[row]!);
    }
    return surplus + query.base >= 0;
  }

  private similarity(at: number, row: number): Similarity {
    const list = this.lists[at]!;
    const value = list.column[row]!;
    if (value === 0 || list.value === 0) return BLANK;
    return list.complete ? list.table[value]! : this.compared(at, row);
  }

  /** Similarity where neighbours are not known: compared once for each row that is checked. */
  private compared(at: number, row: number): Similarity {
    const { similarities } = this;
    if (this.checked !== row) {
      similarities.fill(UNKNOWN);
      this.checked = row;
    }
    if (similarities[at] === UNKNOWN) similarities[at] = this.lists[at]!.compare(this.lists[at]!.column[row]!);
    return similarities[at]!;
  }

  /** Takes the pair with another row if it is one, and this row's to tell. */
  private decide(row: number): void {
    this.den = 0;
    for (const query of this.queries) this.raise(query, row, false);
    if (this.den === 0) return;
    this.seen.add(row);
    this.decided.push(row);
    const pattern = this.patterns.ofRow[row]!;
    if (pattern !== this.pattern && this.patterns.reachedBy(pattern)[this.pattern] === 1) {
      const { num, den } = this;
      this.den = 0;
      for (const query of this.queriesOf(row)) this.raise(query, row, true);
      // Found from the other side as well: there, if that is the lower row.
      if (this.den > 0 && row < this.row) return;
      if (this.den === 0 || this.num * den <= num * this.den) {
        this.num = num;
        this.den = den;
      }
    }
    this.found.push({ row, num: this.num, den: this.den });
  }

  /** @param back whether `query` is the other row's: similarities are the same, what is stored is this row */
  private raise(query: QueryScenario, row: number, back: boolean): void {
    const { fieldSimilarities, fieldValues } = this;
    for (let i = 0; i < query.lists.length; i++) {
      const at = query.lists[i]!;
      const list = this.lists[at]!;
      fieldSimilarities[i] = this.similarity(at, row);
      fieldValues[i] = back ? list.value : list.column[row]!;
    }
    const { num, den, isDuplicate } = query.score(fieldSimilarities, fieldValues);
    if (!isDuplicate || (this.den > 0 && num * this.den <= this.num * den)) return;
    this.num = num;
    this.den = den;
  }

  private reaches(at: number, similarity: Similarity): boolean {
    for (let s = 0; s < this.concernedCount; s++) {
      const query = this.concerned[s]!;
      let surplus = query.base;
      for (let i = 0; i < query.lists.length; i++) {
        const list = query.lists[i]!;
        surplus += list === at ? query.mostFound(i, similarity) : query.most(i, this.ceilings[list]!);
      }
      if (surplus >= 0) return true;
    }
    return false;
  }

  /** For a threshold of 0, which a row without a single similar value can reach. */
  private walkEverything(): void {
    for (let row = 1; row <= this.index.lastRow; row++) {
      const pattern = this.patterns.ofRow[row]!;
      if (pattern === this.pattern ? row <= this.row : this.reached[pattern] === 0) continue;
      if (!this.index.isLive(row)) continue;
      this.decide(row);
    }
  }
}

/** Room for the neighbours that the searches of several threads find, for one another. */
export function roomForNeighbours(index: MemoryIndex, scenarios: readonly Scenario[]): KeptImage[] {
  const features = new Set(scenarios.flatMap((scenario) => index.featuresOf(scenario)));
  return Array.from(features, ({ dictionary }) => KeptRecords.room(dictionary.size));
}
