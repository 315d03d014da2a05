import { FULL } from '../../matching/method.js';
import type { JoinScenario } from './join-scenario.js';

/** The part of a field's values that is walked. */
export const NOTHING = 0;
export const EQUAL = 1;
export const SIMILAR = 2;

const UNKNOWN = -1;
/** The search for the cheapest lists stops after so many tries and takes the best it has. */
const MOST_TRIES = 100;
/** Below so many rows a search for cheaper lists costs more than it saves. */
const DEAR = 200;

/**
 * One row under one scenario: what each field can add for a row that is met or not met in its lists, and which lists
 * suffice. A row of the table that is in none of the lists walked adds, in each field, at most the bound that the plan
 * was made with; where the sum of the bounds is below 0, it is no duplicate.
 */
export class JoinPlan {
  /** By field: whether the row holds a value. */
  readonly isFilled: Uint8Array;
  /** By field: what an equal value adds at the most, and another one, and one that is in no list. */
  readonly equal: Float64Array;
  readonly other: Float64Array;
  readonly rest: Float64Array;
  /** By field: what it adds where the other row is blank. Where the row itself is, all of the above are the same. */
  readonly blank: Float64Array;
  /** By field: rows that hold the value, and rows that hold one similar to it. */
  readonly equalRows: Float64Array;
  readonly similarRows: Float64Array;
  /** By field: `NOTHING`, `EQUAL` or `SIMILAR` (equal values, too). */
  readonly walked: Uint8Array;
  /** By field: the bound. */
  private readonly bounds: Float64Array;
  /** By field: 1 or 0, whether the rows to be found hold a value; else `UNKNOWN`. */
  private readonly known: Int8Array;
  /** Fields whose value the row holds. */
  readonly dearestFirst: number[] = [];
  /** The cheapest choice so far. */
  private readonly best: Uint8Array;
  private leastCost = 0;
  private tries = 0;
  private readonly count: number;

  constructor(private readonly scenario: JoinScenario) {
    const count = scenario.columns.length;
    this.count = count;
    this.isFilled = new Uint8Array(count);
    this.equal = new Float64Array(count);
    this.other = new Float64Array(count);
    this.rest = new Float64Array(count);
    this.blank = new Float64Array(count);
    this.equalRows = new Float64Array(count);
    this.similarRows = new Float64Array(count);
    this.walked = new Uint8Array(count);
    this.best = new Uint8Array(count);
    this.bounds = new Float64Array(count);
    this.known = new Int8Array(count);
  }

  /** To be called when the row's fields are set. */
  start(): void {
    const { dearestFirst, equalRows, similarRows } = this;
    dearestFirst.length = 0;
    for (let i = 0; i < this.count; i++) {
      if (this.isFilled[i] === 0) continue;
      const cost = equalRows[i]! + similarRows[i]!;
      let at = dearestFirst.length;
      while (at > 0 && equalRows[dearestFirst[at - 1]!]! + similarRows[dearestFirst[at - 1]!]! < cost) at--;
      dearestFirst.splice(at, 0, i);
    }
  }

  /**
   * Chooses the lists to walk for rows of a class: those of the fewest rows, that suffice.
   *
   * @param filled by column; `undefined` where the rows differ
   * @returns false where no lists suffice
   */
  choose(filled: Uint8Array | undefined): boolean {
    const { walked, known, scenario } = this;
    for (let i = 0; i < this.count; i++) {
      known[i] = filled ? filled[scenario.columns[i]!]! : UNKNOWN;
      this.walkAll(i);
    }
    if (!this.isBelow()) return false;
    const cost = this.leaveOut();
    if (cost < DEAR) return true;
    this.best.set(walked);
    this.leastCost = cost;
    this.tries = 0;
    for (const i of this.dearestFirst) this.walkAll(i);
    this.visit(0, 0);
    walked.set(this.best);
    return true;
  }

