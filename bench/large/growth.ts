import { median } from '../harness/statistics.js';

export interface Sized {
  readonly size: number;
  readonly values: readonly number[];
}

/** Growth as a power of the number of records. */
export interface Growth {
  readonly exponent: number;
  /** Exponents of the flattest and the steepest line through the rounds. */
  readonly least: number;
  readonly most: number;
  /** Number of measured sizes. With only one size, the exponent is assumed. */
  readonly sizes: number;
}

/** Exponent of proportional growth, as with total bytes or the time of a pass over all records. */
const ASSUMED = 1;

/**
 * Estimates the growth with the number of records: the slope of a least-squares line through the logarithms.
 *
 * @param points with NaN for values that were not measured
 * @returns `undefined` if no point has a positive value
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
  // The steepest line uses the minimum of the small sizes and the maximum of the large sizes.
  const half = (known.length - 1) / 2;
  const steepest = at((values, i) => (i < half ? Math.min : i > half ? Math.max : middle)(...values));
  const flattest = at((values, i) => (i < half ? Math.max : i > half ? Math.min : middle)(...values));
  return { exponent, least: flattest, most: steepest, sizes: known.length };
}

/**
 * Extrapolates from the largest measured size to another size.
 *
 * @param by the exponent to use
 * @returns NaN without measurements
 */
export function expected(points: readonly Sized[], size: number, by: 'exponent' | 'least' | 'most'): number {
  const grown = growth(points);
  if (grown === undefined) return NaN;
  const largest = points.filter(({ values }) => values.length > 0).reduce((a, b) => (b.size > a.size ? b : a));
  return median(largest.values) * (size / largest.size) ** grown[by];
}

const middle = (...values: readonly number[]): number => median(values);

/** Returns the slope of a least-squares line. */
function slopeOf(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (i: 0 | 1): number => points.reduce((sum, point) => sum + point[i], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const across = points.reduce((sum, [a]) => sum + (a - x) ** 2, 0);
  return across === 0 ? ASSUMED : points.reduce((sum, [a, b]) => sum + (a - x) * (b - y), 0) / across;
}
