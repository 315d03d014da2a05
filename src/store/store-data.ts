import type { Adapter } from 'lowdb';
import type { AnswerBounds } from './remembered-answers.js';
import type { JournalCommit } from './journal-entry.js';
import type { EncodedCommit } from './encoded-commit.js';
import type { StoreStatistics } from './record-store.js';
import { StoreState } from './store-state.js';

/** A transaction that is not yet on disk and not visible. */
export interface PendingCommit extends EncodedCommit {
  readonly resolve: (position: number) => void;
  readonly reject: (reason: Error) => void;
}

/**
 * The `data` of lowdb. Users of lowdb change `data` and then call `write()`. The state in memory must never be ahead of
 * the disk. Therefore a change is only queued, and `write()` makes it durable before it applies it to the committed
 * state.
 */
export interface StoreData {
  readonly committed: StoreState;
  pending: PendingCommit[];
}

export interface StoreAdapter extends Adapter<StoreData> {
  /** The reason why the adapter cannot write, or `undefined` if it can. */
  readonly fault: Error | undefined;
  /** Number of transactions that were waiting when the last write ended. 0 without a disk. */
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

/** Maximum characters of an append's commits, except the last. Encoding them takes one or two milliseconds. */
const MAX_BATCH = 1 << 20;

export function takeBatch({ pending }: Pick<StoreData, 'pending'>): PendingCommit[] {
  let characters = 0;
  let count = 0;
  while (count < pending.length && (count === 0 || characters < MAX_BATCH)) characters += pending[count++]!.body.length;
  return pending.splice(0, count);
}
