import { MOST } from '../../store/config/config-limits.js';

/** An entry of a result: a record and its sort keys. */
export interface FoundRecord {
  readonly id: string;
  readonly keys: readonly (string | number | null)[];
}

/** The entries of a result, starting at a position. */
export interface FoundRun {
  readonly before: number;
  readonly entries: readonly FoundRecord[];
  /** Approximate memory in bytes. */
  readonly bytes: number;
}

/** Returns the approximate bytes of an entry. */
export function bytesOf({ keys }: FoundRecord): number {
  let bytes = 120;
  for (const key of keys) bytes += typeof key === 'string' ? 24 + 2 * key.length : 8;
  return bytes;
}

/** Keeps the results of recent queries that have unread pages. A query whose result was dropped is run again. */
export class FoundRuns {
  /** Results by run, least recently used first. */
  readonly #runs = new Map<string, FoundRun>();
  #bytes = 0;

  keep(run: string, found: FoundRun): void {
    this.forget(run);
    this.#runs.set(run, found);
    this.#bytes += found.bytes;
    for (const oldest of this.#runs.keys()) {
      if (this.#bytes <= MOST.keptRunBytes) break;
      this.forget(oldest);
    }
  }

  get(run: string): FoundRun | undefined {
    const found = this.#runs.get(run);
    if (found === undefined) return undefined;
    this.#runs.delete(run);
    this.#runs.set(run, found);
    return found;
  }

  /** Clears everything for an erasure, because sort keys are record values. */
  clear(): void {
    this.#runs.clear();
    this.#bytes = 0;
  }

  forget(run: string): void {
    this.#bytes -= this.#runs.get(run)?.bytes ?? 0;
    this.#runs.delete(run);
  }
}
