import type { CommitLog } from './commit-log.js';
import type { CommitIdentity } from './log-position.js';
import type { RecordView } from './record-view.js';
import type { Decider, SharedLog } from './shared-log.js';
import type { DivergedError } from './store-errors.js';

export interface VisibleCommits {
  readonly position: number;
  /**
   * The identity of the visible commit at a position; `undefined` if unknown: not visible yet, too old, or from an
   * earlier version.
   */
  commitAt(position: number): CommitIdentity | undefined;
  /**
   * Resolves when the view shows the commit at a position.
   * @param signal aborts the wait: it rejects with the signal's reason
   */
  waitFor(position: number, signal?: AbortSignal): Promise<void>;
  /** Lag behind a shared log; absent if the log is not shared. */
  readonly lag?: StoreLag | undefined;
  /** Why commits are refused; absent if they are not. */
  readonly fault?: Error | undefined;
  /** If the log may be cut back: resolves when the view has commits that the log lost. */
  readonly diverged?: Promise<DivergedError> | undefined;
  /** Observes a shared log. At most one observer. */
  observe?(observer: LogObserver): void;
  /** Only of a store with a shared log. */
  readonly decider?: Decider | undefined;
}

/** Receives events about a node and its shared log. */
export interface LogObserver {
  /** This node decides from now on. @param seconds of waiting for the lease */
  leaseTaken(seconds: number): void;
  /** @param seconds from sending the commits until they were durable, as one batch */
  appended(commits: number, seconds: number): void;
  /** @param decisions to be repeated, because another node's commit came first */
  overtaken(decisions: number): void;
}

export interface RecordStore extends RecordView, CommitLog, VisibleCommits {
  /** The shared log; absent if the log is not shared. */
  readonly shared?: SharedLog | undefined;
  /** Draws an installation for Ids of new records (`installation.ts`). @param above the installation of imported Ids */
  drawInstallation(above: number): number;
  /** Compacts at the end of the process, if there is time, so that the next start reads less. Never rejects. */
  tidy?(): Promise<void>;
  /**
   * Rewrites the data on disk. When it resolves, nothing deleted or erased before the call is left there, and changes
   * past their retention are dropped.
   */
  compact(): Promise<void>;
  /** Checks that the data on disk is in place; see `writable`. */
  inspect(): Promise<void>;
  /** Differences between records and SQL tables, as messages; absent if there are no tables. */
  tableFaults?(): Promise<string[]>;
  statistics(): StoreStatistics;
  close(): Promise<void>;
}

export interface StoreLag {
  /** Commits that are known but not visible yet. */
  readonly commits: number;
  /** Seconds since the view was last up to date; 0 if it is. */
  readonly seconds: number;
  /** The log cannot be reached: there may be more commits. */
  readonly isCutOff?: boolean;
  /** The log's disk is full: reading works. */
  readonly isFull?: boolean;
  /** The view does not follow the log until this is done. */
  readonly remedy?: Remedy | undefined;
  /** Absent: the view learns about commits in another way. */
  readonly notifications?: Notifications;
}

/** Whether notifications of commits arrive, are lost, or are off. */
export type Notifications = 'heard' | 'lost' | 'off';

/** Restart or upgrade the process; `rebuild`: the log was cut back, and the view is rebuilt automatically. */
export type Remedy = 'restart' | 'upgrade' | 'rebuild';

export interface StoreStatistics {
  readonly records: number;
  readonly journalBytes: number;
  readonly journalEntries: number;
  readonly snapshotBytes: number;
  /** Bytes of records in memory, and on disk because memory is limited. */
  readonly recordBytes: number;
  readonly recordDiskBytes: number;
  /** Changes in the history of all records, and their bytes in memory and on disk. */
  readonly changes: number;
  readonly historyBytes: number;
  readonly historyDiskBytes: number;
  /** Reads of records and changes on disk: cache hits and misses. */
  readonly pageReads: { readonly hits: number; readonly misses: number };
  /** Why records stay in memory beyond the limit; absent if none do. */
  readonly pageFault?: Error | undefined;
  readonly reviewDecisions: number;
  readonly mergedIds: number;
  /** Remembered answers of idempotent requests, and their size in bytes; limited. */
  readonly answers: number;
  readonly answerBytes: number;
}
