/** Returns the value below which a share (0..1) of the samples lies; NaN without samples. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = Float64Array.from(samples).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
}

export const median = (samples: readonly number[]): number => {
  const sorted = [...samples].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
};

export const mean = (samples: readonly number[]): number => samples.reduce((sum, x) => sum + x, 0) / samples.length;

/** Formats a number with three significant digits and thousands separators: `12,300`, `0.812`, `4.51`. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return '-';
  if (Math.abs(value) >= 1_000) return Math.round(value).toLocaleString('en-US');
  if (Math.abs(value) >= 100) return value.toFixed(0);
  return Number(value.toPrecision(3)).toString();
}

/** Formats the median, followed by the range of several samples: `3,510 (3,420-3,560)`. */
export function medianAndRange(samples: readonly number[]): string {
  if (samples.length === 0) return '-';
  const middle = figure(median(samples));
  return samples.length === 1 ? middle : `${middle} (${figure(Math.min(...samples))}-${figure(Math.max(...samples))})`;
}

/** Returns the result of a function and its duration in milliseconds. */
export async function timed<T>(run: () => Promise<T> | T): Promise<{ value: T; ms: number }> {
  const start = performance.now();
  const value = await run();
  return { value, ms: performance.now() - start };
}
