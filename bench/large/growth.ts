import { median } from '../harness/statistics.js';

/** Rounds of one size. */
export interface Sized {
  readonly size: number;
  readonly values: readonly number[];
}

/** The power of the number of records that something grows by. */
export interface Growth {
  readonly exponent: number;
  /** The flattest and the steepest line that the rounds of the sizes allow. */
  readonly least: number;
  readonly most: number;
  /** Number of sizes it is told from: with one alone the exponent is assumed. */
  readonly sizes: number;
}

/** In proportion: what bytes a record and a pass over all records are. */
const ASSUMED = 1;

/**
 * How something grows with the number of records: the slope of a line through the logarithms, by least squares.
 *
 * @param points without those that were not measured
 * @returns `undefined` where there is none that can be on such a line
 */
export function growth(points: readonly Sized[]): Growth | undefined {
  const known = points
    .map(({ size, values }) => ({ size, values: values.filter((value) => value > 0) }))
    .filter(({ values }) => values.length > 0)
    .sort((a, b) => a.size - b.size);
  const [first] = known;
  if (first === undefined) return undefined;
  const at = (of: (values: readonly number[], i: number) => number): number =>
    slopeOf(known.map(({ size, values }, i) => [Math.log(size), Math.log(of(values, i))]));
  const exponent = at(median);
  // The steepest line that the rounds allow has the small sizes at their least and the large ones at their most.
  const half = (known.length - 1) / 2;
  const steepest = at((values, i) => (i < half ? Math.min : i > half ? Math.max : middle)(...values));
  const flattest = at((values, i) => (i < half ? Math.max : i > half ? Math.min : middle)(...values));
  return { exponent, least: flattest, most: steepest, sizes: known.length };
}

/**
 * Expects a figure at another size: from the largest one that was measured, by the power that it grew by.
 *
 * @param by which of the exponents
 * @returns NaN where nothing was measured
 */
export function expected(points: readonly Sized[], size: number, by: 'exponent' | 'least' | 'most'): number {
  const grown = growth(points);
  if (grown === undefined) return NaN;
  const largest = points.filter(({ values }) => values.length > 0).reduce((a, b) => (b.size > a.size ? b : a));
  return median(largest.values) * (size / largest.size) ** grown[by];
}

const middle = (...values: readonly number[]): number => median(values);

/** Fits a line through points by least squares. */
function slopeOf(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (i: 0 | 1): number => points.reduce((sum, point) => sum + point[i], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const across = points.reduce((sum, [a]) => sum + (a - x) ** 2, 0);
  return across === 0 ? ASSUMED : points.reduce((sum, [a, b]) => sum + (a - x) * (b - y), 0) / across;
}
