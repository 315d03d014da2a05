import { FULL, type Similarity } from '../../matching/method.js';
import type { Scenario } from '../../matching/scenario.js';
import { IdCollector } from '../../runtime/memory/id-collector.js';
import type { MemoryIndex } from '../memory-index.js';
import type { IndexedField } from '../values/indexed-field.js';
import { NOTHING, SIMILAR, JoinPlan } from './join-plan.js';
import { BLANK, adjustmentsIn, joinScenario, type JoinScenario } from './join-scenario.js';
import type { JoinTable } from './join-table.js';
import type { PairColumns } from './pair-columns.js';
import { similarityIn } from './similar-pairs.js';
import { LISTED, SKETCH_WORDS, SketchBounds } from './row-sketches.js';

/** Maximum length of a list for which a linear scan is faster than a binary search. */
const SHORT = 16 * LISTED;
const NOBODY = -1;
const AT_ONCE = 128;

/** Receives a matching row and its score, `num / den` (0..10,000). */
type TakeMatch = (row: number, similarities: Int32Array, num: number, den: number) => void;

/**
 * Joins each row with all later rows. For each class of rows, a `JoinPlan` decides which lists of rows to scan. A row
 * found in a list is scored only if its sketch and then the similarities of its values allow a duplicate.
 */
export class RowJoin {
  private readonly planned: readonly Planned[];
  private readonly own: Int32Array;
  private readonly prepared: unknown[];
  private readonly similarities: Int32Array;
  /** `met`: rows whose sketches pass in the current scenario. `found`: possible duplicates in any scenario. */
  private readonly met = new IdCollector();
  private readonly found = new IdCollector();
  /** Stores prefetched values, because the compiler would remove reads without effect. */
  private readonly read = new Int32Array(1);
  /** Number of scanned lists, of checked sketches, and of rows whose values were read. */
  readonly counts = { lists: 0, sketches: 0, checked: 0 };
  private row = 0;
  private source = NOBODY;

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

  pairsOf(row: number, into: PairColumns): void {
    this.matchesOf(row, row + 1, (other, _similarities, num, den) => into.add(row, other, num, den));
  }

