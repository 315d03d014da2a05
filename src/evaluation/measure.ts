/**
 * How well pairs that were found agree with the true ones. Ratios in 0..1; precision of nothing found is 1, recall of
 * nothing to find is 1.
 */
export interface Measure {
  /** Pairs found and judged. */
  readonly found: number;
  /** Number of true ones among these. */
  readonly correct: number;
  /** True pairs. */
  readonly truth: number;
  readonly precision: number;
  readonly recall: number;
  /** Harmonic mean of precision and recall (van Rijsbergen 1979). */
  readonly f1: number;
}

export function measure(correct: number, found: number, truth: number): Measure {
  return {
    found,
    correct,
    truth,
    precision: found === 0 ? 1 : correct / found,
    recall: truth === 0 ? 1 : correct / truth,
    f1: found + truth === 0 ? 1 : (2 * correct) / (found + truth),
  };
}
