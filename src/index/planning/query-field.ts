import type { Similarity } from '../../matching/method.js';
import type { IndexedField } from '../values/indexed-field.js';
import type { SimilarValues } from '../retrieval/similar-values.js';
import type { PlannedField } from './planned-field.js';

/** One indexed field of a query: the similar values of its value, and how many of their levels have been walked. */
export class QueryField implements PlannedField {
  depth = 0;
  column: Int32Array;
  /** Whether the similar values are known, among the values that existed at the start. */
  complete = false;
  /** Number of levels that can be walked: 0 before the similar values are known. */
  levels = 0;
  /** The similar values to walk. A search that pauses keeps those of its start, because more may become known. */
  walked: SimilarValues;
  /** Number of similarities compared one by one. */
  comparisons = 0;
  private findCost: number | undefined;

  constructor(
    readonly field: IndexedField,
    readonly similarValues: SimilarValues,
  ) {
    this.column = field.column.data;
    this.walked = similarValues;
  }

  /** Call before the index changes under a running search. */
  keep(): void {
    if (this.complete && this.walked === this.similarValues) this.walked = this.similarValues.copy();
  }

  /** Call before the search resumes. */
  refresh(): void {
    this.column = this.field.column.data;
  }

  get text(): string {
    return this.similarValues.text;
  }

  find(): void {
    const { similarValues } = this;
    this.field.complete(similarValues);
    this.complete = true;
    this.levels = similarValues.levelEnds.length;
  }

  similarity(value: number): Similarity {
    const { field, similarValues } = this;
    const known = field.knownSimilarity(similarValues, value);
    if (known >= 0) return known;
    this.comparisons++;
    return field.findSimilarity(similarValues, value);
  }

  /**
   * Expected cost of finding the similar values and walking their lists, in postings: the indexed field's averages
   * until `estimate`, plus the value's own rows.
   */
  get expectedCost(): number {
    return (this.findCost ?? this.field.findCost) + this.field.postings.count(this.similarValues.equal);
  }

  estimate(): boolean {
    if (this.findCost !== undefined || this.complete) return false;
    this.findCost = this.field.findCostOf(this.similarValues);
    return true;
  }

  ceiling(depth: number): Similarity {
    return this.complete ? this.walked.ceiling(depth) : 10_000;
  }

  cost(from: number, to: number): number {
    let sum = 0;
    // Plus one per level, so that the smaller of two plans with equal postings wins.
    for (let level = from; level < to; level++) sum += this.walked.levelCosts[level]! + 1;
    return sum;
  }
}
