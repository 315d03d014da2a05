import { FULL, type MatchMethod, type Similarity } from '../matching/method.js';

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

/**
 * Log2 of match share to other share by level, made to fall from the most similar level to the last: neighbours that
 * stand the other way round are pooled, weighted by how often they occur (pool adjacent violators; Ayer et al. 1955).
 */
export function matchWeights(match: readonly number[], other: readonly number[]): number[] {
  const blocks: { sum: number; weight: number; levels: number }[] = [];
  match.forEach((share, i) => {
    const weight = share + other[i]! + TINY;
    blocks.push({ sum: Math.log2((share + TINY) / (other[i]! + TINY)) * weight, weight, levels: 1 });
    for (let last = blocks.length - 1; last > 0; last--) {
      const [a, b] = [blocks[last - 1]!, blocks[last]!];
      if (a.sum / a.weight >= b.sum / b.weight) break;
      blocks.splice(last - 1, 2, { sum: a.sum + b.sum, weight: a.weight + b.weight, levels: a.levels + b.levels });
    }
  });
  return blocks.flatMap(({ sum, weight, levels }) => new Array<number>(levels).fill(sum / weight));
}

const TINY = 1e-9;
