import { idCounter } from '../installation.js';
import type { CandidateAnswer, CandidateQuery } from '../../index/candidate-index.js';
import type { ObjectType } from '../../records/object-type.js';
import { idNumber, keyPrefixOf } from '../../records/ids.js';
import type { StoredRecord } from '../../records/record.js';
import { LongSearch } from '../../runtime/long-search.js';
import type { Commit } from '../commit-log.js';
import type { RecordStore } from '../record-store.js';
import type { RecordJson } from '../record-view.js';
import type { SharedLog } from '../shared-log.js';
import { OutcomeUnknownError, OvertakenError, StoreUnavailableError } from '../store-errors.js';
import { LatestView, type LatestViewParts } from './latest-view.js';
import { mergeMatches } from './merge-matches.js';
import { Transaction, type Writes } from './transaction.js';

const NONE: readonly string[] = [];

interface Pending {
  readonly transaction: Transaction;
  readonly commit: Commit;
  readonly committed: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
  /** The reason why the log rejected the transaction. */
  refusal: Error | undefined;
}

interface Refusal {
  readonly error: Error;
  /** Changes of the transactions aborted with the rejected one, in order of the decisions. */
  readonly aborted: Writes[];
}

export interface TransactionManagerParts extends LatestViewParts {
  readonly store: Pick<
    RecordStore,
    'get' | 'getJson' | 'counter' | 'drawInstallation' | 'isDeleted' | 'append' | 'writable' | 'shared'
  >;
}

/**
 * Two views of the records, and the step between them.
 *
 * **Latest** is for decisions. This view has everything decided, on disk or not: if a client sends an upsert twice, the
 * second upsert finds the record of the first even before it is on disk. **Committed** is for readers, and has only
 * data on disk. The views differ only in uncommitted records. A reader's search result is corrected for each of these.
 *
 * Decisions must not overlap: a transaction is exclusive (`WriterQueue`) until it is committed or aborted.
 */
export class TransactionManager {
  /** The view for decisions, which indexes and listeners follow. */
  readonly latest: LatestView;
  readonly #pending = new Set<Pending>();
  /** Number of appends without a result. */
  #outstanding = 0;
  /** Set from the first rejection until all appends have a result. Until then, no other append starts. */
  #refusal: Refusal | undefined;
  /** Increases when another writer's commits come before pending decisions. */
  #generation = 0;

  constructor(private readonly parts: TransactionManagerParts) {
    this.latest = new LatestView({ ...parts, isShared: parts.store.shared !== undefined });
    parts.store.shared?.follow({
      overtaken: () => this.#overtaken(),
      followed: (before) => {
        for (const [id, record] of before) this.latest.followed(id, record);
      },
    });
  }

  /** Decides when this node may make decisions, if the log is shared. */
  get sharedLog(): SharedLog | undefined {
    return this.parts.store.shared;
  }

  committed(id: string): StoredRecord | undefined {
    return this.parts.store.get(id);
  }

  committedJson(id: string): RecordJson | undefined {
    return this.parts.store.getJson(id);
  }

  /**
   * Returns whether a missing record may exist again: its deletion is pending and may be aborted, its deletion can be
   * undone, or its Id was issued here and another writer may use it.
   */
  mayComeBack(id: string): boolean {
    const { store } = this.parts;
    if (this.latest.isUncommitted(id) || store.isDeleted(id)) return true;
    if (store.shared === undefined) return false;
    return (idNumber(id) ?? 0) > store.counter(idCounter(keyPrefixOf(id)));
  }

  /**
   * Searches the committed view at one point in time, for readers.
   * @param inSteps whether a long search may return steps instead
   */
  findCommitted(
    type: ObjectType,
    query: CandidateQuery,
    inSteps: boolean,
  ): CandidateAnswer | LongSearch<CandidateAnswer> {
    const changing = this.#changing(type);
    const committedOnly = this.#committedOnly(query, changing);
    const found = this.latest.find(type.name, committedOnly, inSteps);
    if (found instanceof LongSearch)
      // Excludes changes that were uncommitted when the search started, and later changes.
      return found.answering((answer) =>
        this.#withCommitted([...new Set([...changing, ...this.#changing(type)])], answer, query),
      );
    return this.#withCommitted(changing, found, query);
  }

