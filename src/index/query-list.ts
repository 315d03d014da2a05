import type { Similarity } from '../matching/method.js';
import type { Feature } from './feature.js';
import type { Neighbourhood } from './neighbourhood.js';
import type { PlannedList } from './planned-list.js';

/** One feature of a query: the neighbours of the value sent, and how many of their levels have been walked. */
export class QueryList implements PlannedList {
  /** Levels walked. */
  depth = 0;
  /** Row -> value id. */
  column: Int32Array;
  /** Whether the neighbours are known. (Of the values that there were when it began.) */
  complete = false;
  /** Levels that can be walked: none before the neighbours are known. */
  levels = 0;
  /** The neighbours that are walked: of a search that pauses those there were when it began, for others may come to be known meanwhile. */
  neighbours: Neighbourhood;
  private findCost: number | undefined;

  constructor(
    readonly feature: Feature,
    readonly neighbourhood: Neighbourhood,
  ) {
    this.column = feature.column.data;
    this.neighbours = neighbourhood;
  }

  /** To be called before the index changes under a search that has begun. */
  keep(): void {
    if (this.complete && this.neighbours === this.neighbourhood) this.neighbours = this.neighbourhood.copy();
  }

  /** To be called before the search goes on. */
  refresh(): void {
    this.column = this.feature.column.data;
  }

  /** The query's value. */
  get text(): string {
    return this.neighbourhood.text;
  }

  /** Makes the neighbours known. */
  find(): void {
    const { neighbourhood } = this;
    this.feature.complete(neighbourhood);
    this.complete = true;
    this.levels = neighbourhood.levelEnds.length;
  }

  /** What finding the neighbours and walking them costs, in rows walked, by what is known before: the averages of the feature, until `estimate`, and the value's own rows. */
  get expectedCost(): number {
    return (this.findCost ?? this.feature.findCost) + this.feature.postings.count(this.neighbourhood.equal);
  }

  estimate(): boolean {
    if (this.findCost !== undefined || this.complete) return false;
    this.findCost = this.feature.findCostOf(this.neighbourhood);
    return true;
  }

  /** Greatest similarity of a value outside the first `depth` levels. */
  ceiling(depth: number): Similarity {
    return this.complete ? this.neighbours.ceiling(depth) : 10_000;
  }

  /** Postings in the levels from `from` to before `to`, roughly. */
  cost(from: number, to: number): number {
    let sum = 0;
    // One for each level besides, so that of two plans with equal postings the smaller wins.
    for (let level = from; level < to; level++) sum += this.neighbours.levelCosts[level]! + 1;
    return sum;
  }
}
