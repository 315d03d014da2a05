import type { Similarity } from '../../matching/method.js';
import {
  PARTS,
  adjustmentOf,
  combineOdds,
  adjustedWeight,
  leastMatchWeight,
  levelAt,
  posteriorParts,
  type SimilarityLevel,
  type FieldModel,
} from '../../matching/model.js';
import type { Scenario } from '../../matching/scenario.js';
import type { OverlapRule, ScenarioScore } from '../../matching/score.js';
import type { IndexedField } from '../values/indexed-field.js';
import { BLANK, QueryScenario } from './query-scenario.js';

const BEYOND = 1e9;

/** Match weights of a field, with the adjustment for the query's value: upper bounds for all pairs of this value. */
interface QueriedField {
  readonly levels: readonly SimilarityLevel[];
  readonly adjustment: number;
  /** For each level, the greatest contribution of this level and all later levels. */
  readonly most: readonly number[];
  /** Match weight of the lowest level: similarities below `lowestBelow`, which most pairs of values have. */
  readonly lowest: number;
  readonly lowestBelow: Similarity;
  readonly stored: StoredAdjustments | undefined;
}

/**
 * A probabilistic scenario. Each field adds the match weight of its level, adjusted for the more common value. A blank
 * adds 0. `required` is the lowest match weight whose posterior reaches the threshold or the kth best score.
 */
export class ProbabilisticQuery extends QueryScenario {
  readonly possible: boolean;
  private readonly fields: QueriedField[] = [];
  private readonly places: number[] = [];
  private required: number;

  constructor(
    scenario: Scenario,
    positions: readonly number[],
    sent: readonly { readonly field: IndexedField; readonly text: string }[],
    rule: OverlapRule,
  ) {
    super(scenario, rule);
    if (rule === 'dedupe' && scenario.model!.fields.some(({ blanks }) => blanks))
      throw new Error('index: only the self-join compares blank values');
    scenario.fields.forEach(({ isNameOrPlace }, i) => {
      if (positions[i]! < 0) return;
      const { field: column, text } = sent[positions[i]!]!;
      const field = queriedField(scenario.model!.fields[i]!, text, column);
      this.positions.push(positions[i]!);
      this.fields.push(field);
      this.places.push(i);
      this.decisive.push(isNameOrPlace !== true);
      this.weights.push(Math.max(1, Math.max(...field.most) - Math.min(...field.most)));
    });
    this.required = finite(leastMatchWeight(scenario.threshold, 1));
    this.possible = this.needsDecisive ? this.decisive.includes(true) : this.positions.length > 0;
  }

  get base(): number {
    return this.scenario.model!.prior - this.required;
  }

  raise(num: number, den: number): void {
    if (num < this.scenario.threshold * den) return;
    this.required = finite(leastMatchWeight(num, den));
    this.isAtKthScore = true;
  }

  upperBound(field: number, similarity: Similarity): number {
    return Math.max(0, this.upperBoundIfPresent(field, similarity));
  }

  upperBoundIfPresent(field: number, similarity: Similarity): number {
    const { levels, most } = this.fields[field]!;
    return most[levelAt(levels, similarity)]!;
  }

  contribution(field: number, similarity: Similarity, value: number): number {
    const { levels, adjustment, stored, lowest, lowestBelow } = this.fields[field]!;
    if (similarity < lowestBelow) return lowest;
    const level = levels[levelAt(levels, similarity)]!;
    if (level.adjusted === 0 || stored === undefined) return level.matchWeight;
    return adjustedWeight(level, Math.min(adjustment, stored.get(value)));
  }

  blank(): number {
    return 0;
  }

  protected different(field: number): number {
    return this.fields[field]!.lowest;
  }

  marginBound(ceilings: readonly number[]): number {
    if (!this.possible) return -Infinity;
    let margin = this.base;
    let rests = !this.needsDecisive;
    for (let i = 0; i < this.positions.length; i++) {
      const most = this.upperBound(i, ceilings[this.positions[i]!]!);
      if (most > 0 && this.decisive[i]!) rests = true;
      margin += most;
    }
    return rests ? margin : -Infinity;
  }

  score(similarities: readonly number[], values: readonly number[]): ScenarioScore {
    if (this.positions.length === 0) return { num: 0, den: 0, isDuplicate: false };
    const { prior, nonMatches = [] } = this.scenario.model!;
    let sum = prior;
    const sums = nonMatches.map((each) => each.prior);
    let rests = !this.needsDecisive;
    for (let i = 0; i < this.positions.length; i++) {
      if (similarities[i] === BLANK) continue;
      const evidence = this.contribution(i, similarities[i]!, values[i]!);
      const level = levelAt(this.fields[i]!.levels, similarities[i]!);
      sum += evidence;
      if (evidence > 0 && this.decisive[i]!) rests = true;
      for (let r = 0; r < sums.length; r++)
        sums[r]! += nonMatches[r]!.matchWeights[this.places[i]!]?.[level] ?? evidence;
    }
    if (!rests) return { num: 0, den: PARTS, isDuplicate: false };
    for (const against of sums) sum = combineOdds(sum, against);
    const num = posteriorParts(sum);
    return { num, den: PARTS, isDuplicate: num >= this.scenario.threshold * PARTS };
  }
}

function queriedField(model: FieldModel, normal: string, column: IndexedField): QueriedField {
  const { levels } = model;
  const adjustment = adjustmentOf(model.frequencies, normal);
  const most = levels.map((level) => adjustedWeight(level, adjustment));
  for (let i = most.length - 2; i >= 0; i--) most[i] = Math.max(most[i]!, most[i + 1]!);
  const last = levels.at(-1)!;
  const stored = model.frequencies && StoredAdjustments.of(model, column);
  const lowestBelow = last.adjusted === 0 ? (levels.at(-2)?.from ?? Infinity) : 0;
  return { levels, adjustment, most, lowest: last.matchWeight, lowestBelow, stored };
}

function finite(evidence: number): number {
  return Math.max(-BEYOND, Math.min(BEYOND, evidence));
}

const PLACES = 1 << 12;

/** Frequency adjustments by value id under one model. Recently used adjustments are cached. */
class StoredAdjustments {
  private readonly values = new Int32Array(PLACES);
  private readonly adjustments = new Int32Array(PLACES);

  constructor(
    private readonly model: FieldModel,
    private readonly column: IndexedField,
  ) {}

  static of(model: FieldModel, column: IndexedField): StoredAdjustments {
    let byField = known.get(model);
    if (byField === undefined) known.set(model, (byField = new WeakMap()));
    let adjustments = byField.get(column);
    if (adjustments === undefined) byField.set(column, (adjustments = new StoredAdjustments(model, column)));
    return adjustments;
  }

  get(value: number): number {
    const place = value & (PLACES - 1);
    if (this.values[place] !== value) {
      this.adjustments[place] = adjustmentOf(this.model.frequencies, this.column.text(value));
      this.values[place] = value;
    }
    return this.adjustments[place]!;
  }
}

const known = new WeakMap<FieldModel, WeakMap<IndexedField, StoredAdjustments>>();
