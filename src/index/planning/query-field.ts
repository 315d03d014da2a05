import type { Similarity } from '../../matching/method.js';
import type { IndexedField } from '../values/indexed-field.js';
import type { SimilarValues } from '../retrieval/similar-values.js';
import type { PlannedField } from './planned-field.js';

/**
 * One indexed field of a query: the similar values of the value sent, and how many of their levels have been walked.
 */
export class QueryField implements PlannedField {
  /** Levels walked. */
  depth = 0;
  /** Row -> value id. */
  column: Int32Array;
  /** Whether the similar values are known. (Of the values that there were when it began.) */
  complete = false;
  /** Levels that can be walked: none before the similar values are known. */
  levels = 0;
  /**
   * The similar values that are walked: of a search that pauses those there were when it began, for others may come to
   * be known meanwhile.
   */
  walked: SimilarValues;
  /** Similarities that had to be compared one by one. */
  comparisons = 0;
  private findCost: number | undefined;

  constructor(
    readonly field: IndexedField,
    readonly similarValues: SimilarValues,
  ) {
    this.column = field.column.data;
    this.walked = similarValues;
  }

  /** To be called before the index changes under a search that has begun. */
  keep(): void {
    if (this.complete && this.walked === this.similarValues) this.walked = this.similarValues.copy();
  }

  /** To be called before the search goes on. */
  refresh(): void {
    this.column = this.field.column.data;
  }

  /** The query's value. */
  get text(): string {
    return this.similarValues.text;
  }

  /** Makes the similar values known. */
  find(): void {
    const { similarValues } = this;
    this.field.complete(similarValues);
    this.complete = true;
    this.levels = similarValues.levelEnds.length;
  }

  /** Similarity of the query's value and a stored one. */
  similarity(value: number): Similarity {
    const { field, similarValues } = this;
    const known = field.knownSimilarity(similarValues, value);
    if (known >= 0) return known;
    this.comparisons++;
    return field.findSimilarity(similarValues, value);
  }

  /**
   * Expected cost of finding the similar values and walking their lists, in rows walked: by the averages of the indexed
   * field, until `estimate`, and the value's own rows.
   */
  get expectedCost(): number {
    return (this.findCost ?? this.field.findCost) + this.field.postings.count(this.similarValues.equal);
  }

  estimate(): boolean {
    if (this.findCost !== undefined || this.complete) return false;
    this.findCost = this.field.findCostOf(this.similarValues);
    return true;
  }

  /** Greatest similarity of a value outside the first `depth` levels. */
  ceiling(depth: number): Similarity {
    return this.complete ? this.walked.ceiling(depth) : 10_000;
  }

  /** Postings in the levels from `from` to before `to`, roughly. */
  cost(from: number, to: number): number {
    let sum = 0;
    // One for each level besides, so that of two plans with equal postings the smaller wins.
    for (let level = from; level < to; level++) sum += this.walked.levelCosts[level]! + 1;
    return sum;
  }
}
