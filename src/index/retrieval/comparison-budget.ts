/** Comparisons that the running search of an index may make in one go. An index has one search at a time. */
export class ComparisonBudget {
  private most = Infinity;
  private rest = Infinity;

  /** `Infinity`: all. */
  get perStep(): number {
    return this.most;
  }

  get left(): number {
    return this.rest;
  }

  spend(comparisons: number): void {
    this.rest -= comparisons;
  }

  /** @throws LongSearch where finding similar values takes more comparisons, of whatever values the search looks for */
  within<T>(comparisons: number, search: () => T): T {
    this.most = this.rest = comparisons;
    try {
      return search();
    } finally {
      this.most = this.rest = Infinity;
    }
  }
}
