import type { Similarity } from '../../matching/method.js';

/** One column of a query as planning sees it: the similar values of its value, in levels. */
export interface PlannedField {
  /** Levels walked. */
  readonly depth: number;
  /** Whether the similar values are known. */
  readonly complete: boolean;
  /** Levels that can be walked: none before the similar values are known. */
  readonly levels: number;
  /** Approximate cost of finding the similar values and walking their lists, in rows walked. */
  readonly expectedCost: number;
  /**
   * Makes `expectedCost` that of the very value, where the average may be far off. @returns false where it is as it was
   */
  estimate(): boolean;
  /** Greatest similarity of a value outside the first `depth` levels. */
  ceiling(depth: number): Similarity;
  /** Postings in the levels from `from` to before `to`, roughly. */
  cost(from: number, to: number): number;
  /** Makes the similar values known. */
  find(): void;
}
