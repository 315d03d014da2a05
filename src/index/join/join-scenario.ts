import { FULL, type Similarity } from '../../matching/method.js';
import {
  PARTS,
  adjustmentOf,
  blankWeight,
  combineOdds,
  leastMatchWeight,
  levelAt,
  posteriorParts,
  type FieldModel,
  type ScoreModel,
} from '../../matching/model.js';
import type { Scenario } from '../../matching/scenario.js';
import { requiredOverlap } from '../../matching/score.js';
import type { IndexedField } from '../values/indexed-field.js';

export const BLANK = -1;
const NONE = -1;
/** Replaces an infinite threshold. Greater than every sum. */
const BEYOND = 1e9;

/**
 * A scenario as a sum. A pair can be a duplicate if `base` plus the contributions of all fields is at least 0 in either
 * direction. The score is the higher of the two scores that `scorePair` returns with the overlap rule `dedupe`.
 */
export abstract class JoinScenario {
  abstract readonly base: number;
  /** For each field, the part of `required` that the field adds if both rows have a value. */
  readonly weights: readonly number[];
  abstract readonly required: number;
  /** The score of the last pair is `num / den`, from 0 to 10,000. `den` is 0 if the pair is not a duplicate. */
  num = 0;
  den = 0;

  constructor(
    protected readonly scenario: Scenario,
    readonly columns: readonly number[],
  ) {
    this.weights = scenario.fields.map(({ weight }) => weight);
  }

  /** Returns the greatest frequency adjustment of a pair with this value. */
  abstract adjustment(field: number, value: number): number;
  abstract adds(field: number, similarity: Similarity, adjustment: number): number;
  /** Returns the greatest contribution of a pair with at most this similarity. */
  abstract most(field: number, similarity: Similarity, adjustment: number): number;
  /** Returns the contribution if the field is blank in `count` (1 or 2) of the two rows. */
  abstract blank(field: number, count: number): number;
  /** Returns the lowest similarity with a positive contribution. */
  abstract least(field: number): Similarity;

  /** @param similarities by column of the table @param one start of the row's values in `records` */
  abstract score(similarities: ArrayLike<number>, records: Int32Array, one: number, two: number): void;
}

/** Returns frequency adjustments by value id, or `undefined` if there are none. @param column Column of the table */
type AdjustmentsOf = (field: FieldModel, column: number) => ArrayLike<number> | undefined;

export const adjustmentsIn =
  (indexed: readonly IndexedField[]): AdjustmentsOf =>
  (field, column) =>
    adjustmentsOf(field, indexed[column]!);

export function joinScenario(scenario: Scenario, columns: readonly number[], adjustments: AdjustmentsOf): JoinScenario {
  return scenario.model
    ? new ProbabilisticJoin(scenario, scenario.model, columns, adjustments)
    : new WeightedJoin(scenario, columns);
}

/** A weighted scenario. A blank field adds 0 to the sum, as if it had no weight. `score` then decides. */
class WeightedJoin extends JoinScenario {
  readonly base = 0;
  readonly required = requiredOverlap(this.scenario, 0, 'dedupe');

  adjustment(): number {
    return 0;
  }

  adds(field: number, similarity: Similarity): number {
    return this.weights[field]! * (similarity - this.scenario.threshold);
  }

  most(field: number, similarity: Similarity): number {
    return this.adds(field, similarity);
  }

  blank(): number {
    return 0;
  }

  least(): Similarity {
    return 1;
  }

  score(similarities: ArrayLike<number>, records: Int32Array, one: number, two: number): void {
    const { scenario, columns, weights, required } = this;
    let num = 0;
    let both = 0;
    let oneMore = 0;
    let twoMore = 0;
    for (let i = 0; i < columns.length; i++) {
      const column = columns[i]!;
      if (similarities[column] !== BLANK) {
        num += weights[i]! * similarities[column]!;
        both += weights[i]!;
      } else if (scenario.fields[i]!.blank === 'mismatch') {
        if (records[one + column] !== 0) oneMore += weights[i]!;
        if (records[two + column] !== 0) twoMore += weights[i]!;
      }
    }
    // A pair without a compared field has no score, so a threshold of 0 also requires a compared field.
    const den = both + Math.min(oneMore, twoMore) || Math.max(oneMore, twoMore);
    const isDuplicate = den > 0 && both * FULL >= required && num >= scenario.threshold * den;
    this.num = num;
    this.den = isDuplicate ? den : 0;
  }
}

class ProbabilisticJoin extends JoinScenario {
  readonly base: number;
  readonly required = 0;
  private readonly adjustments: readonly (ArrayLike<number> | undefined)[];
  private readonly leasts: readonly Similarity[];
  private readonly additions: readonly Additions[];

