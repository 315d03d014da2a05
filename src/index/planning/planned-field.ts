import type { Similarity } from '../../matching/method.js';

/** One column of a query for the planner: the similar values of its value, in levels. */
export interface PlannedField {
  readonly depth: number;
  readonly complete: boolean;
  /** Number of levels that can be walked: 0 before the similar values are known. */
  readonly levels: number;
  /** Approximate cost of finding the similar values and walking their lists, in postings. */
  readonly expectedCost: number;
  /** Replaces the average in `expectedCost` by an estimate for this value. @returns false if nothing changed */
  estimate(): boolean;
  /** Greatest similarity of a value outside the first `depth` levels. */
  ceiling(depth: number): Similarity;
  /** Approximate number of postings in the levels `from` to `to`, exclusive. */
  cost(from: number, to: number): number;
  /** Finds the similar values. */
  find(): void;
}
