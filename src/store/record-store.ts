import type { CommitLog } from './commit-log.js';
import type { CommitIdentity } from './log-position.js';
import type { RecordView } from './record-view.js';
import type { Decider, SharedLog } from './shared-log.js';
import type { DivergedError } from './store-errors.js';

export interface VisibleCommits {
  readonly position: number;
  /**
   * Returns the identity of the visible commit at a position. `undefined` if it is not visible yet, too old, or from an
   * earlier version.
   */
  commitAt(position: number): CommitIdentity | undefined;
  /**
   * Resolves when the view shows the commit at a position.
   * @param signal ends the wait, which then rejects with its reason
   */
  waitFor(position: number, signal?: AbortSignal): Promise<void>;
  /** The lag of the view behind a shared log. Absent if the log is not shared. */
  readonly lag?: StoreLag | undefined;
  /** The reason why commits are rejected, if they are. */
  readonly fault?: Error | undefined;
  /** Resolves when the view has commits that the log has lost. Absent if the log cannot lose commits. */
  readonly diverged?: Promise<DivergedError> | undefined;
  /** At most one observer. */
  observe?(observer: LogObserver): void;
  /** Only in a store with a shared log. */
  readonly decider?: Decider | undefined;
}

export interface LogObserver {
  /** This node becomes the one that makes decisions. @param seconds that it waited for the lease */
  leaseTaken(seconds: number): void;
  /** A batch was appended. @param seconds from sending the commits until they were durable */
  appended(commits: number, seconds: number): void;
  /** @param decisions how many must be repeated, because another node's commit came first */
  overtaken(decisions: number): void;
}

export interface RecordStore extends RecordView, CommitLog, VisibleCommits {
  /** The shared log. Absent if the log is not shared. */
  readonly shared?: SharedLog | undefined;
  /** Chooses an installation for new Ids (see `installation.ts`). @param above installation of imported Ids */
  drawInstallation(above: number): number;
  /** Compacts before the process exits, if there is time. The next startup then has less to read. Does not reject. */
  tidy?(): Promise<void>;
  /**
   * Rewrites the data on disk. When the promise resolves, no data that was deleted or erased before the call is on
   * disk, and changes that were kept too long have been dropped.
   */
  compact(): Promise<void>;
  /** Checks that the data on disk is in place. See `writable`. */
  inspect(): Promise<void>;
  /** Returns differences between records and SQL tables, as messages. Absent if there are no tables. */
  tableFaults?(): Promise<string[]>;
  statistics(): StoreStatistics;
  close(): Promise<void>;
}

export interface StoreLag {
  readonly commits: number;
  /** Seconds since the view was last up to date. 0 if it is up to date. */
  readonly seconds: number;
  /** Whether the log cannot be reached. There may then be newer commits. */
  readonly isCutOff?: boolean;
  /** Whether the log's disk is full. Reading still works. */
  readonly isFull?: boolean;
  /** The action that is needed before the view can follow the log again. */
  readonly remedy?: Remedy | undefined;
  /** State of the notifications. Absent if the view learns about commits in another way. */
  readonly notifications?: Notifications;
}

/** Whether notifications of commits arrive, are lost, or are disabled. */
export type Notifications = 'heard' | 'lost' | 'off';

/** `rebuild`: the log lost commits, and the view is rebuilt automatically. */
export type Remedy = 'restart' | 'upgrade' | 'rebuild';

export interface StoreStatistics {
  readonly records: number;
  readonly journalBytes: number;
  readonly journalEntries: number;
  readonly snapshotBytes: number;
  /** Bytes of records in memory. `recordDiskBytes`: bytes of records moved to disk. */
  readonly recordBytes: number;
  readonly recordDiskBytes: number;
  /** Number of changes in the history of all records. The next two members are their sizes in bytes. */
  readonly changes: number;
  readonly historyBytes: number;
  readonly historyDiskBytes: number;
  /** Cache hits and misses for records and changes read from disk. */
  readonly pageReads: { readonly hits: number; readonly misses: number };
  /** The reason why records are in memory beyond the limit, if any are. */
  readonly pageFault?: Error | undefined;
  readonly reviewDecisions: number;
  readonly mergedIds: number;
  /** Number of remembered responses of idempotent requests, which is limited. */
  readonly answers: number;
  readonly answerBytes: number;
}