  constructor(
    scenario: Scenario,
    private readonly model: ScoreModel,
    columns: readonly number[],
    adjustments: AdjustmentsOf,
  ) {
    super(scenario, columns);
    const bar = Math.max(-BEYOND, Math.min(BEYOND, leastMatchWeight(scenario.threshold, 1)));
    this.base = model.prior - bar;
    this.adjustments = model.fields.map((field, i) => adjustments(field, columns[i]!));
    this.additions = model.fields.map(additionsOf);
    this.leasts = model.fields.map(({ levels }) => {
      const last = levels.length - 1;
      let level = last;
      while (
        level > 0 &&
        levels[level - 1]!.matchWeight <= levels[last]!.matchWeight &&
        levels[level - 1]!.adjusted === 0
      )
        level--;
      return level === 0 ? FULL : levels[level - 1]!.from;
    });
  }

  adjustment(field: number, value: number): number {
    return this.adjustments[field]?.[value] ?? 0;
  }

  adds(field: number, similarity: Similarity, adjustment: number): number {
    const { levelOf, weights, adjusted } = this.additions[field]!;
    const level = levelOf[similarity]!;
    return weights[level]! + Math.floor((adjustment * adjusted[level]!) / 1_000);
  }

  most(field: number, similarity: Similarity, adjustment: number): number {
    const { levelOf, weights, adjusted } = this.additions[field]!;
    let most = -Infinity;
    for (let level = levelOf[similarity]!; level < weights.length; level++)
      most = Math.max(most, weights[level]! + Math.floor((adjustment * adjusted[level]!) / 1_000));
    return most;
  }

  blank(field: number, count: number): number {
    return blankWeight(this.model.fields[field]!, count);
  }

  least(field: number): Similarity {
    return this.leasts[field]!;
  }

  score(similarities: ArrayLike<number>, records: Int32Array, one: number, two: number): void {
    const { model, columns, scenario } = this;
    const nonMatches = model.nonMatches ?? [];
    this.den = 0;
    let total = model.prior;
    let isFilled = false;
    for (let i = 0; i < columns.length; i++) {
      const column = columns[i]!;
      if (records[one + column] !== 0 || records[two + column] !== 0) isFilled = true;
      total += this.weightOf(i, similarities[column]!, records, one, two);
    }
    // If all these fields of a record are blank, the required evidence is unknown.
    if (!isFilled || total < model.prior - this.base) return;
    const sums = nonMatches.map(({ prior }) => prior);
    for (let i = 0; i < columns.length; i++) {
      const similarity = similarities[columns[i]!]!;
      const byBlanks = this.blank(i, this.blanksOf(i, records, one, two));
      const own = this.weightOf(i, similarity, records, one, two) - byBlanks;
      const level = similarity === BLANK ? NONE : levelAt(model.fields[i]!.levels, similarity);
      for (let r = 0; r < sums.length; r++) {
        const against = nonMatches[r]!;
        sums[r]! += (against.matchWeights[i]?.[level] ?? own) + (against.isBlankAlike === true ? 0 : byBlanks);
      }
    }
    for (const against of sums) total = combineOdds(total, against);
    const num = posteriorParts(total);
    this.num = num;
    if (num >= scenario.threshold * PARTS) this.den = PARTS;
  }

  private weightOf(field: number, similarity: Similarity, records: Int32Array, one: number, two: number): number {
    const column = this.columns[field]!;
    if (similarity === BLANK) return this.blank(field, this.blanksOf(field, records, one, two));
    const adjustment = Math.min(
      this.adjustment(field, records[one + column]!),
      this.adjustment(field, records[two + column]!),
    );
    return this.adds(field, similarity, adjustment);
  }

  private blanksOf(field: number, records: Int32Array, one: number, two: number): number {
    const column = this.columns[field]!;
    return (records[one + column] === 0 ? 1 : 0) + (records[two + column] === 0 ? 1 : 0);
  }
}

/** Contributions of a field, in the form that the inner loops need. See `adjustedWeight`. */
interface Additions {
  readonly levelOf: Uint8Array;
  /** For each level, the weight if both rows have values, and the share of the adjustment that counts (thousandths). */
  readonly weights: Float64Array;
  readonly adjusted: Float64Array;
}

function additionsOf(field: FieldModel): Additions {
  const { levels } = field;
  const levelOf = new Uint8Array(FULL + 1);
  levels.forEach(({ from }, level) => levelOf.fill(level, from, level === 0 ? FULL + 1 : levels[level - 1]!.from));
  return {
    levelOf,
    weights: Float64Array.from(levels, ({ matchWeight }) => matchWeight + blankWeight(field, 0)),
    adjusted: Float64Array.from(levels, ({ adjusted }) => adjusted),
  };
}

function adjustmentsOf({ frequencies }: FieldModel, field: IndexedField): Int32Array | undefined {
  if (frequencies === undefined) return undefined;
  const { size } = field.dictionary;
  const adjustments = new Int32Array(size + 1).fill(frequencies.others);
  if (field.parts.length === 0 && frequencies.sealed === undefined)
    for (const [text, adjustment] of frequencies.listed) adjustments[field.dictionary.find(text)] = adjustment;
  // Several values may have the same string, and digests can only be looked up, so this iterates over the values.
  else for (let value = 1; value <= size; value++) adjustments[value] = adjustmentOf(frequencies, field.text(value));
  return adjustments;
}
