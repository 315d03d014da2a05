import type { CommitLog } from './commit-log.js';
import type { CommitIdentity } from './log-position.js';
import type { RecentChanges } from './recent-changes.js';
import type { RecordView } from './record-view.js';
import type { Decider, SharedLog } from './shared-log.js';
import type { DivergedError } from './store-errors.js';

/** How much of the log a view shows. */
export interface VisibleCommits {
  /** Position of the last commit that the view shows. It only rises. */
  readonly position: number;
  /**
   * Which commit of the log the view shows at a position; `undefined` where that is not known: behind what it shows,
   * too long ago, or written by an earlier version.
   */
  commitAt(position: number): CommitIdentity | undefined;
  /**
   * Resolves when the view shows the commit at a position, at once when it does.
   *
   * @param signal ends the wait: it rejects with the signal's reason
   */
  waitFor(position: number, signal?: AbortSignal): Promise<void>;
  /** Lag of a store that follows a log which others append to, too; absent: its view is never behind. */
  readonly lag?: StoreLag | undefined;
  /** Why it takes no commits; absent while it does. */
  readonly fault?: Error | undefined;
  /** For a store whose log may be cut back: resolves when its view holds what is not in the log any more. */
  readonly diverged?: Promise<DivergedError> | undefined;
  /** Observes the log of a store that others append to, too. At most one observer. */
  observe?(observer: LogObserver): void;
  /** Only of a store whose log others append to, too. */
  readonly decider?: Decider | undefined;
}

/** Is told how a node and a log that it shares with others get on. */
export interface LogObserver {
  /** It decides from now on. @param seconds that this was waited for */
  leaseTaken(seconds: number): void;
  /** @param seconds from sending commits to their being durable; they went into the log together */
  appended(commits: number, seconds: number): void;
  /** @param decisions that are made anew, because another node's commit came first */
  overtaken(decisions: number): void;
}

/** A record view and the commit log that feeds it, in one place. */
export interface RecordStore extends RecordView, CommitLog, VisibleCommits {
  /** The log that others append to, too; absent where none do. */
  readonly shared?: SharedLog | undefined;
  /** Leaves less to read for the next start, where the process takes its time at its end. Never rejects. */
  tidy?(): Promise<void>;
  /** The records that the last commits changed: kept from when this is asked for first. */
  readonly recentChanges: RecentChanges;
  /**
   * Rewrites what is kept on disk: of what was deleted or erased before the call nothing is left there when it
   * resolves, and changes past their retention are forgotten.
   */
  compact(): Promise<void>;
  /** Looks whether what is on disk is where it was put; `writable` tells. */
  inspect(): Promise<void>;
  /** Where tables that are written with the records differ from them, in words; absent: there are none. */
  tableFaults?(): Promise<string[]>;
  statistics(): StoreStatistics;
  close(): Promise<void>;
}

/** How far a view is behind the log that it follows. */
export interface StoreLag {
  /** Commits that are known and not shown yet. */
  readonly commits: number;
  /** Seconds since the view last showed all that it knew of; 0 while it does. */
  readonly seconds: number;
  /** The log cannot be reached: there may be more than is known. */
  readonly isCutOff?: boolean;
  /** The log's disk has no room: what is in the log is read. */
  readonly isFull?: boolean;
  /** The view follows the log no more, until that is done. */
  readonly remedy?: Remedy | undefined;
  /** Absent: it is told of commits in another way. */
  readonly notifications?: Notifications;
}

/** Whether notifications of commits arrive, do not arrive, or are not asked for. */
export type Notifications = 'heard' | 'lost' | 'off';

/** To a process, or to its view alone: where the log was cut back, which holds what is not in it, and is made anew. */
export type Remedy = 'restart' | 'upgrade' | 'rebuild';

export interface StoreStatistics {
  readonly records: number;
  readonly journalBytes: number;
  readonly journalEntries: number;
  readonly snapshotBytes: number;
  /** Bytes of records held in memory, and on disk because memory is bounded. */
  readonly recordBytes: number;
  readonly recordDiskBytes: number;
  /** Changes kept in the history of all records, and their bytes in memory and on disk. */
  readonly changes: number;
  readonly historyBytes: number;
  readonly historyDiskBytes: number;
  /** Reads of records and changes on disk, by whether they were in memory all the same. */
  readonly pageReads: { readonly hits: number; readonly misses: number };
  /** Why records stay in memory beyond its bound; absent: none do. */
  readonly pageFault?: Error | undefined;
  /** People's decisions about records. */
  readonly reviewDecisions: number;
  /** Ids of records that were merged into others. */
  readonly mergedIds: number;
  /** Answers remembered of idempotent requests, and what they count in bytes; bounded. */
  readonly answers: number;
  readonly answerBytes: number;
}
