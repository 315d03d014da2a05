import type { LogPosition } from './log-position.js';
import type { StoreFiles } from './store-files.js';

/** Where a snapshot of what was made from a store is kept for the next start. */
export interface SnapshotPlace {
  readonly folder: string;
  readonly files: StoreFiles;
  /** Whether the log is one that had this commit at this position, and the commits behind it can be read. */
  continues(position: LogPosition): Promise<boolean>;
  /**
   * Runs a save, beside whatever else is done with the store. The signal is given when what is saved may have to go
   * from the disk: a record was erased, or a compaction removes what is behind it; these wait until the save has ended.
   *
   * Absent: another process writes the folder, and with it the snapshots.
   */
  save?(work: (signal: AbortSignal) => Promise<void>): Promise<void>;
  /**
   * Brings a snapshot that another process of this program and configuration has left for all. @returns whether there
   * was one
   */
  fetch?(digest: string): Promise<boolean>;
  /**
   * Leaves the snapshot of the folder for all, where it would serve.
   *
   * @param known end of the log in it
   * @param ending given when there is no time for it any more
   */
  offer?(known: LogPosition, digest: string, ending: AbortSignal): Promise<void>;
  /** @throws Error where the folder is not the store's any more */
  checkInPlace?(): void;
}
