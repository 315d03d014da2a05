import type { CandidateAnswer, CandidateQuery } from '../index/candidate-index.js';
import type { StoredRecord } from '../records/record.js';
import type { DecisionSteps } from '../runtime/decision-quota.js';
import { searchInDecision } from '../runtime/event-loop-scheduler.js';
import type { Change, Commit } from '../store/commit-log.js';
import { CHANGE_COUNTER, type HistoryEntry } from '../store/history.js';
import { SYSTEM_USER_ID } from '../store/user-records.js';
import type { LatestView } from './latest-view.js';
import { mergeMatches } from './merge-matches.js';

/**
 * The changes of one request: all of them reach the disk in one commit, or none. It remembers what it read, so that it
 * can tell whether it builds on another one.
 */
export class Transaction {
  #changes: Change[] = [];
  readonly #staged: { readonly id: string; readonly before: StoredRecord | undefined }[] = [];
  readonly #counters = new Map<string, { readonly before: number; after: number }>();
  readonly #reads = new Set<string>();
  readonly #searches: { readonly type: string; readonly query: CandidateQuery }[] = [];
  /** Records whose summaries count its changes. */
  readonly #summarised = new Set<string>();
  /** Names of counters that it decided by, and of those that it set. */
  readonly #countersRead = new Set<string>();
  readonly #checkpoints = new Set<string>();
  #group: number | undefined;

  constructor(
    private readonly view: LatestView,
    private readonly by: Commit['by'],
    /** Id of the user who owns and signs what is saved. */
    readonly userId: string = SYSTEM_USER_ID,
    /** Names of the objects whose records may be changed; absent: all. */
    private readonly objects?: ReadonlySet<string>,
    /** Times that other writers were quicker before it began. */
    readonly generation = 0,
  ) {}

  mayChange(objectType: string): boolean {
    return this.objects === undefined || this.objects.has(objectType);
  }

  /** Reads the latest view: everything decided so far. */
  get(id: string): StoredRecord | undefined {
    this.#reads.add(id);
    return this.view.get(id);
  }

  /** Searches the latest view. */
  find(type: string, query: CandidateQuery): DecisionSteps<CandidateAnswer> {
    this.#searches.push({ type, query });
    return searchInDecision((inSteps) => this.view.find(type, query, inSteps));
  }

  /** To be told that summaries of a record were worked out, or would be by this transaction's changes. */
  summarise(id: string): void {
    this.#reads.add(id);
    this.#summarised.add(id);
  }

  /** Changes from now on are undone together. @returns the number of the first of them */
  beginGroup(): number {
    return (this.#group = this.view.counter(CHANGE_COUNTER) + 1);
  }

  /** Takes a change into the record's history; of the same commit, so neither is kept without the other. */
  addHistory(entry: Omit<HistoryEntry, 'number' | 'group'>): void {
    const group = this.#group === undefined ? {} : { group: this.#group };
    this.#changes.push({ kind: 'history', entry: { number: this.next(CHANGE_COUNTER), ...entry, ...group } });
  }

  /** @param before what `get` gives of it: a saver has read it anyway */
  put(record: StoredRecord, before: StoredRecord | undefined): void {
    this.#stage(record.id, before, record);
    this.#changes.push({ kind: 'put', record });
  }

  delete(id: string): void {
    this.#stage(id, this.get(id), undefined);
    this.#changes.push({ kind: 'delete', id });
  }

  /** Removes a record, its history and all that names it. */
  erase(id: string): void {
    this.#stage(id, this.get(id), undefined);
    this.#changes.push({ kind: 'erase', id });
  }

  #stage(id: string, before: StoredRecord | undefined, record: StoredRecord | undefined): void {
    // First: where staging fails half-way, `abort` takes back what there is of it.
    this.#staged.push({ id, before });
    this.view.stage(this, id, before, record);
  }

  add(change: Extract<Change, { kind: 'suspect' | 'merged' | 'review' | 'revoke' | 'remember' }>): void {
    this.#changes.push(change);
  }

  /** The next number of a counter. */
  next(name: string): number {
    return this.#count(name, this.view.counter(name) + 1);
  }

  /** A counter as decisions see it, those that are on their way to the disk included. */
  counter(name: string): number {
    this.#countersRead.add(name);
    return this.view.counter(name);
  }

  /** Has a counter stand at a number at least. */
  raise(name: string, atLeast: number): void {
    if (this.view.counter(name) < atLeast) this.#count(name, atLeast);
  }

  /** Sets a counter, a checkpoint for example. */
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

  /** A transaction that only took numbers has nothing worth keeping. */
  get isEmpty(): boolean {
    return this.#changes.length === 0 && this.#checkpoints.size === 0;
  }

  /** The entry for the log. */
  commit(): Commit {
    const changes = [...this.#changes];
    for (const [name, { after: value }] of this.#counters)
      if (name !== CHANGE_COUNTER) changes.push({ kind: 'counter', name, value });
    return { changes, ...(this.by && { by: this.by }) };
  }

  /** It is committed: the store's state is what this transaction made of it. */
  release(): void {
    for (const { id } of this.#staged) this.view.release(this, id);
  }

  /** Takes everything back, as if it had never been. */
  abort(): void {
    for (const { id } of this.#staged.reverse()) this.view.abort(this, id);
    for (const [name, { before, after }] of this.#counters)
      // A later transaction that set it too builds on this one, and goes with it.
      if (this.#checkpoints.has(name)) this.view.forgetCounter(name);
      // Ids are never handed out twice: the index relies on a new Id being the largest. Nor is what others counted on.
      else if (!name.startsWith('id:') && this.view.counter(name) === after) this.view.setCounter(name, before);
    this.#staged.length = 0;
    this.#changes = [];
    this.#counters.clear();
    this.#checkpoints.clear();
  }

  /** Its changes; ask for them before it is aborted. */
  get writes(): Writes {
    return {
      staged: [...this.#staged],
      summarised: new Set(this.#summarised),
      checkpoints: new Set(this.#checkpoints),
    };
  }

  /**
   * Whether it could have decided otherwise without another transaction's changes: it read a record that they changed
   * or summarised, or would have found one as it was before them, or went by a counter that they set.
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
