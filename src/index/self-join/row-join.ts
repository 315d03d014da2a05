import { FULL, type Similarity } from '../../matching/method.js';
import type { Scenario } from '../../matching/scenario.js';
import { IdCollector } from '../../memory/id-collector.js';
import { lowerBound } from '../../memory/list-pool.js';
import type { MemoryIndex } from '../memory-index.js';
import type { IndexedField } from '../values/indexed-field.js';
import { NOTHING, SIMILAR } from './join-plan.js';
import { BLANK, adjustmentsIn, joinScenario } from './join-scenario.js';
import type { JoinTable } from './join-table.js';
import type { PairColumns } from './pair-columns.js';
import { boundsOf, plannedScenario, type Planned, type Stretches } from './planned-scenario.js';
import { similarityIn } from './similar-pairs.js';

/** In a list with so few rows left the next one wanted is found faster step by step. */
const SHORT = 16;
/** Rows of a list from which on it pays to make the bounds by their sketches. */
const SKETCHED = 48;
/** Stands for a blank value. */
const NOBODY = -1;

/** Rows that are read before the first of them is looked at. */
const AT_ONCE = 128;

/** Margin of a row that has been met in another list. */
const MET = -1e12;

/** @param num the score, as an exact fraction with `den` (0..10,000) */
type TakeMatch = (row: number, similarities: Int32Array, num: number, den: number) => void;

/**
 * Joins one row of a table after the other with all later rows. Exact: for each class of rows a plan says which lists
 * suffice (see `JoinPlan`); every row in them is looked at, by bounds first, then by the similarities of its values,
 * and scored by all scenarios where it may be a duplicate by one.
 */
export class RowJoin {
  private readonly planned: readonly Planned[];
  /** Values of the row that is joined, by column, `NOBODY` for blank. */
  private readonly own: Int32Array;
  private readonly prepared: unknown[];
  private readonly similarities: Int32Array;
  private readonly found = new IdCollector();
  /** Rows to be visited: each stands in a place of memory of its own, and they are waited for together. */
  private readonly waiting = new Int32Array(AT_ONCE);
  /** For each of them where its bounds stand, and how much less its value adds. */
  private readonly boundsOfWaiting = new Int32Array(AT_ONCE);
  private readonly sparesOfWaiting = new Float64Array(AT_ONCE);
  private waits = 0;
  /** Takes what is read ahead, which nobody asks for: else the reading would be left out as needless. */
  private readonly read = new Int32Array(1);
  private row = 0;
  private source = NOBODY;

  /**
   * @param index that the table was made of
   * @param indexed the table's columns, in its order
   */
  constructor(
    private readonly table: JoinTable,
    index: MemoryIndex,
    private readonly indexed: readonly IndexedField[],
    scenarios: readonly Scenario[],
  ) {
    this.planned = scenarios.map((each) => {
      const columns = index.fieldsOf(each).map((field) => indexed.indexOf(field));
      return plannedScenario(joinScenario(each, columns, adjustmentsIn(indexed)));
    });
    this.own = new Int32Array(indexed.length);
    this.similarities = new Int32Array(indexed.length);
    this.prepared = indexed.map(() => undefined);
  }

  /** Adds the pairs of a row and later ones. */
  pairsOf(row: number, into: PairColumns): void {
    this.matchesOf(row, row + 1, (other, _similarities, num, den) => into.add(row, other, num, den));
  }

  /**
   * Calls back for each duplicate of a row among the rows from `from` on, ascending.
   *
   * @param take is given the pair's similarities by column, `BLANK` where a row is blank: good until it returns
   */
  matchesOf(row: number, from: number, take: TakeMatch): void {
    this.find(row, from);
    const { found } = this;
    // In which order they are met depends on the plan.
    for (const other of found.ids.subarray(0, found.count).sort()) this.score(other, take);
    found.clear();
  }

  /** Collects the rows from this one on that may be duplicates. */
  private find(row: number, from: number): void {
    const { table, own } = this;
    const at = row << table.shift;
    this.row = row;
    for (let c = 0; c < own.length; c++) {
      const value = table.records[at + c]!;
      own[c] = value === 0 ? NOBODY : value;
      this.prepared[c] = undefined;
    }
    this.source = table.hasSources ? table.records[at + own.length]! : NOBODY;
    for (const planned of this.planned) {
      this.start(planned);
      this.plan(planned, from);
      this.walk(planned);
    }
  }

