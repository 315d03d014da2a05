import type { StoredRecord } from '../records/record.js';
import type { HistoryEntry } from './history.js';
import type { MergedId } from './merged-ids.js';
import type { RememberedAnswer } from './record-view.js';
import type { SuspectedPair } from './suspected-pairs.js';
import type { ReviewDecision } from './review-decisions.js';

export type Change =
  | { readonly kind: 'put'; readonly record: StoredRecord }
  | { readonly kind: 'delete'; readonly id: string }
  | { readonly kind: 'suspect'; readonly pair: SuspectedPair }
  /** The record that a merged record is part of now; or the merge was undone. */
  | { readonly kind: 'merged'; readonly entry: MergedId }
  /** A person's decision about records; removes its suspected pairs from the list. */
  | { readonly kind: 'review'; readonly decision: ReviewDecision }
  /** Revokes a decision. Separate changes restore its suspected pairs. */
  | { readonly kind: 'revoke'; readonly id: string }
  | { readonly kind: 'remember'; readonly answer: RememberedAnswer }
  /** The last number of a counter: Ids by key prefix (`id:003`), auto-numbers by field (`auto:Case.CaseNumber`). */
  | { readonly kind: 'counter'; readonly name: string; readonly value: number }
  /** An entry of a record's history, in the transaction of the change itself. Numbers increase across transactions. */
  | { readonly kind: 'history'; readonly entry: HistoryEntry }
  /**
   * Erases the record, its history, its suspected pairs, decisions about it and remembered answers that name it;
   * `compact` then removes the rest from the files.
   */
  | { readonly kind: 'erase'; readonly id: string };

/** An atomic set of changes. */
export interface Commit {
  readonly changes: readonly Change[];
  readonly by?: CommitAuthor;
}

export interface CommitAuthor {
  readonly client: string;
  /** ISO 8601. */
  readonly time: string;
  readonly request?: string;
}

/** A commit as read from the log. */
export interface LoggedCommit extends Commit {
  /** Increases by one per commit, from 1. */
  readonly position: number;
}

/** The order of all commits. */
export interface CommitLog {
  /**
   * Appends a commit. Resolves when it is durable and visible in the record view, in the order of the calls.
   *
   * A refused commit leaves no trace, even after a restart. Commits appended before the next turn of the event loop are
   * refused with it; if the log is still `writable`, they may be appended again.
   * @returns its position
   * @throws StoreUnavailableError when it could not be made durable
   * @throws TypeError for a commit that cannot be stored, naming the change; no other commit is refused
   */
  append(commit: Commit): Promise<number>;
  /**
   * Visits the commits after a position that are visible at the call, in order.
   * @throws PositionGoneError when the log no longer reaches back that far
   */
  since(position: number, visit: (commit: LoggedCommit) => void): Promise<void>;
  /** False after a failed append or fsync that cannot be undone: reads work, commits are refused. */
  readonly writable: boolean;
}
