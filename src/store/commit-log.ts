import type { StoredRecord } from '../records/record.js';
import type { HistoryEntry } from './history.js';
import type { MergedId } from './merged-ids.js';
import type { RememberedAnswer, SuspectedPair } from './record-view.js';
import type { ReviewDecision } from './review-decisions.js';

export type Change =
  | { readonly kind: 'put'; readonly record: StoredRecord }
  | { readonly kind: 'delete'; readonly id: string }
  | { readonly kind: 'suspect'; readonly pair: SuspectedPair }
  /** Where a record has gone that was merged, or that it is back. */
  | { readonly kind: 'merged'; readonly entry: MergedId }
  /** A person's decision about records; the suspected pairs in it leave the list. */
  | { readonly kind: 'review'; readonly decision: ReviewDecision }
  /** It is as if the decision had never been; its suspected pairs come back by changes of their own. */
  | { readonly kind: 'revoke'; readonly id: string }
  | { readonly kind: 'remember'; readonly answer: RememberedAnswer }
  /**
   * The highest number given out by a counter: Ids by key prefix (`id:003`), auto-numbers by field
   * (`auto:Case.CaseNumber`).
   */
  | { readonly kind: 'counter'; readonly name: string; readonly value: number }
  /**
   * A line of a record's history; in the transaction of the change itself. Numbers rise from transaction to
   * transaction.
   */
  | { readonly kind: 'history'; readonly entry: HistoryEntry }
  /**
   * The record, its history, its suspected pairs, the decisions about it and the remembered answers that name it;
   * `compact` then removes what the files still hold of it.
   */
  | { readonly kind: 'erase'; readonly id: string };

/** All of it or none of it. */
export interface Commit {
  readonly changes: readonly Change[];
  /** Who, when and by which request; kept for the audit trail. */
  readonly by?: CommitAuthor;
}

export interface CommitAuthor {
  readonly client: string;
  /** ISO 8601. */
  readonly time: string;
  readonly request?: string;
}

/** A commit as the log gives it back. */
export interface LoggedCommit extends Commit {
  /** Rises by one from commit to commit, from 1. */
  readonly position: number;
}

/** The order of all commits. */
export interface CommitLog {
  /**
   * Appends a commit. Resolves when it is durable and visible in the record view. Commits become so in the order of the
   * calls.
   *
   * A commit that is refused leaves no trace, now or after a restart, and takes along every later one whose append was
   * called before the caller could know: before the next turn of the event loop. Those reject, too; unless the log is
   * no longer `writable`, they may be appended again.
   *
   * @returns its position
   * @throws StoreUnavailableError when it could not be made durable
   * @throws TypeError for a commit that cannot be stored at all, naming the change; it takes no other along
   */
  append(commit: Commit): Promise<number>;
  /**
   * Shows the commits after a position that are visible when it is called, in order.
   *
   * @throws PositionGoneError when the log no longer reaches back to it
   */
  since(position: number, visit: (commit: LoggedCommit) => void): Promise<void>;
  /** False after a failed append or fsync that nothing can follow: reads go on, commits are refused. */
  readonly writable: boolean;
}
