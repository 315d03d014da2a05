import type { TopKSearch } from './top-k-search.js';

/**
 * A search of very many records in steps between which the index may change. The result is that of the moment of the
 * last step: rows that change meanwhile are recorded, skipped by the walk, and checked at the end with their final
 * values. For all others it does not matter when they are read.
 */
export class PausingSearch {
  private readonly changed = new Set<number>();
  private isVoid = false;

  /**
   * @param rowsPerStep approximate number of records per step
   * @param acceptChanged whether to accept a changed row; default: all
   */
  constructor(
    private readonly search: TopKSearch,
    private readonly rowsPerStep: number,
    private readonly acceptChanged?: (row: number) => boolean,
  ) {
    search.pause(this.changed);
  }

  /** Call when a row changed or was deleted. */
  note(row: number): void {
    this.changed.add(row);
  }

  /** Call when rows and values were renumbered: nothing found so far is valid. */
  void(): void {
    this.isVoid = true;
  }

  /** @returns whether the search ended with a valid result; if not, start it again */
  *steps(): Generator<void, boolean> {
    while (!this.isVoid) {
      this.search.resume();
      if (this.search.runFor(this.rowsPerStep)) return this.search.settle(this.acceptChanged);
      yield;
    }
    return false;
  }
}