  /**
   * Finds duplicates in row `from` and later rows, ascending.
   * @param take receives similarities (`BLANK` for a blank)
   */
  matchesOf(row: number, from: number, take: TakeMatch): void {
    this.find(row, from);
    const { found } = this;
    for (const other of found.ids.subarray(0, found.count).sort()) this.score(other, take);
    found.clear();
  }

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
      const { met } = this;
      this.start(planned);
      this.plan(planned, from);
      this.walk(planned);
      for (let n = 0; n < met.count; n++) this.check(planned, met.ids[n]!);
      this.counts.checked += met.count;
      met.clear();
    }
  }

  private start({ scenario, plan, bounds, values, isOld }: Planned): void {
    const { columns } = scenario;
    for (let i = 0; i < columns.length; i++) {
      const value = this.own[columns[i]!]!;
      // Adjacent rows often have the same values.
      isOld[i] = value === values[i] ? 1 : 0;
      if (isOld[i] === 1) continue;
      values[i] = value;
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
    bounds.fill(plan, this.own, this.table.columns, isOld);
  }

  private plan(planned: Planned, first: number): void {
    const { plan, walked, from, to, limits } = planned;
    walked.fill(NOTHING);
    limits.fill(Infinity);
    for (const { start, end, filled, source } of this.table.classes) {
      if (end <= first || (source >= 0 && source === this.source)) continue;
      if (!plan.choose(filled)) {
        this.meetAll(planned, Math.max(start, first), end);
        continue;
      }
      for (let i = 0; i < walked.length; i++) {
        if (plan.walked[i] === NOTHING) continue;
        if (walked[i] === NOTHING) from[i] = Math.max(start, first);
        to[i] = end;
        walked[i] = Math.max(walked[i]!, plan.walked[i]!);
        if (plan.walked[i] === SIMILAR) limits[i] = Math.min(limits[i]!, plan.limits[i]!);
      }
    }
  }

  /** Scans the shortest lists first, so that the bounds of rows found only in longer lists are lower. */
  private walk(planned: Planned): void {
    const { scenario, plan, walked, limits, bounds } = planned;
    const { dearestFirst } = plan;
    for (let n = dearestFirst.length - 1; n >= 0; n--) {
      const i = dearestFirst[n]!;
      if (walked[i] === NOTHING) continue;
      const column = scenario.columns[i]!;
      const value = this.own[column]!;
      const others = bounds.withoutField(i);
      if (others + plan.equal[i]! >= 0) this.walkList(planned, i, value, plan.equal[i]!);
      let skipped = plan.other[i]!;
      if (walked[i] === SIMILAR) {
        skipped = plan.rest[i]!;
        const { starts, values, similarities } = this.table.columns[column]!.similar!;
        const least = scenario.least(i);
        const adjustment = scenario.adjustment(i, value);
        const [from, to] = [starts[value]!, starts[value + 1]!];
        for (let at = from; at < to; at++) {
          if ((at - from) % AT_ONCE === 0) this.readLists(column, values, at, Math.min(at + AT_ONCE, to));
          if (similarities[at]! < least) continue;
          const adds = scenario.adds(i, similarities[at]!, adjustment);
          if (adds < limits[i]!) skipped = Math.max(skipped, adds);
          else if (others + adds >= 0) this.walkList(planned, i, values[at]!, adds);
        }
      }
      // All rows with this value are now found, so a row found later has another value, and therefore a lower bound.
      if (isCovered(planned, n)) bounds.lower(i, skipped, plan.blank[i]!, walked[i] === SIMILAR ? undefined : value);
    }
  }

  private walkList({ scenario, bounds, from, to }: Planned, field: number, value: number, adds: number): void {
    const { starts, rows } = this.table.columns[scenario.columns[field]!]!;
    const end = LISTED * starts[value + 1]!;
    let at = firstFrom(rows, LISTED * starts[value]!, end, from[field]!);
    const known = bounds.exactly(field, value, adds);
    const first = at;
    for (const last = to[field]!; at < end && rows[at]! < last; at += LISTED)
      if (bounds.mayReach(known, rows, at + 1)) this.met.add(rows[at]!);
    this.counts.lists++;
    this.counts.sketches += (at - first) / LISTED;
  }

  private readLists(column: number, values: Int32Array, from: number, to: number): void {
    const { starts, rows } = this.table.columns[column]!;
    let read = 0;
    for (let at = from; at < to; at++) read ^= rows[LISTED * starts[values[at]!]!]!;
    this.read[0] = read;
  }

  /** Adds all rows. Used if even a row without similar values can reach the threshold. */
  private meetAll({ bounds }: Planned, from: number, to: number): void {
    const known = bounds.ofAll();
    for (let row = from; row < to; row++)
      if (bounds.mayReach(known, this.table.sketches, row * SKETCH_WORDS)) this.met.add(row);
  }

  private check({ scenario, plan }: Planned, row: number): void {
    const { own, table, source } = this;
    const { records, columns } = table;
    const at = row << table.shift;
    if (row === this.row || (source !== NOBODY && records[at + own.length] === source)) return;
    let sum = scenario.base;
    let compared = 0;
    for (let i = 0; i < scenario.columns.length; i++) {
      const column = scenario.columns[i]!;
      const value = records[at + column]!;
      if (value === 0) {
        sum += plan.blank[i]!;
        continue;
      }
      if (own[column] === NOBODY) {
        sum += plan.other[i]!;
        continue;
      }
      compared += scenario.weights[i]!;
      const lists = columns[column]!.similar;
      if (value === own[column]) sum += plan.equal[i]!;
      else if (!lists) sum += plan.other[i]!;
      else {
        const similarity = similarityIn(lists, own[column]!, value);
        const adjustment = scenario.adjustment(i, own[column]!);
        // Reading the other value's adjustment is a cache miss, so it is read only if it can change the result.
        const lower = similarity === 0 ? adjustment : Math.min(adjustment, scenario.adjustment(i, value));
        sum += scenario.adds(i, similarity, lower);
      }
    }
    if (sum >= 0 && compared * FULL >= scenario.required) this.found.add(row);
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

function firstFrom(rows: Int32Array, start: number, end: number, row: number): number {
  let at = start;
  let to = end;
  while (to - at > SHORT) {
    const middle = at + LISTED * Math.floor((to - at) / (2 * LISTED));
    if (rows[middle]! < row) at = middle + LISTED;
    else to = middle;
  }
  while (at < to && rows[at]! < row) at += LISTED;
  return at;
}

/** Returns whether the rows scanned for a field include those scanned for later fields. @param n in `dearestFirst` */
function isCovered({ plan, walked, from, to }: Planned, n: number): boolean {
  const { dearestFirst } = plan;
  const done = dearestFirst[n]!;
  for (let later = n - 1; later >= 0; later--) {
    const i = dearestFirst[later]!;
    if (walked[i] !== NOTHING && (from[i]! < from[done]! || to[i]! > to[done]!)) return false;
  }
  return true;
}

export interface Planned {
  readonly scenario: JoinScenario;
  readonly plan: JoinPlan;
  readonly walked: Uint8Array;
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** For each field, the minimum contribution at which a similar value's list is scanned. */
  readonly limits: Float64Array;
  readonly bounds: SketchBounds;
  /** By field: the row's value, and whether the previous row has the same value. */
  readonly values: Int32Array;
  readonly isOld: Uint8Array;
}

function plannedScenario(scenario: JoinScenario): Planned {
  const { length } = scenario.columns;
  return {
    scenario,
    plan: new JoinPlan(scenario),
    walked: new Uint8Array(length),
    from: new Int32Array(length),
    to: new Int32Array(length),
    limits: new Float64Array(length),
    bounds: new SketchBounds(scenario),
    values: new Int32Array(length),
    isOld: new Uint8Array(length),
  };
}
