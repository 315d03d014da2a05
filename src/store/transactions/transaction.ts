import { COMMON_INSTALLATION, idNumber, installationOf, keyPrefixOf, makeId } from '../../records/ids.js';
import { idCounter, INSTALLATION_COUNTER, installationCounter, isOfIds } from '../installation.js';
import type { CandidateAnswer, CandidateQuery } from '../../index/candidate-index.js';
import type { StoredRecord } from '../../records/record.js';
import type { DecisionSteps } from '../../runtime/decision-quota.js';
import { searchInDecision } from '../../runtime/event-loop-scheduler.js';
import type { Change, Commit } from '../commit-log.js';
import { CHANGE_COUNTER, type HistoryEntry } from '../history.js';
import { SYSTEM_USER_ID } from '../user-records.js';
import type { LatestView } from './latest-view.js';
import { mergeMatches } from './merge-matches.js';

/**
 * The changes of one request, as one atomic commit. Records its reads, to find out whether it depends on another
 * transaction.
 */
export class Transaction {
  #changes: Change[] = [];
  readonly #staged: { readonly id: string; readonly before: StoredRecord | undefined }[] = [];
  readonly #counters = new Map<string, { readonly before: number; after: number }>();
  readonly #reads = new Set<string>();
  readonly #searches: { readonly type: string; readonly query: CandidateQuery }[] = [];
  readonly #summarised = new Set<string>();
  readonly #countersRead = new Set<string>();
  readonly #checkpoints = new Set<string>();
  #group: number | undefined;
  #audited: HistoryEntry[] = [];

  constructor(
    private readonly view: LatestView,
    private readonly by: Commit['by'],
    readonly userId: string = SYSTEM_USER_ID,
    private readonly objects?: ReadonlySet<string>,
    /** `TransactionManager`'s generation when the transaction started. */
    readonly generation = 0,
  ) {}

  mayChange(objectType: string): boolean {
    return this.objects === undefined || this.objects.has(objectType);
  }

  /** Reads the latest view, with everything decided so far. */
  get(id: string): StoredRecord | undefined {
    this.#reads.add(id);
    return this.view.get(id);
  }

  find(type: string, query: CandidateQuery): DecisionSteps<CandidateAnswer> {
    this.#searches.push({ type, query });
    return searchInDecision((inSteps) => this.view.find(type, query, inSteps));
  }

  /** A record's summaries were calculated, or depend on this transaction's changes. */
  summarise(id: string): void {
    this.#reads.add(id);
    this.#summarised.add(id);
  }

  /** Starts a group of changes that are undone together. @returns the number of the first change */
  beginGroup(): number {
    return (this.#group = this.view.counter(CHANGE_COUNTER) + 1);
  }

  addHistory(entry: Omit<HistoryEntry, 'number' | 'group'>): void {
    const group = this.#group === undefined ? {} : { group: this.#group };
    const noted = { number: this.next(CHANGE_COUNTER), ...entry, ...group };
    this.#changes.push({ kind: 'history', entry: noted });
    if (noted.action === 'delete' || noted.undoes !== undefined) this.#audited.push(noted);
  }

  /** @param before the result of `get`, which the caller already has */
  put(record: StoredRecord, before: StoredRecord | undefined): void {
    this.#stage(record.id, before, record);
    this.#changes.push({ kind: 'put', record });
  }

  delete(id: string): void {
    this.#stage(id, this.get(id), undefined);
    this.#changes.push({ kind: 'delete', id });
  }

  /** Removes a record, its history, and everything that refers to it. */
  erase(id: string): void {
    this.#stage(id, this.get(id), undefined);
    this.#changes.push({ kind: 'erase', id });
  }

  #stage(id: string, before: StoredRecord | undefined, record: StoredRecord | undefined): void {
    // Recorded first, so that `abort` undoes the change even if it fails halfway.
    this.#staged.push({ id, before });
    this.view.stage(this, id, before, record);
  }

  add(change: Extract<Change, { kind: 'suspect' | 'merged' | 'review' | 'revoke' | 'remember' }>): void {
    this.#changes.push(change);
  }

  next(name: string): number {
    return this.#count(name, this.view.counter(name) + 1);
  }

  /** Returns the Id of a new record: greater than all other Ids with its key prefix, as the indexes require. */
  nextId(keyPrefix: string): string {
    const installation = this.#installation(this.view.counter(installationCounter(keyPrefix)));
    this.#keep(installationCounter(keyPrefix), installation);
    return makeId(keyPrefix, this.next(idCounter(keyPrefix)), installation);
  }

