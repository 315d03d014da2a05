import type { LogPosition } from './log-position.js';
import type { StoreFiles } from './store-files.js';

/** Storage for a snapshot of data made from the log, for the next startup. */
export interface SnapshotPlace {
  readonly folder: string;
  readonly files: StoreFiles;
  /** Returns whether the log contains this commit at this position, and all later commits can be read. */
  continues(position: LogPosition): Promise<boolean>;
  /**
   * Runs a save while the store is in use. The signal aborts the save if saved data may have to be deleted: a record
   * was erased, or a compaction removes files that the save needs. The deletion waits until the save has ended. Absent
   * if another process writes the folder and its snapshots.
   */
  save?(work: (signal: AbortSignal) => Promise<void>): Promise<void>;
  /**
   * Fetches a snapshot that another process with the same program and configuration has offered.
   * @returns whether there was one
   */
  fetch?(digest: string): Promise<boolean>;
  /**
   * Offers the folder's snapshot to other processes, if it is useful to them.
   * @param known the log position up to which the snapshot is current
   * @param ending aborted when time runs out
   */
  offer?(known: LogPosition, digest: string, ending: AbortSignal): Promise<void>;
  /** @throws Error if the folder is no longer the store's */
  checkInPlace?(): void;
}
