import type { CommitLog } from './commit-log.js';
import type { RecordView } from './record-view.js';

/** A record view and the commit log that feeds it, in one place. */
export interface RecordStore extends RecordView, CommitLog {
  /**
   * Rewrites what is kept on disk: of what was deleted or erased before the call nothing is left there when it
   * resolves, and changes past their retention are forgotten.
   */
  compact(): Promise<void>;
  /** Looks whether what is on disk is where it was put; `writable` tells. */
  inspect(): Promise<void>;
  statistics(): StoreStatistics;
  close(): Promise<void>;
}

export interface StoreStatistics {
  readonly records: number;
  readonly journalBytes: number;
  readonly journalEntries: number;
  readonly snapshotBytes: number;
  /** Bytes of records held in memory. */
  readonly recordBytes: number;
  /** Changes kept in the history of all records, and their bytes in memory. */
  readonly changes: number;
  readonly historyBytes: number;
  /** People's decisions about records. */
  readonly reviewDecisions: number;
  /** Ids of records that were merged into others. */
  readonly mergedIds: number;
  /** Answers remembered of idempotent requests, and what they count in bytes; bounded. */
  readonly answers: number;
  readonly answerBytes: number;
}
