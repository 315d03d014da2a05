/** Data of charts, for reports and the browser. */

/** The weight that each similarity level of a field adds to a pair. */
export interface FieldWeights {
  readonly field: string;
  /** Levels from the most similar to disagreement. */
  readonly levels: readonly {
    /** Minimum similarity of the level, 0 to 1. */
    readonly from: number;
    /** Weight in bits. A positive weight is evidence for a match, a negative weight evidence against a match. */
    readonly bits: number;
  }[];
}

export interface ScoreHistogram {
  /** Numbers of pairs by whole percent. Of the 101 entries, entry 75 has scores from 75 to below 76. */
  readonly counts: readonly number[];
  readonly before?: readonly number[] | undefined;
  /** The lowest score searched, in percent. */
  readonly from: number;
  /** Threshold in percent. Absent if several scenarios have different thresholds. */
  readonly threshold?: number | undefined;
}

export interface QualityCurve {
  /** Whether the quality was measured with labels or is expected from the model's own probabilities. */
  readonly kind: 'expected' | 'measured';
  /** Points in ascending order of threshold. */
  readonly points: readonly QualityPoint[];
  /** The threshold in use, in percent. */
  readonly chosen?: number | undefined;
}

export interface QualityPoint {
  /** Threshold in percent. */
  readonly threshold: number;
  readonly pairs: number;
  /** Shares, 0 to 1. */
  readonly precision: number;
  readonly recall: number;
  /** For expected quality, an interval that contains the true value in 90% of tables. */
  readonly precisionInterval?: readonly [low: number, high: number];
  readonly recallInterval?: readonly [low: number, high: number];
}

export type ClusterSizes = readonly { readonly size: number; readonly groups: number }[];

/** The steps of a score, which add up to the total. */
export interface Waterfall {
  /** `bits` are log2 odds of a match. `points` are percentage points of a weighted score. */
  readonly unit: 'bits' | 'points';
  readonly steps: readonly { readonly label: string; readonly value: number }[];
  /** The total required for a duplicate. */
  readonly threshold: number;
}

/** Normal forms, most common first, with the negative adjustment for agreement in each value. */
export type FrequentValues = readonly { readonly value: string; readonly bits: number }[];
