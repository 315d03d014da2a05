/** Shares of the levels of a comparison among matches (m) and among other pairs (u). */
export interface LevelShares {
  readonly m: readonly number[];
  readonly u: readonly number[];
}

/** Share of a level that speaks for a match where no other level speaks against one. */
const RARE = 1e-4;
/** Splink refuses shares near 0. */
const LEAST = 1e-15;

/**
 * Shares whose log2 ratios are the given match weights and that add up to 1 each. A model holds the weights alone, so
 * that of all such shares those are taken whose m comes nearest to what is usual of such levels (the least information
 * beyond it: `m` is `usual` tilted by its own odds).
 *
 * Where all weights speak for a match, or all against one, no shares add up to 1 on both sides: those of u do then.
 *
 * @param bits match weights
 * @param usual shares among matches, above 0
 */
export function sharesOf(bits: readonly number[], usual: readonly number[]): LevelShares {
  const odds = bits.map((weight) => 2 ** -weight);
  const isWithin = Math.min(...odds) < 1 && Math.max(...odds) > 1;
  if (!isWithin) return besidesNeutral(bits, usual);
  const tilt = solve((by) => sum(tilted(usual, odds, by).map((share, i) => share * odds[i]!)) - 1);
  const m = tilted(usual, odds, tilt).map((share, i) => Math.min(1, share, 1 / odds[i]!));
  return { m, u: m.map((share, i) => share * odds[i]!) };
}

/** The levels that say something are made rare, so that the neutral rest holds nearly everything. */
function besidesNeutral(bits: readonly number[], usual: readonly number[]): LevelShares {
  const least = bits.reduce((a, b) => (Math.abs(b) < Math.abs(a) ? b : a));
  const rest = bits.map((weight, i) => (weight === least ? usual[i]! : 0));
  const rare = bits.map((weight) => (weight === least ? 0 : RARE * 2 ** -Math.max(0, weight)));
  // A share is at most 1 on either side.
  const left = (1 - sum(rare)) / (sum(rest) * Math.max(1, 2 ** least));
  const u = bits.map((_, i) => rare[i]! + rest[i]! * left);
  return { m: u.map((share, i) => share * 2 ** bits[i]!), u };
}

/** Shares in proportion to `usual` x e^(by x odds). */
function tilted(usual: readonly number[], odds: readonly number[], by: number): number[] {
  const exponents = odds.map((each, i) => by * each + Math.log(usual[i]!));
  const most = Math.max(...exponents);
  const weights = exponents.map((each) => Math.exp(each - most));
  const whole = sum(weights);
  return weights.map((each) => Math.max(each / whole, LEAST));
}

/** The zero of a function that rises. */
function solve(of: (by: number) => number): number {
  let [low, high] = [-1, 1];
  while (of(low) > 0 && low > -1e300) low *= 2;
  while (of(high) < 0 && high < 1e300) high *= 2;
  for (let i = 0; i < 2_000; i++) {
    const middle = (low + high) / 2;
    if (middle === low || middle === high) break;
    if (of(middle) < 0) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
