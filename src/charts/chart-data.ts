/** Data of charts: plain, the same for a report and in a browser. */

/** How much one field tells, in bits: what each level of its similarity adds to a pair's match weight. */
export interface FieldWeights {
  readonly field: string;
  /** From the most similar to disagreement. */
  readonly levels: readonly {
    /** Least similarity of the level, 0..1. */
    readonly from: number;
    /** Bits: above 0 speaks for a match, below 0 against it. */
    readonly bits: number;
  }[];
}

/** Pairs by score. */
export interface ScoreHistogram {
  /** Number of pairs by whole percent, 101 entries: entry 75 holds the scores from 75 up to 76. */
  readonly counts: readonly number[];
  /** The same before a change: drawn as a line. */
  readonly before?: readonly number[] | undefined;
  /** Percent: the first score that was looked for; below it nothing is known. */
  readonly from: number;
  /** Percent; absent where several scenarios have thresholds of their own. */
  readonly threshold?: number | undefined;
}

/** Precision and recall by threshold. */
export interface QualityCurve {
  /** Whether they follow from labels (`measured`) or from the model's own probabilities (`expected`). */
  readonly kind: 'expected' | 'measured';
  /** Thresholds ascending. */
  readonly points: readonly QualityPoint[];
  /** Percent: the threshold in use. */
  readonly chosen?: number | undefined;
}

export interface QualityPoint {
  /** Percent. */
  readonly threshold: number;
  /** Pairs at or above it. */
  readonly pairs: number;
  /** Shares 0..1. */
  readonly precision: number;
  readonly recall: number;
  /** For an expected precision: the truth lies here in nine of ten tables. */
  readonly precisionInterval?: readonly [low: number, high: number];
  readonly recallInterval?: readonly [low: number, high: number];
}

/** Number of groups by how many records they hold, sizes ascending. */
export type ClusterSizes = readonly { readonly size: number; readonly groups: number }[];

/** A score taken apart: the steps add up to the total. */
export interface Waterfall {
  /** `bits`: log2 odds of a match; `points`: percentage points of a weighted score. */
  readonly unit: 'bits' | 'points';
  readonly steps: readonly { readonly label: string; readonly value: number }[];
  /** Total that makes a duplicate, in the same unit. */
  readonly threshold: number;
}

/** Values of a field in normal form, the most frequent first, with what agreeing in them adds: bits, below 0. */
export type FrequentValues = readonly { readonly value: string; readonly bits: number }[];
