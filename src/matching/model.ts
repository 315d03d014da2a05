import type { Similarity } from './method.js';
import { sealedAdjustment, type SealedValues } from './sealed-values.js';

/**
 * The frozen statistics of a probabilistic scenario (Fellegi & Sunter 1969), made by training and never changed by what
 * is saved later. Match weights are log2 odds in thousandths of a bit, as integers: sums do not depend on order, ties
 * are exact, bounds are strict.
 *
 * A pair's match weight is the prior plus, for each field that holds a value on both sides, the weight of the level
 * that its similarity falls in and the adjustment for how common the agreeing values are. What is blank on either side
 * is neutral in a search and an upsert, which may hold a part of a record; between two records it may tell something.
 */
export interface ScoreModel {
  /** Log2 odds that two records taken at random are one: depends on the size of the table that was trained on. */
  readonly prior: number;
  /** One for each of the scenario's fields. */
  readonly fields: readonly FieldModel[];
  /** Non-match classes besides chance (household, place, namesake): a match must be likelier than each of them. */
  readonly nonMatches?: readonly NonMatchModel[] | undefined;
}

/** A class of pairs of different records that agree for a reason: of one household, at one place. */
export interface NonMatchModel {
  readonly name: string;
  /** Log2 odds of a match against this class, thousandths of a bit. */
  readonly prior: number;
  /**
   * For each field what its levels add, thousandths of a bit; `null` where two such records agree as any two do, so
   * that the field's own model counts.
   */
  readonly matchWeights: readonly (readonly number[] | null)[];
  /**
   * Whether two such records are blank alike, as those of a match are, so that their blanks do not tell the two
   * apart.
   */
  readonly isBlankAlike?: boolean | undefined;
}

export interface FieldModel {
  /** From the most similar to the last one, which begins at 0 (disagreement). */
  readonly levels: readonly SimilarityLevel[];
  readonly frequencies?: Frequencies | undefined;
  /** Absent: what is blank says nothing. */
  readonly blanks?: BlankWeights | undefined;
}

/**
 * Weight of a field between two records because none, one or both of its values are blank, thousandths of a bit: who
 * enters a person a second time often knows as much of them, and as little, as the first time.
 */
export type BlankWeights = readonly [none: number, one: number, both: number];

export interface SimilarityLevel {
  /** The level holds similarities from here up to the level before. */
  readonly from: Similarity;
  /** Thousandths of a bit; below 0 speaks against a match. */
  readonly matchWeight: number;
  /**
   * Share of the frequency adjustment that the level takes, 0..1,000: agreement on a rare value says more, disagreement
   * does not.
   */
  readonly adjusted: number;
}

/** Weight added for the number of blank values of a pair of records. */
export function blankWeight({ blanks }: FieldModel, count: number): number {
  return blanks === undefined ? 0 : blanks[count]!;
}

/**
 * Adjustments by value, in thousandths of a bit: below 0 for common values. Of two different values the lower one
 * counts.
 */
export interface Frequencies {
  /** Normal forms of the field's method. */
  readonly listed: ReadonlyMap<string, number>;
  /** Further ones that are known by their digests alone. */
  readonly sealed?: SealedValues | undefined;
  /** Adjustment of every other value. */
  readonly others: number;
}

/** Scores are given in parts of this many to the ten-thousandth: `num / den` with products below 2^53. */
export const PARTS = 2 ** 19;
/** From this many thousandths of a bit on a posterior is 0 or 1 in every digit that is shown. */
const CERTAIN = 60_000;

/** Position of the level that a similarity falls in. */
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

/** Match weight of a level for a pair whose commoner value has this adjustment. */
export function adjustedWeight(level: SimilarityLevel, adjustment: number): number {
  return level.matchWeight + Math.floor((adjustment * level.adjusted) / 1_000);
}

/**
 * Posterior probability of a match x 10,000 x `PARTS`, rounded down: never falls as the match weight rises.
 * @param weight prior included, thousandths of a bit
 */
export function posteriorParts(weight: number): number {
  // One rounding after the other, each of which keeps the order: with the odds above the line and below it, two
  // roundings could miss each other.
  const oddsAgainst = 2 ** (-Math.max(-CERTAIN, Math.min(CERTAIN, weight)) / 1_000);
  return Math.floor((10_000 * PARTS) / (1 + oddsAgainst));
}

/**
 * Match weight against two alternatives that exclude each other: their odds add up in the denominator, so that it is a
 * little below the lower one. Never falls as one of the two rises.
 */
export function combineOdds(one: number, other: number): number {
  const low = Math.min(one, other);
  const apart = Math.max(one, other) - low;
  return low - Math.round(1_000 * Math.log2(1 + 2 ** (-Math.min(apart, CERTAIN) / 1_000)));
}

/**
 * The least match weight whose posterior is at least `num / den` (0..10,000); beyond every reachable sum where there is
 * none.
 */
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