  private start(planned: Planned): void {
    const { scenario, plan, equal, similar } = planned;
    const { columns } = scenario;
    planned.sketchBounds.isFilled = false;
    for (let i = 0; i < columns.length; i++) {
      equal[i]!.clear();
      similar[i]!.clear();
      const value = this.own[columns[i]!]!;
      plan.isFilled[i] = value === NOBODY ? 0 : 1;
      plan.blank[i] = scenario.blank(i, value === NOBODY ? 2 : 1);
      if (value === NOBODY) {
        plan.equal[i] = plan.other[i] = plan.rest[i] = scenario.blank(i, 1);
        plan.equalRows[i] = plan.similarRows[i] = 0;
        continue;
      }
      const { starts, similar: lists } = this.table.columns[columns[i]!]!;
      const adjustment = scenario.adjustment(i, value);
      const least = scenario.least(i);
      const nearest = lists ? lists.nearest[value]! : FULL;
      plan.equal[i] = scenario.adds(i, FULL, adjustment);
      plan.other[i] = scenario.most(i, nearest, adjustment);
      plan.rest[i] = scenario.most(i, Math.min(nearest, least - 1), adjustment);
      plan.equalRows[i] = starts[value + 1]! - starts[value]!;
      plan.similarRows[i] = lists && nearest >= least ? lists.rows[value]! : 0;
    }
    plan.start();
  }

  private plan(planned: Planned, from: number): void {
    const { plan, equal, similar } = planned;
    planned.walked.length = planned.equalBounds.length = planned.otherBounds.length = 0;
    for (const { start, end, filled, source } of this.table.classes) {
      if (end <= from || (source >= 0 && source === this.source)) continue;
      const first = Math.max(start, from);
      const suffice = plan.choose(filled);
      const bounds = boundsOf(planned);
      if (!suffice) this.visitAll(planned, bounds, first, end);
      else
        for (let i = 0; i < equal.length; i++) {
          if (plan.walked[i] === NOTHING) continue;
          equal[i]!.add(first, end, bounds);
          if (plan.walked[i] === SIMILAR) similar[i]!.add(first, end, bounds);
        }
    }
  }

  /**
   * The shortest lists first: each row of a long one has been met by then, or is bounded by what rows can add that are
   * in no list walked.
   */
  private walk(planned: Planned): void {
    const { scenario, plan, equal, similar, equalBounds, otherBounds } = planned;
    const { dearestFirst } = plan;
    for (let n = dearestFirst.length - 1; n >= 0; n--) {
      const i = dearestFirst[n]!;
      const column = scenario.columns[i]!;
      const value = this.own[column]!;
      if (equal[i]!.starts.length > 0) this.walkList(planned, i, value, equal[i]!, 0);
      this.visitWaiting(planned, i);
      for (const bounds of equal[i]!.bounds) equalBounds[bounds + i] = MET;
      if (similar[i]!.starts.length === 0) continue;
      const { starts, values, similarities } = this.table.columns[column]!.similar!;
      const least = scenario.least(i);
      const adjustment = scenario.adjustment(i, value);
      const [from, to] = [starts[value]!, starts[value + 1]!];
      for (let at = from; at < to; at++) {
        if ((at - from) % AT_ONCE === 0) this.readLists(column, values, at, Math.min(at + AT_ONCE, to));
        if (similarities[at]! < least) continue;
        const spare = plan.other[i]! - scenario.adds(i, similarities[at]!, adjustment);
        this.walkList(planned, i, values[at]!, similar[i]!, spare);
      }
      this.visitWaiting(planned, i);
      for (const bounds of similar[i]!.bounds) otherBounds[bounds + i] = plan.rest[i]!;
    }
  }

  /** @param spare how much less this value adds than the plan's bound for another one */
  private walkList(
    planned: Planned,
    field: number,
    value: number,
    { starts, ends, bounds }: Stretches,
    spare: number,
  ): void {
    const column = planned.scenario.columns[field]!;
    const list = this.table.columns[column]!;
    const { rows, sketches } = list;
    const end = list.starts[value + 1]!;
    let i = list.starts[value]!;
    const { sketchBounds } = planned;
    const isLong = sketches !== undefined && end - i >= SKETCHED;
    let known = 0;
    if (isLong) {
      const { equal, other } = planned.plan;
      const adds = value === this.own[column] ? equal[field]! : other[field]! - spare;
      if (!sketchBounds.isFilled) sketchBounds.fill(planned, this.own, this.table.columns);
      known = sketchBounds.exactly(column, value, adds);
    }
    for (let s = 0; s < starts.length && i < end; s++) {
      const first = starts[s]!;
      if (end - i > SHORT) i = lowerBound(rows, i, end, first);
      else while (i < end && rows[i]! < first) i++;
      for (const last = ends[s]!; i < end && rows[i]! < last; i++) {
        if (isLong && !sketchBounds.mayReach(known, sketches, i)) continue;
        const { waits } = this;
        this.waiting[waits] = rows[i]!;
        this.boundsOfWaiting[waits] = bounds[s]!;
        this.sparesOfWaiting[waits] = spare;
        this.waits = waits + 1;
        if (this.waits === AT_ONCE) this.visitWaiting(planned, field);
      }
    }
  }