  /** Leaves out what can be, the dearest first. @returns rows in the lists that are left */
  private leaveOut(): number {
    const { known, bounds, walked, equal, other, equalRows, similarRows } = this;
    let cost = 0;
    for (const i of this.dearestFirst) {
      if (known[i] === 0) continue;
      const all = bounds[i]!;
      bounds[i] = Math.max(equal[i]!, other[i]!);
      if (this.isBelow()) {
        walked[i] = NOTHING;
        continue;
      }
      cost += equalRows[i]!;
      bounds[i] = other[i]!;
      if (walked[i] === SIMILAR && this.isBelow()) walked[i] = EQUAL;
      else {
        bounds[i] = all;
        if (walked[i] === SIMILAR) cost += similarRows[i]!;
      }
    }
    return cost;
  }

  private walkAll(i: number): void {
    const hasSimilar = this.similarRows[i]! > 0;
    this.walked[i] = this.isFilled[i] === 0 || this.known[i] === 0 ? NOTHING : hasSimilar ? SIMILAR : EQUAL;
    this.bounds[i] = hasSimilar ? this.rest[i]! : this.other[i]!;
  }

  /** Tries what may be left out of the fields from `at` on of `dearestFirst`, whose lists are all walked until then. */
  private visit(at: number, cost: number): void {
    const { dearestFirst, known, bounds, walked, equal, other, equalRows, similarRows } = this;
    if (cost >= this.leastCost || ++this.tries > MOST_TRIES) return;
    if (at === dearestFirst.length) {
      this.leastCost = cost;
      this.best.set(walked);
      return;
    }
    const i = dearestFirst[at]!;
    if (known[i] === 0) {
      this.visit(at + 1, cost);
      return;
    }
    walked[i] = NOTHING;
    bounds[i] = Math.max(equal[i]!, other[i]!);
    if (this.isBelow()) this.visit(at + 1, cost);
    if (similarRows[i]! > 0) {
      walked[i] = EQUAL;
      bounds[i] = other[i]!;
      if (this.isBelow()) this.visit(at + 1, cost + equalRows[i]!);
    }
    this.walkAll(i);
    this.visit(at + 1, cost + equalRows[i]! + similarRows[i]!);
  }

  /** Whether no row within the bounds is a duplicate. */
  private isBelow(): boolean {
    const { count, bounds, scenario, blank, isFilled } = this;
    const { weights, required } = scenario;
    let sum = scenario.base;
    let compared = 0;
    for (let i = 0; i < count; i++) {
      if (this.isBetterBlank(i)) sum += blank[i]!;
      else {
        sum += bounds[i]!;
        if (isFilled[i] === 1) compared += weights[i]!;
      }
    }
    return sum < 0 || (required > 0 && sum + this.leastLoss(required / FULL - compared) < 0);
  }

  /** Whether a row's bound is highest where it is blank, or it is known to be. */
  private isBetterBlank(i: number): boolean {
    return this.known[i] === 0 || (this.known[i] === UNKNOWN && this.bounds[i]! <= this.blank[i]!);
  }

  /**
   * Fields that would rather be blank, but some of them must be compared: those that lose least for their weight, the
   * last one in part, which no real choice can beat.
   *
   * @param missing weight to be compared besides
   * @returns what they add; -Infinity where there are not enough of them
   */
  private leastLoss(missing: number): number {
    const { bounds, known } = this;
    const { weights } = this.scenario;
    let loss = 0;
    let left = missing;
    const losers: number[] = [];
    for (let i = 0; i < this.count; i++)
      if (known[i] === UNKNOWN && this.isFilled[i] === 1 && this.isBetterBlank(i)) losers.push(i);
    losers.sort((a, b) => bounds[b]! / weights[b]! - bounds[a]! / weights[a]!);
    for (const i of losers) {
      if (left <= 0) break;
      const taken = Math.min(weights[i]!, left);
      loss += (bounds[i]! * taken) / weights[i]!;
      left -= taken;
    }
    return left > 0 ? -Infinity : loss;
  }
}
