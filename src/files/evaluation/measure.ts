/** Ratios in 0..1; precision without found pairs is 1, and so is recall without true pairs. */
export interface Measure {
  /** Found pairs with a label. */
  readonly found: number;
  /** True ones among them. */
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
