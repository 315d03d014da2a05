/** Data of charts, for reports and the browser. */

/** The weight that each similarity level of a field adds to a pair. */
export interface FieldWeights {
  readonly field: string;
  /** From the most similar level to disagreement. */
  readonly levels: readonly {
    /** Minimum similarity of the level, 0 to 1. */
    readonly from: number;
    /** Positive is evidence for a match, negative against. */
    readonly bits: number;
  }[];
}

export interface ScoreHistogram {
  /** Number of pairs by whole percent, 101 entries: entry 75 has the scores from 75 up to 76. */
  readonly counts: readonly number[];
  readonly before?: readonly number[] | undefined;
  /** Percent. The lowest score searched. */
  readonly from: number;
  /** Percent. Absent if several scenarios have different thresholds. */
  readonly threshold?: number | undefined;
}

export interface QualityCurve {
  /** Whether the quality is measured with labels, or expected from the model's own probabilities. */
  readonly kind: 'expected' | 'measured';
  /** By ascending threshold. */
  readonly points: readonly QualityPoint[];
  /** Percent. The threshold in use. */
  readonly chosen?: number | undefined;
}

export interface QualityPoint {
  /** Percent. */
  readonly threshold: number;
  readonly pairs: number;
  /** Shares, 0 to 1. */
  readonly precision: number;
  readonly recall: number;
  /** For expected quality: an interval that contains the true value for nine of ten tables. */
  readonly precisionInterval?: readonly [low: number, high: number];
  readonly recallInterval?: readonly [low: number, high: number];
}

export type ClusterSizes = readonly { readonly size: number; readonly groups: number }[];

/** The steps of a score, which add up to the total. */
export interface Waterfall {
  /** `bits`: log2 odds of a match. `points`: percentage points of a weighted score. */
  readonly unit: 'bits' | 'points';
  readonly steps: readonly { readonly label: string; readonly value: number }[];
  /** The total required for a duplicate. */
  readonly threshold: number;
}

/** Normal forms, most frequent first, with the negative adjustment for agreement in this value. */
export type FrequentValues = readonly { readonly value: string; readonly bits: number }[];
