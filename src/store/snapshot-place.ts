import type { StoreFiles } from './store-files.js';

/** Where a snapshot of what was made from a store is kept for the next start. */
export interface SnapshotPlace {
  readonly folder: string;
  readonly files: StoreFiles;
  /** Whether the store goes on from where it was when it had a fingerprint, which may be of an earlier process. */
  continues(fingerprint: object): Promise<boolean>;
  /** Resolves when what the store does by itself, a compaction, no longer moves its files. */
  settled?(): Promise<void>;
  /**
   * Where the store is, while nothing commits. Absent: another process writes the folder, and with it the snapshots.
   */
  fingerprint?(): Promise<object>;
}
