import { randomUUID } from 'node:crypto';
import { Low } from 'lowdb';
import type { AnswerBounds } from './remembered-answers.js';
import { installationDraw } from './installation.js';
import { EmbeddedStore } from './embedded-store.js';
import type { RecordStore } from './record-store.js';
import { emptyData, type StoreData, type StoreAdapter } from './store-data.js';
import { commitBehind, readEntry, textOfEntry, type JournalCommit } from './journal-entry.js';
import { PositionGoneError } from './store-errors.js';

/**
 * Creates a store without a disk, for tests and for work on one file.
 * @param options.now returns milliseconds since the epoch
 * @param options.answerBounds limits for remembered responses
 * @param options.installation see `FileStoreOptions`
 */
export function createMemoryStore(
  options: {
    readonly now?: () => number;
    readonly answerBounds?: AnswerBounds;
    readonly installation?: string | undefined;
  } = {},
): RecordStore {
  const now = options.now ?? Date.now;
  const adapter = new MemoryAdapter(now);
  const draw = installationDraw(options.installation);
  return new EmbeddedStore(new Low<StoreData>(adapter, emptyData(options.answerBounds)), adapter, now, draw);
}

/** At least this many commits can be read again. Up to twice as many are kept. */
const KEPT_COMMITS = 1_000;

class MemoryAdapter implements StoreAdapter {
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
