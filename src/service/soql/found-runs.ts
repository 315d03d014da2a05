/** An entry of a run: a record, and what it is sorted by. */
export interface FoundRecord {
  readonly id: string;
  readonly keys: readonly (string | number | null)[];
}

/** Records of all runs together that are remembered: some hundred bytes each. */
const MOST_FOUND = 1_000_000;

/** Keeps what the last queries found whose pages have not all been asked for. Forgotten, a query is run again. */
export class FoundRuns {
  /** The one asked for longest ago first. */
  readonly #runs = new Map<string, readonly FoundRecord[]>();
  #size = 0;

  keep(run: string, found: readonly FoundRecord[]): void {
    this.forget(run);
    this.#runs.set(run, found);
    this.#size += found.length;
    for (const oldest of this.#runs.keys()) {
      if (this.#size <= MOST_FOUND) break;
      this.forget(oldest);
    }
  }

  get(run: string): readonly FoundRecord[] | undefined {
    const found = this.#runs.get(run);
    if (found === undefined) return undefined;
    this.#runs.delete(run);
    this.#runs.set(run, found);
    return found;
  }

  /** For an erasure: what records are sorted by are values of theirs. */
  clear(): void {
    this.#runs.clear();
    this.#size = 0;
  }

  forget(run: string): void {
    this.#size -= this.#runs.get(run)?.length ?? 0;
    this.#runs.delete(run);
  }
}
