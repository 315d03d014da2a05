import type { CandidateAnswer, CandidateQuery } from '../index/candidate-index.js';
import type { ObjectType } from '../records/object-type.js';
import { keyPrefixOf, makeId } from '../records/ids.js';
import type { StoredRecord } from '../records/record.js';
import { LongSearch } from '../runtime/long-search.js';
import type { Commit } from '../store/commit-log.js';
import type { RecordStore } from '../store/record-store.js';
import type { RecordJson } from '../store/record-view.js';
import type { SharedLog } from '../store/shared-log.js';
import { OutcomeUnknownError, OvertakenError, StoreUnavailableError } from '../store/store-errors.js';
import { LatestView, type LatestViewParts } from './latest-view.js';
import { mergeMatches } from './merge-matches.js';
import { Transaction, type Writes } from './transaction.js';

const NONE: readonly string[] = [];

/** A transaction on its way to the disk. */
interface Pending {
  readonly transaction: Transaction;
  readonly commit: Commit;
  readonly committed: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
  /** Why the log refused it. */
  refusal: Error | undefined;
}

interface Refusal {
  readonly error: Error;
  /** Transactions that were aborted for it, in the order of the decisions. */
  readonly aborted: Writes[];
}

export interface TransactionManagerParts extends LatestViewParts {
  readonly store: Pick<RecordStore, 'get' | 'getJson' | 'counter' | 'isDeleted' | 'append' | 'writable' | 'shared'>;
}

/**
 * Two views of the records, and the step between them.
 *
 * **Latest** is what decisions are made against: everything decided, on disk or still on its way, so that a second
 * equal upsert finds the first one while its write is in flight. **Committed** is what readers see: only what is on
 * disk. The records that differ are the few uncommitted ones, and a reader sets them right one by one.
 *
 * Decisions must not overlap: whoever begins a transaction is alone (`WriterQueue`) until it is committed or aborted.
 */
export class TransactionManager {
  /** For decisions, and for what follows them. */
  readonly latest: LatestView;
  /** In the order of the decisions. */
  readonly #pending = new Set<Pending>();
  /** Appends that have not been answered. */
  #outstanding = 0;
  /** From the first refusal until all outstanding appends are answered: meanwhile none is begun. */
  #refusal: Refusal | undefined;
  /** Rises when another writer's commits come before what has been decided here. */
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

  /** When decisions may be made, where others append to the log, too. */
  get sharedLog(): SharedLog | undefined {
    return this.parts.store.shared;
  }

  committed(id: string): StoredRecord | undefined {
    return this.parts.store.get(id);
  }

  /** The same, unparsed. */
  committedJson(id: string): RecordJson | undefined {
    return this.parts.store.getJson(id);
  }

  /**
   * Whether a record that is not there may be there again: its deletion is on its way to the disk and may be aborted,
   * or can be undone; or its Id was given out here and is another writer's to give.
   */
  mayComeBack(id: string): boolean {
    const { store } = this.parts;
    if (this.latest.isUncommitted(id) || store.isDeleted(id)) return true;
    if (store.shared === undefined) return false;
    const prefix = keyPrefixOf(id);
    return id > makeId(prefix, store.counter(`id:${prefix}`));
  }

  /**
   * Search in the committed view, as it is at one moment: for readers.
   *
   * @param inSteps whether one that would take long may answer with its steps instead
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
      // It leaves out changes that were uncommitted when it began, and those that came since.
      return found.answering((answer) =>
        this.#withCommitted([...new Set([...changing, ...this.#changing(type)])], answer, query),
      );
    return this.#withCommitted(changing, found, query);
  }

  /** Records of a type that have uncommitted changes. */
  #changing(type: ObjectType): readonly string[] {
    let changing: string[] | undefined;
    for (const id of this.latest.uncommittedIds()) if (id.startsWith(type.keyPrefix)) (changing ??= []).push(id);
    return changing ?? NONE;
  }

  /** A query that meets only records as they are on disk. */
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
    // A new record is not to be found yet: most are new.
    const records = ids.map((id) => this.committed(id));
    return mergeMatches(records, answer, query, this.latest.normalized);
  }

  /**
   * @param userId of the user who owns and signs what is saved; absent: the system's own
   * @param objects whose records may be changed; absent: all
   */
  begin(by: Commit['by'], userId?: string, objects?: ReadonlySet<string>): Transaction {
    return new Transaction(this.latest, by, userId, objects, this.#generation);
  }

  /** Takes a transaction back that is not committed. @returns whether it has seen what was true at no time */
  abort(transaction: Transaction): boolean {
    transaction.abort();
    const isOvertaken = transaction.generation !== this.#generation;
    // It was the only one: what it has taken since then is nobody's.
    if (isOvertaken) this.latest.resetCounters();
    return isOvertaken;
  }

  /**
   * Resolves when everything is on disk and visible to readers. When the log refuses it, it is aborted, and with it
   * every later one that builds on it; the others are appended again, in their order.
   *
   * @throws StoreUnavailableError when it was aborted
   * @throws OvertakenError when it was aborted because another writer's commit came first: to be decided anew
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

  /**
   * Resolves when nothing is uncommitted: then the store's history is that of the latest view. Only within a decision.
   */
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
          // It was taken back at once, before the view changed.
          this.#answered();
          return;
        }
        pending.refusal = error;
        // The first that is refused; what was appended after it is refused along with it, and tried again.
        if (this.#refusal === undefined) {
          this.#refusal = { error, aborted: [] };
          this.#abort(pending, error);
        }
        this.#answered();
      },
    );
  }

  /** Whatever has been decided and is not in the log was decided without knowing what is about to become visible. */
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
      // Until then the log refuses whatever comes.
      setImmediate(() => this.#goOn(refusal));
      return;
    }
    for (const pending of this.#pending) this.#abort(pending, pending.refusal ?? refusal.error);
    this.#refusal = undefined;
  }

  /** Aborts what builds on a refused commit, and appends again whatever of the others is known not to be kept. */
  #goOn({ error, aborted }: Refusal): void {
    const again: Pending[] = [];
    for (const pending of this.#pending)
      // It may have been kept, and then it would be there twice.
      if (pending.refusal instanceof OutcomeUnknownError) this.#abort(pending, pending.refusal);
      else if (aborted.some((writes) => pending.transaction.dependsOn(writes)))
        this.#abort(
          pending,
          new StoreUnavailableError(`a change that this one builds on was refused: ${error.message}`),
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
