import type { Similarity } from './method.js';
import { sealedAdjustment, type SealedValues } from './sealed-values.js';

/**
 * Statistics of a probabilistic scenario (Fellegi & Sunter 1969), estimated by training. Saving records never changes
 * them. Match weights are log2 odds in thousandths of a bit, as integers, so that sums are exact in any order. A pair's
 * match weight is the prior plus two weights for each field that both records have: the weight of its similarity level,
 * and the adjustment for how common the values are. A blank is neutral in a search or an upsert, which may send only
 * part of a record. Between two complete records, a blank can be evidence.
 */
export interface ScoreModel {
  /** Log2 odds that two random records match, in thousandths of a bit. Depends on the number of training records. */
  readonly prior: number;
  readonly fields: readonly FieldModel[];
  /** Reasons for agreement other than chance (household, same name). A match must be more likely than each. */
  readonly nonMatches?: readonly NonMatchModel[] | undefined;
}

/** Pairs of different records that agree for one reason, such as one household or one place. */
export interface NonMatchModel {
  readonly name: string;
  /** Log2 odds that a pair is a match and not in this class, in thousandths of a bit. */
  readonly prior: number;
  /** Thousandths of a bit by field and level. `null` if agreement is by chance: the field's own weights apply. */
  readonly matchWeights: readonly (readonly number[] | null)[];
  /** Whether these pairs have blanks as often as matches, so that a blank is no evidence for either. */
  readonly isBlankAlike?: boolean | undefined;
}

export interface FieldModel {
  /** Levels, the most similar first. The last level starts at 0 (disagreement). */
  readonly levels: readonly SimilarityLevel[];
  readonly frequencies?: Frequencies | undefined;
  /** Match weights of blanks. Absent if blanks are not evidence. */
  readonly blanks?: BlankWeights | undefined;
}

/** Thousandths of a bit by number of blanks. If a person is entered twice, the same fields are often blank. */
export type BlankWeights = readonly [none: number, one: number, both: number];

export interface SimilarityLevel {
  /** Lowest similarity of the level, which ends where the previous level starts. */
  readonly from: Similarity;
  /** Weight in thousandths of a bit. A negative weight is evidence against a match. */
  readonly matchWeight: number;
  /** Share of the frequency adjustment that applies, 0..1,000. Only agreement on a rare value is strong evidence. */
  readonly adjusted: number;
}

export function blankWeight({ blanks }: FieldModel, count: number): number {
  return blanks === undefined ? 0 : blanks[count]!;
}

/** Adjustments in thousandths of a bit, negative for common values. For two values, the lower one applies. */
export interface Frequencies {
  readonly listed: ReadonlyMap<string, number>;
  /** Adjustments for additional values, which are stored only as digests. */
  readonly sealed?: SealedValues | undefined;
  readonly others: number;
}

/** Parts per ten-thousandth of a score. Products with `num / den` stay below 2^53. */
export const PARTS = 2 ** 19;
/** Match weight, in thousandths of a bit, at which the posterior is shown as 1 (or, if negative, as 0). */
const CERTAIN = 60_000;

export function levelAt(levels: readonly SimilarityLevel[], similarity: Similarity): number {
  let level = 0;
  while (similarity < levels[level]!.from) level++;
  return level;
}

export function adjustmentOf(frequencies: Frequencies | undefined, normal: string): number {
  if (frequencies === undefined) return 0;
  const { listed, sealed, others } = frequencies;
  return listed.get(normal) ?? (sealed && sealedAdjustment(sealed, normal)) ?? others;
}

/** @param adjustment the adjustment for the pair's more common value */
export function adjustedWeight(level: SimilarityLevel, adjustment: number): number {
  return level.matchWeight + Math.floor((adjustment * level.adjusted) / 1_000);
}

/** Returns the posterior probability x 10,000 x `PARTS`, rounded down. @param weight includes the prior */
export function posteriorParts(weight: number): number {
  // Each step rounds once, which preserves the order. Odds in numerator and denominator would be rounded twice.
  const oddsAgainst = 2 ** (-Math.max(-CERTAIN, Math.min(CERTAIN, weight)) / 1_000);
  return Math.floor((10_000 * PARTS) / (1 + oddsAgainst));
}

/**
 * Returns the match weight against two alternatives together, whose odds are added. The result is at most the lower
 * weight.
 */
export function combineOdds(one: number, other: number): number {
  const low = Math.min(one, other);
  const apart = Math.max(one, other) - low;
  return low - Math.round(1_000 * Math.log2(1 + 2 ** (-Math.min(apart, CERTAIN) / 1_000)));
}

/** Returns the lowest match weight with a posterior of at least `num / den` (0..10,000), or ±Infinity. */
export function leastMatchWeight(num: number, den: number): number {
  const reaches = (weight: number) => posteriorParts(weight) / PARTS >= num / den;
  let low = -CERTAIN;
  let high = CERTAIN;
  if (reaches(low)) return -Infinity;
  if (!reaches(high)) return Infinity;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (reaches(middle)) high = middle;
    else low = middle;
  }
  return high;
}
