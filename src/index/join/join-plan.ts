import { FULL } from '../../matching/method.js';
import type { JoinScenario } from './join-scenario.js';

export const NOTHING = 0;
const EQUAL = 1;
export const SIMILAR = 2;

const UNKNOWN = -1;

/**
 * Chooses for each field of a row which lists of rows to *walk* (scan): rows with an equal value, or also rows with
 * similar values. A row in no walked list adds at most the field's bound. The sum of the bounds must be below 0.
 */
export class JoinPlan {
  readonly isFilled: Uint8Array;
  /** For each field, the maximum contribution of an equal value, of a similar value, and of a value in no list. */
  readonly equal: Float64Array;
  readonly other: Float64Array;
  readonly rest: Float64Array;
  /** For each field, the contribution if only the other row is blank, and if the row itself is blank. */
  readonly blank: Float64Array;
  readonly equalRows: Float64Array;
  readonly similarRows: Float64Array;
  /** For each field, the lists to walk: `NOTHING`, `EQUAL`, or `SIMILAR`, which includes equal values. */
  readonly walked: Uint8Array;
  /** For each field, the minimum contribution at which a similar value's list must be walked. */
  readonly limits: Float64Array;
  private readonly bounds: Float64Array;
  /** For each field, 1 if all other rows have a value, 0 if none has one, otherwise `UNKNOWN`. */
  private readonly known: Int8Array;
  readonly dearestFirst: number[] = [];
  /** Sum of the bounds. A bound assumes that the other row is blank if that gives the higher score. */
  private sum = 0;
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
    this.limits = new Float64Array(count);
    this.bounds = new Float64Array(count);
    this.known = new Int8Array(count);
  }

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
   * Omits the longest lists.
   * @param filled by column, whether the other rows have a value; `undefined` if this varies
   * @returns false if no plan is valid
   */
  choose(filled: Uint8Array | undefined): boolean {
    const { walked, known, bounds, limits, scenario, similarRows } = this;
    this.sum = scenario.base;
    for (let i = 0; i < this.count; i++) {
      known[i] = filled ? filled[scenario.columns[i]!]! : UNKNOWN;
      const hasSimilar = similarRows[i]! > 0;
      walked[i] = this.isFilled[i] === 0 || known[i] === 0 ? NOTHING : hasSimilar ? SIMILAR : EQUAL;
      bounds[i] = hasSimilar ? this.rest[i]! : this.other[i]!;
      limits[i] = -Infinity;
      this.sum += this.greatest(i);
    }
    if (!this.isBelow()) return false;
    this.leaveOut();
    const dearest = this.dearestFirst.find((i) => walked[i] === SIMILAR);
    // The remaining margin allows similar values of the most expensive field to be skipped.
    if (dearest !== undefined && this.sum < 0) limits[dearest] = this.greatest(dearest) - this.sum;
    return true;
  }

  private leaveOut(): void {
    const { walked, equal, other } = this;
    for (const i of this.dearestFirst) {
      if (this.known[i] === 0) continue;
      if (this.fits(i, Math.max(equal[i]!, other[i]!))) walked[i] = NOTHING;
      else if (walked[i] === SIMILAR && this.fits(i, other[i]!)) walked[i] = EQUAL;
    }
  }

  /** Sets a field's bound, unless the sum of the bounds would reach 0. @returns whether the bound was set */
  private fits(i: number, bound: number): boolean {
    const before = this.bounds[i]!;
    this.take(i, bound);
    if (this.isBelow()) return true;
    this.take(i, before);
    return false;
  }

  private take(i: number, bound: number): void {
    this.sum -= this.greatest(i);
    this.bounds[i] = bound;
    this.sum += this.greatest(i);
  }

  private greatest(i: number): number {
    return this.isBetterBlank(i) ? this.blank[i]! : this.bounds[i]!;
  }

  private isBelow(): boolean {
    const { count, scenario, isFilled, sum } = this;
    const { weights, required } = scenario;
    if (sum < 0 || required === 0) return sum < 0;
    let compared = 0;
    for (let i = 0; i < count; i++) if (isFilled[i] === 1 && !this.isBetterBlank(i)) compared += weights[i]!;
    return sum + this.leastLoss(required / FULL - compared) < 0;
  }

  /** Returns whether the other row's value is known to be blank, or a blank gives the field's highest bound. */
  private isBetterBlank(i: number): boolean {
    return this.known[i] === 0 || (this.known[i] === UNKNOWN && this.bounds[i]! <= this.blank[i]!);
  }

  /**
   * Returns the least loss if fields that score best when blank must be compared. Assumes the fields with the least
   * loss per weight, and only a fraction of the last field, so that no actual choice of fields loses less.
   * @param missing weight that must still be compared
   * @returns -Infinity if there are too few fields
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
