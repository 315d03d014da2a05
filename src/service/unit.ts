import { andThen, type MaybePromise } from '../maybe-promise.js';
import type { StoredRecord } from '../records/record.js';
import { CHANGE_COUNTER, type HistoryEntry } from '../store/history.js';
import type { Change, Transaction } from '../store/record-store.js';
import { SYSTEM_USER_ID } from './users.js';

/** What a unit asks of the ledger whose views it changes. */
export interface Staging {
  latest(id: string): MaybePromise<StoredRecord | undefined>;
  committed(id: string): MaybePromise<StoredRecord | undefined>;
  /** Makes a change visible in the latest view. @param before what that view had until now */
  stage(id: string, before: StoredRecord | undefined, record: StoredRecord | undefined): MaybePromise<void>;
  /** Takes back one staged change. */
  unstage(id: string, to: StoredRecord | undefined): Promise<void>;
  /** One transaction that changed the record has ended: on disk, or taken back. */
  settle(id: string): void;
  counter(name: string): number;
  setCounter(name: string, value: number): void;
  /** To be told of a transaction that is on its way to the disk. @returns the same */
  track(commit: Promise<void>): Promise<void>;
  readonly store: { commit(transaction: Transaction): Promise<void> };
}

/** The changes of one request: all of them reach the disk in one journal entry, or none. */
export class Unit {
  readonly #changes: Change[] = [];
  readonly #undo: { id: string; before: StoredRecord | undefined }[] = [];
  readonly #countersBefore = new Map<string, number>();
  #isCheckpoint = false;

  constructor(
    private readonly ledger: Staging,
    private readonly by: Transaction['by'],
    /** Id of the user who owns and signs what is saved. */
    readonly userId: string = SYSTEM_USER_ID,
    /** Names of the objects whose records may be changed; absent: all. */
    private readonly objects?: ReadonlySet<string>,
  ) {}

  mayChange(objectType: string): boolean {
    return this.objects === undefined || this.objects.has(objectType);
  }

  get(id: string): MaybePromise<StoredRecord | undefined> {
    return this.ledger.latest(id);
  }

  /** Takes a change into the record's history; of the same transaction, so neither is kept without the other. */
  keep(entry: Omit<HistoryEntry, 'number'>): void {
    this.#changes.push({ kind: 'history', entry: { number: this.next(CHANGE_COUNTER), ...entry } });
  }

  /** Removes a record, its history and all that names it. */
  async erase(id: string): Promise<void> {
    await this.#remove(id);
    this.#changes.push({ kind: 'erase', id });
  }

  /** @param before what `get` gives of it: a saver has read it anyway */
  put(record: StoredRecord, before: StoredRecord | undefined): MaybePromise<void> {
    return andThen(this.ledger.stage(record.id, before, record), () => {
      this.#undo.push({ id: record.id, before });
      this.#changes.push({ kind: 'put', record });
    });
  }

  async delete(id: string): Promise<void> {
    await this.#remove(id);
    this.#changes.push({ kind: 'delete', id });
  }

  async #remove(id: string): Promise<void> {
    const before = await this.get(id);
    await this.ledger.stage(id, before, undefined);
    this.#undo.push({ id, before });
  }

  add(change: Extract<Change, { kind: 'suspect' | 'remember' }>): void {
    this.#changes.push(change);
  }

  /** The next number of a counter. Rolled back with the unit. */
  next(name: string): number {
    const current = this.ledger.counter(name);
    if (!this.#countersBefore.has(name)) this.#countersBefore.set(name, current);
    this.ledger.setCounter(name, current + 1);
    return current + 1;
  }

  /** Sets a counter, a checkpoint for example. */
  set(name: string, value: number): void {
    if (!this.#countersBefore.has(name)) this.#countersBefore.set(name, this.ledger.counter(name));
    this.ledger.setCounter(name, value);
    this.#isCheckpoint = true;
  }

  /** A unit that only took numbers has nothing worth keeping. */
  get isEmpty(): boolean {
    return this.#changes.length === 0 && !this.#isCheckpoint;
  }

  /** Takes everything back, as if it had never been. Only within a decision. */
  async rollback(): Promise<void> {
    for (const { id, before } of this.#undo.reverse()) await this.ledger.unstage(id, before);
    for (const [name, value] of this.#countersBefore) {
      // Ids are never handed out twice, not even after a rollback: the index relies on a new Id being the largest.
      if (!name.startsWith('id:')) this.ledger.setCounter(name, value);
    }
    this.#undo.length = 0;
    this.#changes.length = 0;
    this.#countersBefore.clear();
    this.#isCheckpoint = false;
  }

  /**
   * Resolves when everything is on disk and visible to readers. When the store refuses, everything is taken back before this rejects:
   * the store refuses all that follows too, so no later unit can stand on what is taken back.
   */
  commit(): Promise<void> {
    if (this.isEmpty) return Promise.resolve();
    for (const name of this.#countersBefore.keys()) {
      if (name !== CHANGE_COUNTER) this.#changes.push({ kind: 'counter', name, value: this.ledger.counter(name) });
    }
    const stored = this.ledger.store.commit({ changes: this.#changes, ...(this.by && { by: this.by }) });
    return this.ledger.track(stored.then(this.#settle, this.#takeBack));
  }

  readonly #settle = (): void => {
    for (const { id } of this.#undo) this.ledger.settle(id);
  };

  readonly #takeBack = async (error: unknown): Promise<never> => {
    for (const { id } of this.#undo.reverse()) await this.ledger.unstage(id, await this.ledger.committed(id));
    throw error;
  };
}
