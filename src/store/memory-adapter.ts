import { randomUUID } from 'node:crypto';
import { commitBehind, readEntry, textOfEntry, type JournalCommit } from './journal-entry.js';
import { PositionGoneError } from './store-errors.js';
import type { StoreAdapter, StoreData } from './store-data.js';

/** At least this many commits can be read again. Up to twice as many are kept. */
const KEPT_COMMITS = 1_000;

export class MemoryAdapter implements StoreAdapter {
  readonly fault = undefined;
  readonly backlog = 0;

  /** Entries of the last commits in journal format. */
  readonly #log: string[] = [];

  readonly #run = randomUUID();

  constructor(readonly now: () => number) {}

  read(): Promise<null> {
    return Promise.resolve(null);
  }

  async write(data: StoreData): Promise<void> {
    const batch = data.pending;
    data.pending = [];
    for (const { changes, body, resolve } of batch) {
      const way = data.committed.removeManyPairs(changes);
      if (way !== undefined) await way;
      const { committed } = data;
      const last = commitBehind(committed.last, committed.last === undefined ? this.#run : undefined);
      committed.apply(changes, committed.sequence + 1, this.now(), last);
      this.#log.push(textOfEntry(committed.sequence, last, body));
      if (this.#log.length > 2 * KEPT_COMMITS) this.#log.splice(0, KEPT_COMMITS);
      resolve(data.committed.sequence);
    }
  }

  since(position: number, visit: (commit: JournalCommit) => void): Promise<void> {
    const commits = this.#log.map(readEntry);
    const first = (commits[0]?.position ?? position + 1) - 1;
    if (position < first) return Promise.reject(new PositionGoneError(position, first));
    for (const commit of commits) if (commit.position > position) visit(commit);
    return Promise.resolve();
  }

  fileStatistics(): { journalBytes: number; journalEntries: number; snapshotBytes: number } {
    return { journalBytes: 0, journalEntries: 0, snapshotBytes: 0 };
  }

  /** Does nothing, because nothing is on disk. */
  compact(): Promise<void> {
    return Promise.resolve();
  }

  inspect(): Promise<void> {
    return Promise.resolve();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
