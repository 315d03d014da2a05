import { FULL, type MatchMethod, type Similarity } from '../matching/method.js';
import { poolFalling } from '../matching/pool-falling.js';

/**
 * Levels of similarity, each with a match weight of its own. Many for every method: levels that the data cannot tell
 * apart come out with the same match weight (see `matchWeights`), so that no method needs levels of its own.
 */
const LADDER: readonly Similarity[] = [10_000, 9_500, 9_000, 8_500, 8_000, 7_500, 7_000, 6_000, 1, 0];

/**
 * Where the levels of a method begin, from the most similar down: none that lie below its floor but the last, which
 * holds what is not similar.
 */
export function levelsOf({ floor }: MatchMethod): Similarity[] {
  return LADDER.filter((from, i) => from === FULL || from === 0 || LADDER[i - 1]! > floor);
}

/** Prior shares of the levels among matches, before any is seen; they add up to 1. */
export function priorShares(levels: readonly Similarity[]): number[] {
  const shares = levels.map((from) => (from === FULL ? 0.6 : from >= 9_000 ? 0.1 : from > 0 ? 0.05 : 0.15));
  const sum = shares.reduce((a, b) => a + b, 0);
  return shares.map((share) => share / sum);
}

/**
 * Share of the frequency adjustment that a level takes, of 1,000: all for equal values, half for similar ones, of which
 * the rarer are the more telling too.
 */
export function adjustedShare(from: Similarity): number {
  return from === FULL ? 1_000 : from >= 8_500 ? 500 : 0;
}

/** Log2 of match share to other share by level, made to fall from the most similar level to the last. */
export function matchWeights(match: readonly number[], other: readonly number[]): number[] {
  return poolFalling(
    match.map((share, i) => ({
      value: Math.log2((share + TINY) / (other[i]! + TINY)),
      weight: share + other[i]! + TINY,
    })),
  );
}

const TINY = 1e-9;
