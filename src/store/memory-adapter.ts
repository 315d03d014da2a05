import type { StoreAdapter, StoreData } from './store-data.js';

/** Commits to memory alone. */
export class MemoryAdapter implements StoreAdapter {
  readonly fault = undefined;
  readonly behind = 0;

  constructor(readonly now: () => number) {}

  read(): Promise<null> {
    return Promise.resolve(null);
  }

  async write(data: StoreData): Promise<void> {
    const batch = data.waiting;
    data.waiting = [];
    for (const { changes, resolve } of batch) {
      const way = data.committed.makeWay(changes);
      if (way !== undefined) await way;
      data.committed.apply(changes, data.committed.sequence + 1, this.now());
      resolve();
    }
  }

  fileStatistics(): { journalBytes: number; journalEntries: number; snapshotBytes: number } {
    return { journalBytes: 0, journalEntries: 0, snapshotBytes: 0 };
  }

  /** Nothing is on disk. */
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
