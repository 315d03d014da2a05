import type { Similarity } from '../matching/method.js';
import {
  PARTS,
  adjustmentOf,
  against,
  evidenceOf,
  leastEvidence,
  levelAt,
  posteriorParts,
  type EvidenceLevel,
  type FieldModel,
} from '../matching/model.js';
import type { Scenario } from '../matching/scenario.js';
import type { EvidenceRule, ScenarioScore } from '../matching/score.js';
import type { Feature } from './feature.js';
import { BLANK, QueryScenario } from './query-scenario.js';

/** A finite stand-in for bars below or above every sum. */
const BEYOND = 1e9;

/** What one field sent adds under the model: by level, with the query value's own adjustment, which no pair of that value exceeds. */
interface SentField {
  readonly levels: readonly EvidenceLevel[];
  readonly adjustment: number;
  /** Greatest contribution of a level or one after it, by level. */
  readonly most: readonly number[];
  readonly model: FieldModel;
  readonly feature: Feature;
}

/**
 * A probabilistic scenario. The bar is the least sum of evidence whose posterior reaches it; each field adds the evidence of its level, adjusted by the
 * commoner of the two values; blanks add 0. The bounds hold because the commoner value's adjustment is never above the query value's own, and because rivals
 * only lower the evidence: bounds leave them out.
 */
export class EvidenceQuery extends QueryScenario {
  readonly possible: boolean;
  private readonly fields: SentField[] = [];
  /** Positions of the fields sent among the scenario's. */
  private readonly places: number[] = [];
  private bar: number;

  /**
   * @param positions for each field its position in the query's list of features; -1 where it was not sent
   * @param sent the query's features and what was sent for each
   */
  constructor(
    scenario: Scenario,
    positions: readonly number[],
    sent: readonly { readonly feature: Feature; readonly text: string }[],
    rule: EvidenceRule,
  ) {
    super(scenario, rule);
    scenario.fields.forEach(({ isNameOrPlace }, i) => {
      if (positions[i]! < 0) return;
      const { feature, text } = sent[positions[i]!]!;
      const field = sentField(scenario.model!.fields[i]!, text, feature);
      this.lists.push(positions[i]!);
      this.fields.push(field);
      this.places.push(i);
      this.carries.push(isNameOrPlace !== true);
      // Planning and checking order: what agreement and disagreement lie apart.
      this.weights.push(Math.max(1, Math.max(...field.most) - Math.min(...field.most)));
    });
    this.bar = finite(leastEvidence(scenario.threshold, 1));
    this.possible = this.mustRest ? this.carries.includes(true) : this.lists.length > 0;
  }

  get base(): number {
    return this.scenario.model!.prior - this.bar;
  }

  raise(num: number, den: number): void {
    if (num < this.scenario.threshold * den) return;
    this.bar = finite(leastEvidence(num, den));
    this.barIsKept = true;
  }

  most(field: number, similarity: Similarity): number {
    return Math.max(0, this.mostFound(field, similarity));
  }

  mostFound(field: number, similarity: Similarity): number {
    const { levels, most } = this.fields[field]!;
    return most[levelAt(levels, similarity)]!;
  }

  what(field: number, similarity: Similarity, value: number): number {
    const { levels, adjustment, model, feature } = this.fields[field]!;
    const level = levels[levelAt(levels, similarity)]!;
    if (level.adjusted === 0 || model.frequencies === undefined) return level.evidence;
    return evidenceOf(level, Math.min(adjustment, storedAdjustment(model, feature, value)));
  }

  blank(): number {
    return 0;
  }

  bound(ceilings: readonly number[]): number {
    if (!this.possible) return -Infinity;
    let surplus = this.base;
    let rests = !this.mustRest;
    for (let i = 0; i < this.lists.length; i++) {
      const most = this.most(i, ceilings[this.lists[i]!]!);
      if (most > 0 && this.carries[i]!) rests = true;
      surplus += most;
    }
    return rests ? surplus : -Infinity;
  }

  score(similarities: readonly number[], values: readonly number[]): ScenarioScore {
    if (this.lists.length === 0) return { num: 0, den: 0, isDuplicate: false };
    const { prior, rivals = [] } = this.scenario.model!;
    let sum = prior;
    const sums = rivals.map((rival) => rival.prior);
    let rests = !this.mustRest;
    for (let i = 0; i < this.lists.length; i++) {
      if (similarities[i] === BLANK) continue;
      const evidence = this.what(i, similarities[i]!, values[i]!);
      const level = levelAt(this.fields[i]!.levels, similarities[i]!);
      sum += evidence;
      if (evidence > 0 && this.carries[i]!) rests = true;
      for (let r = 0; r < sums.length; r++) sums[r]! += rivals[r]!.evidence[this.places[i]!]?.[level] ?? evidence;
    }
    if (!rests) return { num: 0, den: PARTS, isDuplicate: false };
    for (const rival of sums) sum = against(sum, rival);
    const num = posteriorParts(sum);
    return { num, den: PARTS, isDuplicate: num >= this.scenario.threshold * PARTS };
  }
}

function sentField(model: FieldModel, normal: string, feature: Feature): SentField {
  const { levels } = model;
  const adjustment = adjustmentOf(model.frequencies, normal);
  const most = levels.map((level) => evidenceOf(level, adjustment));
  for (let i = most.length - 2; i >= 0; i--) most[i] = Math.max(most[i]!, most[i + 1]!);
  return { levels, adjustment, most, model, feature };
}

function finite(evidence: number): number {
  return Math.max(-BEYOND, Math.min(BEYOND, evidence));
}

/** Adjustments of stored values by their numbers, looked up once each; a feature may serve several models. */
const adjustments = new WeakMap<FieldModel, WeakMap<Feature, Int32Array>>();
const NOT_YET = 0x7fffffff;

function storedAdjustment(model: FieldModel, feature: Feature, value: number): number {
  let byFeature = adjustments.get(model);
  if (byFeature === undefined) adjustments.set(model, (byFeature = new WeakMap()));
  let known = byFeature.get(feature);
  if (known === undefined || value >= known.length) {
    const grown = new Int32Array(Math.max(256, feature.dictionary.size + (feature.dictionary.size >> 1) + 1)).fill(
      NOT_YET,
    );
    if (known) grown.set(known);
    byFeature.set(feature, (known = grown));
  }
  if (known[value] === NOT_YET) known[value] = adjustmentOf(model.frequencies, feature.text(value));
  return known[value]!;
}