  /** Reads where lists begin, and the first row of each, ahead of walking them. */
  private readLists(column: number, values: Int32Array, from: number, to: number): void {
    const { starts, rows } = this.table.columns[column]!;
    let read = 0;
    for (let at = from; at < to; at++) read ^= rows[starts[values[at]!]!]!;
    this.read[0] = read;
  }

  /** @param field in whose lists they stand */
  private visitWaiting(planned: Planned, field: number): void {
    const { waiting, waits } = this;
    const { records, shift } = this.table;
    // In a loop of its own: the fetches do not wait for each other.
    let read = 0;
    for (let n = 0; n < waits; n++) read ^= records[waiting[n]! << shift]!;
    this.read[0] = read;
    for (let n = 0; n < waits; n++)
      this.visit(planned, this.boundsOfWaiting[n]!, waiting[n]!, this.sparesOfWaiting[n]!, field);
    this.waits = 0;
  }

  /** For a threshold that a row without a single similar value can reach. */
  private visitAll(planned: Planned, bounds: number, from: number, to: number): void {
    for (let row = from; row < to; row++) this.visit(planned, bounds, row, 0, NOBODY);
  }

  /**
   * Takes a row unless it cannot be a duplicate by the scenario. The inner loop of it all.
   *
   * @param field in whose list it stands
   */
  private visit(planned: Planned, bounds: number, row: number, spare: number, field: number): void {
    const { own } = this;
    const { records, shift } = this.table;
    const { scenario, equalBounds, otherBounds } = planned;
    const { columns } = scenario;
    const { blank } = planned.plan;
    const at = row << shift;
    let sum = scenario.base - spare;
    for (let i = 0; i < columns.length; i++) {
      const column = columns[i]!;
      const value = records[at + column]!;
      sum += value === 0 ? blank[i]! : value === own[column] ? equalBounds[bounds + i]! : otherBounds[bounds + i]!;
    }
    if (sum >= 0) this.check(planned, bounds, row, sum, field);
  }

  /**
   * @param sum of the bounds
   * @param field whose similarity they tell already
   */
  private check(
    { scenario, plan, otherBounds }: Planned,
    bounds: number,
    row: number,
    sum: number,
    field: number,
  ): void {
    const { own, table, source } = this;
    const { records, columns } = table;
    const at = row << table.shift;
    if (row === this.row || (source !== NOBODY && records[at + own.length] === source)) return;
    let left = sum;
    let compared = 0;
    for (let i = 0; i < scenario.columns.length; i++) {
      const column = scenario.columns[i]!;
      const value = records[at + column]!;
      if (value === 0 || own[column] === NOBODY) continue;
      compared += scenario.weights[i]!;
      const bound = otherBounds[bounds + i]!;
      const lists = columns[column]!.similar;
      if (i === field || value === own[column] || !lists || bound === plan.rest[i]) continue;
      const similarity = similarityIn(lists, own[column]!, value);
      const adjustment = scenario.adjustment(i, own[column]!);
      // Read the other value's adjustment only where it can matter: it is a cache miss of its own.
      const lower = similarity === 0 ? adjustment : Math.min(adjustment, scenario.adjustment(i, value));
      left += scenario.adds(i, similarity, lower) - bound;
      if (left < 0) return;
    }
    if (compared * FULL >= scenario.required) this.found.add(row);
  }

  private score(row: number, take: TakeMatch): void {
    const { table, similarities, own } = this;
    const { records, shift } = table;
    const one = this.row << shift;
    const two = row << shift;
    for (let c = 0; c < own.length; c++) similarities[c] = this.similarity(c, records[two + c]!);
    let num = 0;
    let den = 0;
    for (const { scenario } of this.planned) {
      scenario.score(similarities, records, one, two);
      if (scenario.den === 0 || (den > 0 && scenario.num * den <= num * scenario.den)) continue;
      num = scenario.num;
      den = scenario.den;
    }
    if (den > 0) take(row, similarities, num, den);
  }

  private similarity(column: number, value: number): Similarity {
    const own = this.own[column]!;
    if (value === 0 || own === NOBODY) return BLANK;
    if (value === own) return FULL;
    const { similar } = this.table.columns[column]!;
    if (similar) return similarityIn(similar, own, value);
    const field = this.indexed[column]!;
    this.prepared[column] ??= field.preparedOf(own);
    return field.similarityOf(own, this.prepared[column], value);
  }
}
