import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Low } from 'lowdb';
import { CommittedView } from './committed-view.js';
import { encodeCommit } from './encoded-commit.js';
import { commitInWords, isOtherCommit, type LogPosition } from './log-position.js';
import { StoreUnavailableError } from './store-errors.js';
import type { RecordStore, StoreStatistics } from './record-store.js';
import type { Commit, LoggedCommit } from './commit-log.js';
import { entryText, textOfEntry, withoutRun } from './journal-entry.js';
import type { StoreAdapter, StoreData } from './store-data.js';
import type { StoreState } from './store-state.js';

/** The record store over lowdb: reads go to the committed state, commits queue up and are written together. */
export class EmbeddedStore<A extends StoreAdapter = StoreAdapter> extends CommittedView implements RecordStore {
  #writing: Promise<void> | undefined;
  #closed = false;
  readonly #followers = new Set<(position: number, entry: string) => void>();

  constructor(
    protected readonly low: Low<StoreData>,
    protected readonly adapter: A,
    now: () => number,
  ) {
    super(now);
  }

  protected get state(): StoreState {
    return this.low.data.committed;
  }

  get writable(): boolean {
    return !this.#closed && this.adapter.fault === undefined;
  }

  append(commit: Commit): Promise<number> {
    // An error thrown here rejects the promise.
    return new Promise<number>((resolve, reject) => {
      if (this.#closed) throw new StoreUnavailableError('the store is closed');
      const { fault } = this.adapter;
      if (fault !== undefined) throw new StoreUnavailableError(`the store is read-only: ${fault.message}`);
      const { changes, body } = encodeCommit(commit, this.state);
      const committed = (position: number): void => {
        for (const show of this.#followers) show(position, textOfEntry(position, this.state.last, body));
        resolve(position);
      };
      this.low.data.pending.push({ changes, body, resolve: committed, reject });
      this.#writing ??= this.#writeAll();
    });
  }

  since(position: number, visit: (commit: LoggedCommit) => void): Promise<void> {
    return this.adapter.since(position, (commit) => visit(withoutRun(commit)));
  }

  /**
   * Shows the commits after a position, in order and without a gap: those that stand in the log, then each as soon as
   * it is visible here.
   *
   * @param show gets the JSON of an entry, as `readEntry` reads it
   * @returns ends it
   * @throws PositionGoneError when the log no longer reaches back
   */
  async follow(position: number, show: (position: number, entry: string) => void): Promise<() => void> {
    let last = position;
    let waiting: [number, string][] | undefined = [];
    const next = (at: number, entry: string): void => {
      if (waiting !== undefined) waiting.push([at, entry]);
      else if (at > last) show((last = at), entry);
    };
    this.#followers.add(next);
    const end = (): void => void this.#followers.delete(next);
    try {
      await this.adapter.since(position, (commit) => show((last = commit.position), entryText(commit)));
    } catch (error) {
      end();
      throw error;
    }
    const missed = waiting;
    waiting = undefined;
    for (const [at, entry] of missed) next(at, entry);
    return end;
  }

  /** Why a view that stands there is not one of this log; `undefined`: it is, as far as identities are known. */
  refusal({ position, last }: LogPosition): string | undefined {
    const known = this.commitAt(position);
    if (position <= this.position && !isOtherCommit(last, known)) return undefined;
    const has = position > this.position ? `ends at position ${this.position}` : `has ${commitInWords(known)} there`;
    return `what was read ends with ${commitInWords(last)} at position ${position}, but the log ${has}`;
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
   * One write at a time; whatever has come in meanwhile goes with the next: at once when somebody waited already, for
   * under load an append that is begun a turn of the event loop later comes back a turn later. Otherwise the turn
   * between lets everyone who was just answered come again.
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