  #changing(type: ObjectType): readonly string[] {
    let changing: string[] | undefined;
    for (const id of this.latest.uncommittedIds()) if (id.startsWith(type.keyPrefix)) (changing ??= []).push(id);
    return changing ?? NONE;
  }

  #committedOnly(query: CandidateQuery, changing: readonly string[]): CandidateQuery {
    const acceptChanged = (id: string) => !this.latest.isUncommitted(id);
    if (changing.length === 0) return { ...query, acceptChanged };
    const { accept } = query;
    const isChanging = new Set(changing);
    return {
      ...query,
      accept: (id) => !isChanging.has(id) && (accept === undefined || accept(id)),
      acceptChanged,
    };
  }

  #withCommitted(ids: readonly string[], answer: CandidateAnswer, query: CandidateQuery): CandidateAnswer {
    if (ids.length === 0) return answer;
    // Most changed records are new, and new records are not visible yet.
    const records = ids.map((id) => this.committed(id));
    return mergeMatches(records, answer, query, this.latest.normalized);
  }

  /**
   * @param userId owner and author of saved records; default: the system user
   * @param objects whose records may be changed; default: all
   */
  begin(by: Commit['by'], userId?: string, objects?: ReadonlySet<string>): Transaction {
    return new Transaction(this.latest, by, userId, objects, this.#generation);
  }

  /** Undoes an uncommitted transaction. @returns whether the transaction had read a state that was never committed */
  abort(transaction: Transaction): boolean {
    transaction.abort();
    const isOvertaken = transaction.generation !== this.#generation;
    // No other transaction is pending, so no transaction uses these numbers.
    if (isOvertaken) this.latest.resetCounters();
    return isOvertaken;
  }

  /**
   * Resolves when everything is on disk and visible to readers. If the log rejects the transaction, it is aborted
   * together with all later transactions that depend on it. Other transactions are appended again, in order.
   * @throws StoreUnavailableError if the transaction was aborted
   * @throws OvertakenError if another writer's commit came first; the decision must be repeated
   */
  commit(transaction: Transaction): Promise<void> {
    if (transaction.generation !== this.#generation) {
      this.abort(transaction);
      return Promise.reject(new OvertakenError());
    }
    if (transaction.isEmpty) return Promise.resolve();
    let resolve!: () => void;
    let reject!: (error: Error) => void;
    const committed = new Promise<void>((done, failed) => {
      resolve = done;
      reject = failed;
    });
    const pending = { transaction, commit: transaction.commit(), committed, resolve, reject, refusal: undefined };
    this.#pending.add(pending);
    if (this.#refusal === undefined) this.#append(pending);
    return committed;
  }

  /** Resolves when nothing is uncommitted: both views are then equal. Call only within a decision. */
  async allCommitted(): Promise<void> {
    await Promise.allSettled([...this.#pending].map(({ committed }) => committed));
  }

  #append(pending: Pending): void {
    this.#outstanding++;
    pending.refusal = undefined;
    this.parts.store.append(pending.commit).then(
      () => {
        this.#pending.delete(pending);
        pending.transaction.release();
        pending.resolve();
        this.#answered();
      },
      (reason: unknown) => {
        const error = reason instanceof Error ? reason : new Error(String(reason));
        if (error instanceof OvertakenError) {
          // The transaction was undone before the view changed.
          this.#answered();
          return;
        }
        pending.refusal = error;
        // The first rejected append. Later appends are also rejected, and then tried again.
        if (this.#refusal === undefined) {
          this.#refusal = { error, aborted: [] };
          this.#abort(pending, error);
        }
        this.#answered();
      },
    );
  }

  /** Aborts all decisions that are not in the log yet, because another writer's commit comes before them. */
  #overtaken(): void {
    this.#generation++;
    for (const { transaction, reject } of this.#pending) {
      transaction.abort();
      reject(new OvertakenError());
    }
    this.#pending.clear();
    this.latest.resetCounters();
  }

  #answered(): void {
    this.#outstanding--;
    if (this.#refusal === undefined || this.#outstanding > 0) return;
    const refusal = this.#refusal;
    if (this.parts.store.writable) {
      // The log rejects all appends until the next turn of the event loop.
      setImmediate(() => this.#goOn(refusal));
      return;
    }
    for (const pending of this.#pending) this.#abort(pending, pending.refusal ?? refusal.error);
    this.#refusal = undefined;
  }

  /** Aborts transactions that depend on a rejected commit. Appends the others again, unless they are stored. */
  #goOn({ error, aborted }: Refusal): void {
    const again: Pending[] = [];
    for (const pending of this.#pending)
      // This transaction may already be stored. Appending it again could store it twice.
      if (pending.refusal instanceof OutcomeUnknownError) this.#abort(pending, pending.refusal);
      else if (aborted.some((writes) => pending.transaction.dependsOn(writes)))
        this.#abort(
          pending,
          new StoreUnavailableError(`a change that this change depends on was rejected: ${error.message}`),
        );
      else again.push(pending);
    this.#refusal = undefined;
    for (const pending of again) this.#append(pending);
  }

  #abort(pending: Pending, error: Error): void {
    this.#refusal!.aborted.push(pending.transaction.writes);
    this.#pending.delete(pending);
    pending.transaction.abort();
    pending.reject(error);
  }
}
