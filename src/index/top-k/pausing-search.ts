import type { TopKSearch } from './top-k-search.js';

/**
 * A search of very many records, done in steps between which the index may change. The answer is that of the moment of
 * the last step: the rows that changed meanwhile are noted, left out where they are met, and decided at the end as they
 * are then. For all others it makes no difference when they were looked at.
 */
export class PausingSearch {
  private readonly changed = new Set<number>();
  private isVoid = false;

  /**
   * @param rowsPerStep records that a step looks at, about
   * @param acceptChanged whether a row that has changed is taken into the answer; default: all are
   */
  constructor(
    private readonly search: TopKSearch,
    private readonly rowsPerStep: number,
    private readonly acceptChanged?: (row: number) => boolean,
  ) {
    search.pause(this.changed);
  }

  /** A row has other values than before, or is no more. */
  note(row: number): void {
    this.changed.add(row);
  }

  /** Rows and values have other numbers: all that has been found is worthless. */
  void(): void {
    this.isVoid = true;
  }

  /** @returns whether the search has come to its end with an answer that holds; else it is to be begun anew */
  *steps(): Generator<void, boolean> {
    while (!this.isVoid) {
      this.search.resume();
      if (this.search.runFor(this.rowsPerStep)) return this.search.settle(this.acceptChanged);
      yield;
    }
    return false;
  }
}
