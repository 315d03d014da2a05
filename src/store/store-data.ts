import type { Adapter } from 'lowdb';
import type { AnswerBounds } from './answer-book.js';
import type { PreparedChange } from './prepared-change.js';
import type { StoreStatistics } from './record-store.js';
import { StoreState } from './store-state.js';

/** A transaction that is not on disk yet, and nowhere to be seen. */
export interface Waiting {
  readonly changes: readonly PreparedChange[];
  /** The journal line's payload but for its sequence number. */
  readonly body: string;
  readonly resolve: () => void;
  readonly reject: (reason: Error) => void;
}

/**
 * What lowdb holds for us as its `data`. lowdb's order of things is: change `data`, then `write()`. So that memory is never ahead of the disk, what is changed first is the
 * queue; `write()` makes the queue durable and only then moves it into the committed state.
 */
export interface StoreData {
  readonly committed: StoreState;
  waiting: Waiting[];
}

/** A lowdb adapter that can also say how it is. */
export interface StoreAdapter extends Adapter<StoreData> {
  /** `undefined` while it can write, else why it cannot. */
  readonly fault: Error | undefined;
  /** Transactions that waited already when the last write came back from the disk; 0 where there is no disk to wait for. */
  readonly behind: number;
  compact(): Promise<void>;
  inspect(): Promise<void>;
  fileStatistics(): Pick<StoreStatistics, 'journalBytes' | 'journalEntries' | 'snapshotBytes'>;
  close(): Promise<void>;
}

export function emptyData(answerBounds?: AnswerBounds): StoreData {
  return { committed: new StoreState(answerBounds), waiting: [] };
}