  /** Uses an Id from outside, which must be greater than all other Ids with its key prefix. */
  takeId(id: string): void {
    const keyPrefix = keyPrefixOf(id);
    const installation = installationOf(id)!;
    if (this.view.counter(INSTALLATION_COUNTER) === 0) this.#installation(installation);
    this.#keep(installationCounter(keyPrefix), installation);
    this.raise(idCounter(keyPrefix), idNumber(id)!);
  }

  /** Returns this store's installation, which is chosen once, and again if an import adds greater Ids. */
  #installation(last: number): number {
    const drawn = this.view.counter(INSTALLATION_COUNTER);
    const isDrawn = drawn > 0 && drawn >= last;
    const installation = isDrawn ? drawn : this.view.drawInstallation(Math.max(last, COMMON_INSTALLATION));
    this.#keep(INSTALLATION_COUNTER, installation);
    return installation;
  }

  /** Raises a counter in this commit, even if a pending transaction has raised it, because that one may be aborted. */
  #keep(name: string, atLeast: number): void {
    if (this.view.storedCounter(name) < atLeast) this.#count(name, Math.max(atLeast, this.view.counter(name)));
  }

  /** Returns a counter with all pending changes. */
  counter(name: string): number {
    this.#countersRead.add(name);
    return this.view.counter(name);
  }

  raise(name: string, atLeast: number): void {
    if (this.view.counter(name) < atLeast) this.#count(name, atLeast);
  }

  set(name: string, value: number): void {
    this.#count(name, value);
    this.#checkpoints.add(name);
  }

  #count(name: string, after: number): number {
    const counter = this.#counters.get(name);
    if (counter === undefined) this.#counters.set(name, { before: this.view.counter(name), after });
    else counter.after = after;
    this.view.setCounter(name, after);
    return after;
  }

  get changedIds(): ReadonlySet<string> {
    return new Set(this.#staged.map(({ id }) => id));
  }

  get audited(): readonly HistoryEntry[] {
    return this.#audited;
  }

  /** Whether nothing needs to be stored, because the transaction has only taken numbers from counters. */
  get isEmpty(): boolean {
    return this.#changes.length === 0 && this.#checkpoints.size === 0;
  }

  commit(): Commit {
    const changes = [...this.#changes];
    for (const [name, { after: value }] of this.#counters)
      if (name !== CHANGE_COUNTER) changes.push({ kind: 'counter', name, value });
    return { changes, ...(this.by && { by: this.by }) };
  }

  /** Must be called when the transaction is committed. */
  release(): void {
    for (const { id } of this.#staged) this.view.release(this, id);
  }

  abort(): void {
    for (const { id } of this.#staged.reverse()) this.view.abort(this, id);
    for (const [name, { before, after }] of this.#counters)
      // If a later transaction also set the counter, it depends on this one and is aborted with it.
      if (this.#checkpoints.has(name)) this.view.forgetCounter(name);
      // Counters of Ids are not reset, because a new Id must be the greatest in the index. Counters that other
      // transactions have used are not reset either.
      else if (!isOfIds(name) && this.view.counter(name) === after) this.view.setCounter(name, before);
    this.#staged.length = 0;
    this.#changes = [];
    this.#audited = [];
    this.#counters.clear();
    this.#checkpoints.clear();
  }

  /** The changes. Must be read before the transaction is aborted. */
  get writes(): Writes {
    return {
      staged: [...this.#staged],
      summarised: new Set(this.#summarised),
      checkpoints: new Set(this.#checkpoints),
    };
  }

  /**
   * Returns whether this transaction depends on another one's changes: it read a record that was changed or summarised,
   * would have found such a record in its earlier state, or read a counter that was set.
   */
  dependsOn({ staged, summarised, checkpoints }: Writes): boolean {
    for (const id of summarised) if (this.#reads.has(id)) return true;
    for (const name of checkpoints) if (this.#countersRead.has(name)) return true;
    return staged.some(({ id, before }) => this.#reads.has(id) || (before !== undefined && this.#wouldFind(before)));
  }

  #wouldFind(record: StoredRecord): boolean {
    const none: CandidateAnswer = { matches: [], postingsScanned: 0, incomplete: false };
    return this.#searches.some(
      ({ type, query }) =>
        type === record.type && mergeMatches([record], none, query, this.view.normalized).matches.length > 0,
    );
  }
}

export interface Writes {
  readonly staged: readonly { readonly id: string; readonly before: StoredRecord | undefined }[];
  readonly summarised: ReadonlySet<string>;
  readonly checkpoints: ReadonlySet<string>;
}
