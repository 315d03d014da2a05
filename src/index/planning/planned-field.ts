import type { Similarity } from '../../matching/method.js';

export interface PlannedField {
  readonly depth: number;
  readonly complete: boolean;
  /** 0 before the similar values are known. */
  readonly levels: number;
  /** Finding the similar values and walking their lists, in postings. */
  readonly expectedCost: number;
  /** Replaces the average in `expectedCost` by this value's. @returns false if nothing changed */
  estimate(): boolean;
  /** Greatest similarity of a value outside the first `depth` levels. */
  ceiling(depth: number): Similarity;
  /** Postings in the levels `from` to `to`, exclusive. */
  cost(from: number, to: number): number;
  find(): void;
}
