import { FULL, type MatchMethod, type Similarity } from '../../matching/method.js';

/** Every method gets many levels; levels that the data cannot distinguish share a match weight (`matchWeights`). */
const LADDER: readonly Similarity[] = [10_000, 9_500, 9_000, 8_500, 8_000, 7_500, 7_000, 6_000, 1, 0];

/**
 * Returns the levels' lower bounds, descending to 0.
 *
 * @param isEqualOnly whether personal values have no levels between equal and different
 */
export function levelsOf({ floor, kind }: MatchMethod, { isEqualOnly = false } = {}): Similarity[] {
  if (isEqualOnly && kind === 'own') return [FULL, 0];
  return LADDER.filter((from, i) => from === FULL || from === 0 || LADDER[i - 1]! > floor);
}

/** Returns the assumed shares among matches before learning, which add up to 1. */
export function priorShares(levels: readonly Similarity[], { isStrict = false } = {}): number[] {
  const [equal, close, other, different] = isStrict ? [0.8, 0.05, 0.001, 0.1] : [0.6, 0.1, 0.05, 0.15];
  const shares = levels.map((from) => (from === FULL ? equal : from >= 9_000 ? close : from > 0 ? other : different));
  const sum = shares.reduce((a, b) => a + b, 0);
  return shares.map((share) => share / sum);
}

/** Returns the share of the frequency adjustment in thousandths: all for equal values, half for similar values. */
export function adjustedShare(from: Similarity): number {
  return from === FULL ? 1_000 : from >= 8_500 ? 500 : 0;
}

/** Returns each level's log2 ratio of match share to other share, descending from the most similar level. */
export function matchWeights(match: readonly number[], other: readonly number[]): number[] {
  return poolFalling(
    match.map((share, i) => ({
      value: Math.log2((share + TINY) / (other[i]! + TINY)),
      weight: share + other[i]! + TINY,
    })),
  );
}

const TINY = 1e-9;

interface Weighed {
  readonly value: number;
  readonly weight: number;
}

/** Pools adjacent violators (Ayer et al. 1955). Returns the descending values nearest to the given values. */
function poolFalling(values: readonly Weighed[]): number[] {
  const blocks: { sum: number; weight: number; count: number }[] = [];
  for (const { value, weight } of values) {
    blocks.push({ sum: value * weight, weight, count: 1 });
    for (let last = blocks.length - 1; last > 0; last--) {
      const [a, b] = [blocks[last - 1]!, blocks[last]!];
      if (a.sum / a.weight >= b.sum / b.weight) break;
      blocks.splice(last - 1, 2, { sum: a.sum + b.sum, weight: a.weight + b.weight, count: a.count + b.count });
    }
  }
  return blocks.flatMap(({ sum, weight, count }) => new Array<number>(count).fill(sum / weight));
}
