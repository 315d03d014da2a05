/** Expected precision and recall at a threshold. */
export interface Expected {
  /** Percent. */
  readonly threshold: number;
  /** Pairs at or above it. */
  readonly pairs: number;
  /** Shares 0..1. */
  readonly precision: number;
  readonly recall: number;
  /** Contains the true value for nine of ten lists. */
  readonly precisionInterval: readonly [low: number, high: number];
  readonly recallInterval: readonly [low: number, high: number];
  /** Why the precision is unknown, so that nothing may be merged: the end of a sentence. */
  readonly noGrounds?: string | undefined;
}
