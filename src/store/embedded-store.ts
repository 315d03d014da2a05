import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Low } from 'lowdb';
import { CommittedView } from './committed-view.js';
import { encodeCommit } from './encoded-commit.js';
import type { DrawInstallation } from './installation.js';
import { StoreUnavailableError } from './store-errors.js';
import type { RecordStore, StoreStatistics } from './record-store.js';
import type { Commit, LoggedCommit } from './commit-log.js';
import { withoutRun } from './journal-entry.js';
import type { StoreAdapter, StoreData } from './store-data.js';
import type { StoreState } from './store-state.js';

/** The record store on lowdb. Reads see the committed state. Commits are queued and written together. */
export class EmbeddedStore<A extends StoreAdapter = StoreAdapter> extends CommittedView implements RecordStore {
  #writing: Promise<void> | undefined;
  #closed = false;

  constructor(
    protected readonly low: Low<StoreData>,
    protected readonly adapter: A,
    now: () => number,
    drawInstallation: DrawInstallation,
  ) {
    super(now, drawInstallation);
  }

  protected get state(): StoreState {
    return this.low.data.committed;
  }

  get writable(): boolean {
    return !this.#closed && this.adapter.fault === undefined;
  }

  append(commit: Commit): Promise<number> {
    return new Promise<number>((resolve, reject) => {
      if (this.#closed) throw new StoreUnavailableError('the store is closed');
      const { fault } = this.adapter;
      if (fault !== undefined) throw new StoreUnavailableError(`the store is read-only: ${fault.message}`);
      const { changes, body } = encodeCommit(commit, this.state);
      this.low.data.pending.push({ changes, body, resolve, reject });
      this.#writing ??= this.#writeAll();
    });
  }

  since(position: number, visit: (commit: LoggedCommit) => void): Promise<void> {
    return this.adapter.since(position, (commit) => visit(withoutRun(commit)));
  }

  statistics(): StoreStatistics {
    return { ...this.memoryStatistics(), ...this.adapter.fileStatistics() };
  }

  compact(): Promise<void> {
    return this.adapter.compact();
  }

  inspect(): Promise<void> {
    return this.adapter.inspect();
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#writing;
    await this.adapter.close();
  }

  /**
   * Writes one batch at a time. Commits that arrive during a write are in the next batch. If commits are already
   * waiting, their write starts immediately, because waiting for a turn of the event loop would also delay its end.
   * Otherwise, the write waits for one turn, so that clients that have just received responses can send new requests.
   */
  async #writeAll(): Promise<void> {
    while (this.low.data.pending.length > 0) {
      if (this.adapter.backlog === 0) await nextTurn();
      await this.low.write();
      this.shown();
    }
    this.#writing = undefined;
  }
}
