/** Maximum comparisons per step of the running search. An index runs one search at a time. */
export class ComparisonBudget {
  private most = Infinity;
  private rest = Infinity;

  /** `Infinity`: no limit. */
  get perStep(): number {
    return this.most;
  }

  get left(): number {
    return this.rest;
  }

  spend(comparisons: number): void {
    this.rest -= comparisons;
  }

  /** @throws LongSearch if finding similar values takes more comparisons, for all values of the search together */
  within<T>(comparisons: number, search: () => T): T {
    this.most = this.rest = comparisons;
    try {
      return search();
    } finally {
      this.most = this.rest = Infinity;
    }
  }
}
