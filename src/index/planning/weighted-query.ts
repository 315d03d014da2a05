import { FULL, type Similarity } from '../../matching/method.js';
import type { Scenario } from '../../matching/scenario.js';
import { requiredOverlap, type OverlapRule, type ScenarioScore } from '../../matching/score.js';
import { BLANK, QueryScenario } from './query-scenario.js';

/**
 * A weighted scenario. `p / q` is the threshold or the kth best score. A field adds `weight x (similarity x q - p)`. A
 * blank adds 0 if the scenario ignores it, otherwise `-weight x p`. All terms are integers below 2^53.
 */
export class WeightedQuery extends QueryScenario {
  /** By field, whether a blank removes the field's weight from the total. */
  private readonly ignore: boolean[] = [];
  private readonly required: number;
  readonly possible: boolean;
  readonly base = 0;
  private p: number;
  private q = 1;

  /** @param positions by field, in the query's list of indexed fields; -1 if the field is not in the query */
  constructor(scenario: Scenario, positions: readonly number[], rule: OverlapRule) {
    super(scenario, rule);
    let sent = 0;
    for (let i = 0; i < positions.length; i++) {
      if (positions[i]! < 0) continue;
      const { weight, blank, isNameOrPlace } = scenario.fields[i]!;
      this.positions.push(positions[i]!);
      this.weights.push(weight);
      this.ignore.push(blank === 'ignore');
      this.decisive.push(isNameOrPlace !== true);
      sent += weight;
    }
    this.required = requiredOverlap(scenario, sent, rule);
    this.possible = sent > 0 && sent * FULL >= this.required && (!this.needsDecisive || this.decisive.includes(true));
    this.p = scenario.threshold;
  }

  raise(num: number, den: number): void {
    if (num < this.scenario.threshold * den) return;
    this.p = num;
    this.q = den;
    this.isAtKthScore = true;
  }

  upperBound(field: number, similarity: Similarity): number {
    const counted = this.weights[field]! * (similarity * this.q - this.p);
    return this.ignore[field]! && counted < 0 ? 0 : counted;
  }

  upperBoundIfPresent(field: number, similarity: Similarity): number {
    return this.contribution(field, similarity);
  }

  contribution(field: number, similarity: Similarity): number {
    return this.weights[field]! * (similarity * this.q - this.p);
  }

  blank(field: number): number {
    return this.ignore[field]! ? 0 : -this.weights[field]! * this.p;
  }

  protected different(field: number): number {
    return -this.weights[field]! * this.p;
  }

  /** Includes `minimumOverlap` and the fields that decide an upsert. */
  marginBound(ceilings: readonly number[]): number {
    if (!this.possible) return -Infinity;
    let margin = 0;
    let compared = 0;
    let spare = false;
    let rests = !this.needsDecisive;
    for (let i = 0; i < this.positions.length; i++) {
      if (this.decisive[i]! && ceilings[this.positions[i]!]! > 0) rests = true;
      const added = this.weights[i]! * (ceilings[this.positions[i]!]! * this.q - this.p);
      if (this.ignore[i]! && added <= 0) spare = true;
      else {
        margin += added;
        compared += this.weights[i]!;
      }
    }
    if (!rests) return -Infinity;
    if (!spare || (compared > 0 && compared * FULL >= this.required)) return margin;
    return margin + this.leastLoss(ceilings, compared);
  }

  score(similarities: readonly number[]): ScenarioScore {
    let num = 0;
    let den = 0;
    let compared = 0;
    let rests = !this.needsDecisive;
    for (let i = 0; i < this.positions.length; i++) {
      const weight = this.weights[i]!;
      const similarity = similarities[i]!;
      if (similarity !== BLANK) {
        if (similarity > 0 && this.decisive[i]!) rests = true;
        num += weight * similarity;
        den += weight;
        compared += weight;
      } else if (!this.ignore[i]!) den += weight;
    }
    if (den === 0 || !rests || compared * FULL < this.required) return { num: 0, den, isDuplicate: false };
    return { num, den, isDuplicate: num >= this.scenario.threshold * den };
  }

  /**
   * Returns the least loss if ignored fields must be compared to reach `minimumOverlap`. Assumes the fields with the
   * least loss per weight, and only a fraction of the last field, so that no actual choice loses less.
   */
  private leastLoss(ceilings: readonly number[], compared: number): number {
    const spare = this.positions.map((list, i) => ({
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
}
