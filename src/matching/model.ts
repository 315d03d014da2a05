import type { Similarity } from './method.js';
import { sealedAdjustment, type SealedValues } from './sealed-values.js';

/**
 * Statistics of a probabilistic scenario (Fellegi & Sunter 1969), from training; saved records never change them. Match
 * weights are log2 odds in thousandths of a bit, as integers: sums do not depend on order, ties are exact.
 * A pair's match weight is the prior plus, for each field with a value on both sides, the weight of its similarity
 * level and the adjustment for how common the agreeing values are. A blank is neutral in a search or an upsert, which
 * may send only part of a record; between two complete records it can be evidence.
 */
export interface ScoreModel {
  /** Log2 odds that two random records match; depends on the size of the training table. */
  readonly prior: number;
  readonly fields: readonly FieldModel[];
  /** In addition to chance (household, place, namesake): a match must be more likely than each of them. */
  readonly nonMatches?: readonly NonMatchModel[] | undefined;
}

/** Pairs of different records that agree for a reason: one household, one place. */
export interface NonMatchModel {
  readonly name: string;
  /** Log2 odds of a match against this class, thousandths of a bit. */
  readonly prior: number;
  /** By field and level, thousandths of a bit; `null` for the field's own weights, if such records agree by chance. */
  readonly matchWeights: readonly (readonly number[] | null)[];
  /** These records have the same blanks as a match, so blanks do not distinguish the two. */
  readonly isBlankAlike?: boolean | undefined;
}

export interface FieldModel {
  /** From the most similar to the last level, which starts at 0 (disagreement). */
  readonly levels: readonly SimilarityLevel[];
  readonly frequencies?: Frequencies | undefined;
  /** Absent: blanks are no evidence. */
  readonly blanks?: BlankWeights | undefined;
}

/** Weight by blank values, thousandths of a bit: a person entered twice often has the same fields filled. */
export type BlankWeights = readonly [none: number, one: number, both: number];

export interface SimilarityLevel {
  /** Similarities from here up to the level before. */
  readonly from: Similarity;
  /** Thousandths of a bit; negative values speak against a match. */
  readonly matchWeight: number;
  /** The level's share of the frequency adjustment, 0..1,000: only agreement on a rare value is stronger evidence. */
  readonly adjusted: number;
}

/** @param count blank values */
export function blankWeight({ blanks }: FieldModel, count: number): number {
  return blanks === undefined ? 0 : blanks[count]!;
}

/** Thousandths of a bit by value; negative for common values. For two different values, the lower adjustment counts. */
export interface Frequencies {
  /** By normal form. */
  readonly listed: ReadonlyMap<string, number>;
  /** Further values, by digest only. */
  readonly sealed?: SealedValues | undefined;
  readonly others: number;
}

/** Parts of a score per ten-thousandth: `num / den` with products below 2^53. */
export const PARTS = 2 ** 19;
/** From this many thousandths of a bit on, the posterior is 0 or 1 in all digits shown. */
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

/** For a pair whose commoner value has this adjustment. */
export function adjustedWeight(level: SimilarityLevel, adjustment: number): number {
  return level.matchWeight + Math.floor((adjustment * level.adjusted) / 1_000);
}

/** Posterior probability x 10,000 x `PARTS`, rounded down. @param weight with prior, thousandths of a bit */
export function posteriorParts(weight: number): number {
  // A chain of single roundings preserves the order; odds above and below the line would have two roundings.
  const oddsAgainst = 2 ** (-Math.max(-CERTAIN, Math.min(CERTAIN, weight)) / 1_000);
  return Math.floor((10_000 * PARTS) / (1 + oddsAgainst));
}

/** Match weight against two exclusive alternatives, whose odds add up: just below the lower one. Monotonic. */
export function combineOdds(one: number, other: number): number {
  const low = Math.min(one, other);
  const apart = Math.max(one, other) - low;
  return low - Math.round(1_000 * Math.log2(1 + 2 ** (-Math.min(apart, CERTAIN) / 1_000)));
}

/** The minimum match weight with a posterior of at least `num / den` (0..10,000); beyond every sum if there is none. */
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
