import type { TopKSearch } from './top-k-search.js';

/** A search in steps. Rows that change in between are skipped, and checked at the end with their final values. */
export class PausingSearch {
  private readonly changed = new Set<number>();
  private isVoid = false;

  /** @param acceptChanged default: all */
  constructor(
    private readonly search: TopKSearch,
    private readonly rowsPerStep: number,
    private readonly acceptChanged?: (row: number) => boolean,
  ) {
    search.pause(this.changed);
  }

  note(row: number): void {
    this.changed.add(row);
  }

  /** Call when rows and values were renumbered. */
  void(): void {
    this.isVoid = true;
  }

  /** @returns false if the result is not valid: start again */
  *steps(): Generator<void, boolean> {
    while (!this.isVoid) {
      this.search.resume();
      if (this.search.runFor(this.rowsPerStep)) return this.search.settle(this.acceptChanged);
      yield;
    }
    return false;
  }
}
