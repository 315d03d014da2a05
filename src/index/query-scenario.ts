import { FULL, type Similarity } from '../matching/method.js';
import type { Scenario } from '../matching/scenario.js';
import { requiredEvidence, type EvidenceRule } from '../matching/score.js';

/**
 * A scenario made ready for one query, and the arithmetic of its bounds.
 *
 * Everything is told as **surplus** over a bar, the fraction `p / q` (the threshold, or the score of the last match kept): a field whose weight counts
 * adds `weight x (similarity x q - p)`, a field out of the weighting adds 0, a blank that counts adds `-weight x p`. A record reaches the bar exactly
 * when the sum is not below 0 (and the evidence suffices). All terms are integers below 2^53: nothing is rounded.
 */
export class QueryScenario {
  /** Positions in the query's list of features, one for each field that was sent. */
  readonly lists: number[] = [];
  readonly weights: number[] = [];
  /** Whether a blank leaves the weighting. */
  readonly ignore: boolean[] = [];
  /** Weight x 10,000 that must be compared. */
  readonly required: number;
  /** False when too little was sent for any record to be a duplicate. */
  readonly possible: boolean;
  /** The bar as a fraction, and whether it is the last kept match's score rather than the threshold. */
  p: number;
  q = 1;
  barIsKept = false;

  /** Order in which a record found in the list being walked is checked: positions in `lists`; see `arrange`. */
  order: number[] = [];
  /** `rest[i]`: the most that the fields from `order[i]` on can add; one longer than `order`. */
  rest: number[] = [];

  constructor(
    readonly scenario: Scenario,
    /** For each field its position in the query's list of features; -1 where it was not sent. */
    positions: readonly number[],
    rule: EvidenceRule,
  ) {
    let sent = 0;
    scenario.fields.forEach((field, i) => {
      if (positions[i]! < 0) return;
      this.lists.push(positions[i]!);
      this.weights.push(field.weight);
      this.ignore.push(field.blank === 'ignore');
      sent += field.weight;
    });
    this.required = requiredEvidence(scenario, sent, rule);
    this.possible = sent > 0 && sent * FULL >= this.required;
    this.p = scenario.threshold;
  }

  /** Raises the bar to the score of the last match kept, where that is above the threshold. */
  raise(num: number, den: number): void {
    if (num < this.scenario.threshold * den) return;
    this.p = num;
    this.q = den;
    this.barIsKept = true;
  }

  /** What a field adds when it is as similar as `similarity` at the most, or blank. */
  most(field: number, similarity: Similarity): number {
    const counted = this.weights[field]! * (similarity * this.q - this.p);
    return this.ignore[field]! && counted < 0 ? 0 : counted;
  }

  what(field: number, similarity: Similarity): number {
    return this.weights[field]! * (similarity * this.q - this.p);
  }

  blank(field: number): number {
    return this.ignore[field]! ? 0 : -this.weights[field]! * this.p;
  }

  /**
   * The greatest surplus of a record whose similarities stay at or below the ceilings (by position in the query's list of features), blanks as they
   * suit it best, `minimumEvidence` respected. Below 0: no such record reaches the bar.
   */
  bound(ceilings: readonly number[]): number {
    if (!this.possible) return -Infinity;
    let surplus = 0;
    let compared = 0;
    let spare = false;
    for (let i = 0; i < this.lists.length; i++) {
      const added = this.weights[i]! * (ceilings[this.lists[i]!]! * this.q - this.p);
      if (this.ignore[i]! && added <= 0) spare = true;
      else {
        surplus += added;
        compared += this.weights[i]!;
      }
    }
    if (!spare || (compared > 0 && compared * FULL >= this.required)) return surplus;
    return surplus + this.leastLoss(ceilings, compared);
  }

  /**
   * Fields that would rather be blank, but some of them must be compared for the evidence: those that lose least for their weight, the last one in part
   * (rounded down), which no real choice can beat. With no evidence asked for, one field must still count, or there is no score at all.
   */
  private leastLoss(ceilings: readonly number[], compared: number): number {
    const spare = this.lists.map((list, i) => ({
      per: ceilings[list]! * this.q - this.p,
      weight: this.weights[i]!,
      i,
    }));
    const losses = spare.filter(({ per, i }) => this.ignore[i]! && per <= 0).sort((a, b) => b.per - a.per);
    let missing = Math.floor(this.required / FULL) - compared;
    if (missing <= 0) return compared > 0 ? 0 : Math.max(...losses.map(({ per, weight }) => per * weight));
    let loss = 0;
    for (const { per, weight } of losses) {
      const taken = Math.min(weight, missing);
      loss += taken * per;
      missing -= taken;
      if (missing <= 0) break;
    }
    return loss;
  }

  /**
   * Prepares the check of records found in one list: that field first, then the others by what they can still add, those whose similarity may take a
   * comparison last.
   *
   * @returns false when the list is none of this scenario's
   */
  arrange(list: number, ceilings: readonly number[], complete: readonly boolean[]): boolean {
    if (!this.possible || !this.lists.includes(list)) return false;
    const rank = (i: number) => (this.lists[i] === list ? 2e9 : complete[this.lists[i]!]! ? 1e9 : 0) + this.weights[i]!;
    this.order = this.lists.map((_, i) => i).sort((a, b) => rank(b) - rank(a));
    this.rest = new Array<number>(this.order.length + 1).fill(0);
    this.refresh(ceilings);
    return true;
  }

  /** Calculates `rest` anew after the bar rose. */
  refresh(ceilings: readonly number[]): void {
    for (let i = this.order.length - 1; i >= 0; i--) {
      const field = this.order[i]!;
      this.rest[i] = this.rest[i + 1]! + this.most(field, ceilings[this.lists[field]!]!);
    }
  }
}
