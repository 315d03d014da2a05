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
  /** Sets the record that a merged record is now part of, or undoes the merge. */
  | { readonly kind: 'merged'; readonly entry: MergedId }
  /** A person's decision about records. It removes their suspected pairs from the list. */
  | { readonly kind: 'review'; readonly decision: ReviewDecision }
  /** Revokes a decision. Separate changes restore its suspected pairs. */
  | { readonly kind: 'revoke'; readonly id: string }
  | { readonly kind: 'remember'; readonly answer: RememberedAnswer }
  /** The last value of a counter, such as `id:003` (Ids by key prefix) or `auto:Case.CaseNumber` (auto-numbers). */
  | { readonly kind: 'counter'; readonly name: string; readonly value: number }
  /** An entry of a record's history, in the transaction of the change. Its number increases across transactions. */
  | { readonly kind: 'history'; readonly entry: HistoryEntry }
  /**
   * Erases the record, its history, its suspected pairs, the decisions about it and the remembered responses that name
   * it. `compact` then removes the remaining bytes from the files.
   */
  | { readonly kind: 'erase'; readonly id: string };

/** An atomic set of changes. */
export interface Commit {
  readonly changes: readonly Change[];
  readonly by?: CommitAuthor;
}

export interface CommitAuthor {
  readonly client: string;
  /** Time in ISO 8601. */
  readonly time: string;
  readonly request?: string;
}

/** A commit as read from the log. */
export interface LoggedCommit extends Commit {
  /** Starts at 1 and increases by one per commit. */
  readonly position: number;
}

/** The log of all commits, in order. */
export interface CommitLog {
  /**
   * Appends a commit. Resolves, in call order, once the commit is durable and visible in the record view.
   *
   * A rejected commit leaves no trace, even after a restart. Commits appended before the next turn of the event loop
   * are rejected together with it. These commits may be appended again if the log is still `writable`.
   * @returns the commit's position
   * @throws StoreUnavailableError if the commit could not be made durable
   * @throws TypeError naming the change that cannot be stored; no other commit is rejected
   */
  append(commit: Commit): Promise<number>;
  /**
   * Visits, in order, the commits after a position that are visible at the time of the call.
   * @throws PositionGoneError if the log no longer reaches back to that position
   */
  since(position: number, visit: (commit: LoggedCommit) => void): Promise<void>;
  /** False after a failed append or fsync that cannot be undone. Reads then still work, but commits are rejected. */
  readonly writable: boolean;
}
