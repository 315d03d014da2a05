import type { Adapter } from 'lowdb';
import type { AnswerBounds } from './remembered-answers.js';
import type { JournalCommit } from './journal-entry.js';
import type { EncodedCommit } from './encoded-commit.js';
import type { StoreStatistics } from './record-store.js';
import { StoreState } from './store-state.js';

/** A transaction that is not on disk yet, and nowhere to be seen. */
export interface PendingCommit extends EncodedCommit {
  readonly resolve: (position: number) => void;
  readonly reject: (reason: Error) => void;
}

/**
 * The `data` of lowdb, whose order of things is: change `data`, then `write()`. So that memory is never ahead of the
 * disk, the queue is changed first; `write()` makes it durable and only then moves it into the committed state.
 */
export interface StoreData {
  readonly committed: StoreState;
  pending: PendingCommit[];
}

/** A lowdb adapter that can also say how it is. */
export interface StoreAdapter extends Adapter<StoreData> {
  /** `undefined` while it can write, else why it cannot. */
  readonly fault: Error | undefined;
  /**
   * Transactions that waited already when the last write came back from the disk; 0 where there is no disk to wait for.
   */
  readonly backlog: number;
  since(position: number, visit: (commit: JournalCommit) => void): Promise<void>;
  compact(): Promise<void>;
  inspect(): Promise<void>;
  fileStatistics(): Pick<StoreStatistics, 'journalBytes' | 'journalEntries' | 'snapshotBytes'>;
  close(): Promise<void>;
}

export function emptyData(answerBounds?: AnswerBounds): StoreData {
  return { committed: new StoreState(answerBounds), pending: [] };
}

/**
 * Characters of commits that go to disk in one append, the last of them apart: encoding them takes a millisecond or
 * two.
 */
const MAX_BATCH = 1 << 20;

/** Takes what goes to disk together from the pending commits. */
export function takeBatch({ pending }: Pick<StoreData, 'pending'>): PendingCommit[] {
  let characters = 0;
  let count = 0;
  while (count < pending.length && (count === 0 || characters < MAX_BATCH)) characters += pending[count++]!.body.length;
  return pending.splice(0, count);
}
