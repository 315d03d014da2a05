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
  /** Sets the record into which a record was merged, or undoes this. */
  | { readonly kind: 'merged'; readonly entry: MergedId }
  /** A person's decision about records. Removes the records' suspected pairs from the list. */
  | { readonly kind: 'review'; readonly decision: ReviewDecision }
  /** Revokes a decision. Separate changes restore the suspected pairs. */
  | { readonly kind: 'revoke'; readonly id: string }
  | { readonly kind: 'remember'; readonly answer: RememberedAnswer }
  /** The last value of a counter, such as `id:003` (Ids by key prefix) or `auto:Case.CaseNumber` (auto-numbers). */
  | { readonly kind: 'counter'; readonly name: string; readonly value: number }
  /** An entry in a record's history, in the same transaction as the change. Numbers increase across transactions. */
  | { readonly kind: 'history'; readonly entry: HistoryEntry }
  /**
   * Erases the record, its history, its suspected pairs, the decisions about it, and the remembered responses that name
   * it. A later `compact` removes the data from the files.
   */
  | { readonly kind: 'erase'; readonly id: string };

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

export interface LoggedCommit extends Commit {
  /** Starts at 1, and increases by one with each commit. */
  readonly position: number;
}

export interface CommitLog {
  /**
   * Appends a commit. Resolves, in the order of the calls, when the commit is durable and visible in the record view.
   *
   * A rejected commit leaves nothing behind, even after a restart. All commits appended before the next turn of the
   * event loop are rejected too. If the log is still `writable`, these commits may be appended again.
   * @returns the commit's position
   * @throws StoreUnavailableError if the commit could not be made durable
   * @throws TypeError naming the change that cannot be stored; no other commit is rejected
   */
  append(commit: Commit): Promise<number>;
  /**
   * Visits, in order, all commits after a position that are visible at the time of the call.
   * @throws PositionGoneError if the log no longer reaches back to that position
   */
  since(position: number, visit: (commit: LoggedCommit) => void): Promise<void>;
  /** False after a failed append or fsync that cannot be undone. Reads still work, but commits are rejected. */
  readonly writable: boolean;
}
