/** Data of charts, for a report and for a browser. */

/** The weight that each similarity level of a field adds to a pair. */
export interface FieldWeights {
  readonly field: string;
  /** From the most similar to disagreement. */
  readonly levels: readonly {
    /** Minimum similarity of the level, 0..1. */
    readonly from: number;
    /** Positive for a match, negative against it. */
    readonly bits: number;
  }[];
}

export interface ScoreHistogram {
  /** Pairs by whole percent, 101 entries: entry 75 has the scores from 75 up to 76. */
  readonly counts: readonly number[];
  readonly before?: readonly number[] | undefined;
  /** Percent: the lowest score searched. */
  readonly from: number;
  /** Percent; absent if several scenarios have different thresholds. */
  readonly threshold?: number | undefined;
}

export interface QualityCurve {
  /** By labels (`measured`) or by the model's own probabilities (`expected`). */
  readonly kind: 'expected' | 'measured';
  /** Thresholds ascending. */
  readonly points: readonly QualityPoint[];
  /** Percent: the threshold in use. */
  readonly chosen?: number | undefined;
}

export interface QualityPoint {
  /** Percent. */
  readonly threshold: number;
  readonly pairs: number;
  /** Shares 0..1. */
  readonly precision: number;
  readonly recall: number;
  /** If it is expected: the true value is in this interval for nine of ten tables. */
  readonly precisionInterval?: readonly [low: number, high: number];
  readonly recallInterval?: readonly [low: number, high: number];
}

export type ClusterSizes = readonly { readonly size: number; readonly groups: number }[];

/** The steps of a score, which add up to the total. */
export interface Waterfall {
  /** `bits`: log2 odds of a match; `points`: percentage points of a weighted score. */
  readonly unit: 'bits' | 'points';
  readonly steps: readonly { readonly label: string; readonly value: number }[];
  /** The total required for a duplicate. */
  readonly threshold: number;
}

/** Normal forms, the most frequent first, with the negative adjustment for agreement. */
export type FrequentValues = readonly { readonly value: string; readonly bits: number }[];
