import type { SavedLevel } from './splink-schema.js';

/** Shares of the pairs of a level. */
export interface Shares {
  readonly m: number;
  readonly u: number;
}

/** A match weight is within these many bits: a level that was never seen proves nothing. */
const MOST_BITS = 30;
const USUAL_EQUAL = 0.95;
/** Weights that Splink gives levels without shares, from the least alike up. */
const USUAL_BITS = { least: -5, most: 3, equal: 10 };

/**
 * The shares of each level; those that the model lacks are what Splink itself takes then, since it writes none for a
 * level that no pair of its training fell in.
 *
 * @param levels without those of blanks, from the most alike down
 */
export function sharesOfLevels(levels: readonly SavedLevel[]): { shares: Shares; isUsual: boolean }[] {
  const usual = usualShares(levels.length);
  return levels.map(({ m_probability: m, u_probability: u }, i) => ({
    shares: { m: m ?? usual[i]!.m, u: u ?? usual[i]!.u },
    isUsual: typeof m !== 'number' || typeof u !== 'number',
  }));
}

function usualShares(count: number): Shares[] {
  if (count < 2) return [{ m: 1, u: 1 }];
  const { least, most, equal } = USUAL_BITS;
  return Array.from({ length: count }, (_, i) => {
    const m = i === 0 ? USUAL_EQUAL : (1 - USUAL_EQUAL) / (count - 1);
    const step = count <= 2 ? 0 : (count - 1 - i) / (count - 2);
    return { m, u: m / 2 ** (i === 0 ? equal : least + (most - least) * step) };
  });
}

/** Thousandths of a bit. */
export function weightOf({ m, u }: Shares): number {
  const bits = m === u ? 0 : Math.log2(m) - Math.log2(u);
  return Math.round(1_000 * Math.max(-MOST_BITS, Math.min(MOST_BITS, bits))) || 0;
}
