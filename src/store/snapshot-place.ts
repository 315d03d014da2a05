import type { LogPosition } from './log-position.js';
import type { StoreFiles } from './store-files.js';

/** Storage for a snapshot of derived data, for the next startup. */
export interface SnapshotPlace {
  readonly folder: string;
  readonly files: StoreFiles;
  /** Returns whether the log contains this commit at this position, and the later commits can be read. */
  continues(position: LogPosition): Promise<boolean>;
  /**
   * Runs a save while the store is in use. The signal aborts the save if saved data may have to be deleted, because a
   * record was erased or a compaction removes the save's basis. The deletion waits until the save has ended.
   *
   * Omitted if another process writes the folder and its snapshots.
   */
  save?(work: (signal: AbortSignal) => Promise<void>): Promise<void>;
  /**
   * Fetches a snapshot that another process of the same program and configuration offered. @returns whether there was a
   * snapshot
   */
  fetch?(digest: string): Promise<boolean>;
  /**
   * Offers the folder's snapshot to other processes, if it is useful to them.
   * @param known end of the log in the snapshot
   * @param ending aborted when time runs out
   */
  offer?(known: LogPosition, digest: string, ending: AbortSignal): Promise<void>;
  /** @throws Error if the folder is no longer the store's */
  checkInPlace?(): void;
}
