/** Comparisons per step of the running search; an index runs one search at a time. */
export class ComparisonBudget {
  private most = Infinity;
  private rest = Infinity;

  get perStep(): number {
    return this.most;
  }

  get left(): number {
    return this.rest;
  }

  spend(comparisons: number): void {
    this.rest -= comparisons;
  }

  /** @throws LongSearch if all values of the search together take more comparisons */
  within<T>(comparisons: number, search: () => T): T {
    this.most = this.rest = comparisons;
    try {
      return search();
    } finally {
      this.most = this.rest = Infinity;
    }
  }
}
