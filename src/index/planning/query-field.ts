import type { Similarity } from '../../matching/method.js';
import type { IndexedField } from '../values/indexed-field.js';
import type { SimilarValues } from '../retrieval/similar-values.js';
import type { PlannedField } from './plan.js';

/** An indexed field of a query. Counts the levels of similar values that have been walked. */
export class QueryField implements PlannedField {
  depth = 0;
  column: Int32Array;
  /** Whether all similar values that existed at the start of the search are known. */
  complete = false;
  levels = 0;
  /** Copy of `similarValues`, taken when the search pauses, because other searches may add similar values. */
  walked: SimilarValues;
  comparisons = 0;
  private findCost: number | undefined;

  constructor(
    readonly field: IndexedField,
    readonly similarValues: SimilarValues,
  ) {
    this.column = field.column.data;
    this.walked = similarValues;
  }

  /** Copies the similar values. Call before the index changes during a search. */
  keep(): void {
    if (this.complete && this.walked === this.similarValues) this.walked = this.similarValues.copy();
  }

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
    // Adds 1 per level, so that of two plans with equal postings, the plan with fewer levels is chosen.
    for (let level = from; level < to; level++) sum += this.walked.levelCosts[level]! + 1;
    return sum;
  }
}
