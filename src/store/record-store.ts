import type { CommitLog } from './commit-log.js';
import type { CommitIdentity } from './log-position.js';
import type { RecordView } from './record-view.js';
import type { Decider, SharedLog } from './shared-log.js';
import type { DivergedError } from './store-errors.js';

export interface VisibleCommits {
  readonly position: number;
  /**
   * Returns the identity of the visible commit at a position. `undefined` if it is unknown, because the commit is not
   * visible yet, too old, or from an earlier version.
   */
  commitAt(position: number): CommitIdentity | undefined;
  /**
   * Resolves when the view shows the commit at a position.
   * @param signal aborts the wait, which rejects with the signal's reason
   */
  waitFor(position: number, signal?: AbortSignal): Promise<void>;
  /** Lag behind a shared log. Omitted if the log is not shared. */
  readonly lag?: StoreLag | undefined;
  /** The reason why commits are rejected, if they are. */
  readonly fault?: Error | undefined;
  /** Resolves when the view contains commits that the log has lost. Omitted if the log cannot be truncated. */
  readonly diverged?: Promise<DivergedError> | undefined;
  /** Observes a shared log. At most one observer. */
  observe?(observer: LogObserver): void;
  /** Only in a store with a shared log. */
  readonly decider?: Decider | undefined;
}

/** Receives events about a node and its shared log. */
export interface LogObserver {
  /** Reports that this node decides from now on. @param seconds time spent waiting for the lease */
  leaseTaken(seconds: number): void;
  /** Reports an appended batch. @param seconds from sending the commits until they were durable */
  appended(commits: number, seconds: number): void;
  /** @param decisions number of decisions to repeat, because another node's commit came first */
  overtaken(decisions: number): void;
}

export interface RecordStore extends RecordView, CommitLog, VisibleCommits {
  /** The shared log. Omitted if the log is not shared. */
  readonly shared?: SharedLog | undefined;
  /** Chooses an installation for new Ids (see `installation.ts`). @param above the installation of imported Ids */
  drawInstallation(above: number): number;
  /** Compacts before the process exits, if there is time, so that the next startup reads less. Never rejects. */
  tidy?(): Promise<void>;
  /**
   * Rewrites the data on disk. When the promise resolves, no data deleted or erased before the call is left on disk,
   * and changes past their retention have been dropped.
   */
  compact(): Promise<void>;
  /** Checks that the data on disk is in place. See `writable`. */
  inspect(): Promise<void>;
  /** Returns differences between records and SQL tables as messages. Omitted if there are no tables. */
  tableFaults?(): Promise<string[]>;
  statistics(): StoreStatistics;
  close(): Promise<void>;
}

export interface StoreLag {
  /** Commits that are known but not visible yet. */
  readonly commits: number;
  /** Seconds since the view was last up to date. 0 if it is up to date. */
  readonly seconds: number;
  /** Whether the log cannot be reached, so that there may be further commits. */
  readonly isCutOff?: boolean;
  /** Whether the log's disk is full. Reading still works. */
  readonly isFull?: boolean;
  /** The action required before the view follows the log again. */
  readonly remedy?: Remedy | undefined;
  /** State of the notifications. Omitted if the view learns about commits in another way. */
  readonly notifications?: Notifications;
}

/** Whether notifications of commits arrive, are lost, or are disabled. */
export type Notifications = 'heard' | 'lost' | 'off';

/** The action required. `rebuild` means that the log was truncated and the view is rebuilt automatically. */
export type Remedy = 'restart' | 'upgrade' | 'rebuild';

export interface StoreStatistics {
  readonly records: number;
  readonly journalBytes: number;
  readonly journalEntries: number;
  readonly snapshotBytes: number;
  /** Bytes of records in memory. `recordDiskBytes` is the size of records moved to disk to save memory. */
  readonly recordBytes: number;
  readonly recordDiskBytes: number;
  /** Number of changes in the history of all records. The next two members are their sizes in bytes. */
  readonly changes: number;
  readonly historyBytes: number;
  readonly historyDiskBytes: number;
  /** Numbers of cache hits and misses when reading records and changes on disk. */
  readonly pageReads: { readonly hits: number; readonly misses: number };
  /** The reason why records are kept in memory beyond the limit, if there are any. */
  readonly pageFault?: Error | undefined;
  readonly reviewDecisions: number;
  readonly mergedIds: number;
  /** Number of remembered responses of idempotent requests. This number is limited. */
  readonly answers: number;
  readonly answerBytes: number;
}
