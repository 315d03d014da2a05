import type { LogPosition } from './log-position.js';
import type { StoreFiles } from './store-files.js';

/** A place for a snapshot of derived data, for the next start. */
export interface SnapshotPlace {
  readonly folder: string;
  readonly files: StoreFiles;
  /** Whether the log had this commit at this position, and the later commits can be read. */
  continues(position: LogPosition): Promise<boolean>;
  /**
   * Runs a save while the store is in use. The signal is aborted when saved data may have to be deleted (a record was
   * erased, or a compaction removes its basis); these wait until the save has ended.
   *
   * Absent: another process writes the folder and its snapshots.
   */
  save?(work: (signal: AbortSignal) => Promise<void>): Promise<void>;
  /**
   * Fetches a snapshot that another process of the same program and configuration offered. @returns whether there was
   * one
   */
  fetch?(digest: string): Promise<boolean>;
  /**
   * Offers the folder's snapshot to others, if it is useful.
   * @param known end of the log in it
   * @param ending aborted when time runs out
   */
  offer?(known: LogPosition, digest: string, ending: AbortSignal): Promise<void>;
  /** @throws Error if the folder is no longer the store's */
  checkInPlace?(): void;
}
