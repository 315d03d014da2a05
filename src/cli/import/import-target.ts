import type { UpsertDataOutput } from '../../contract/schemas.js';

/** How far imports of one file, object and mapping have come. */
export interface ImportState {
  /** Rows that the run under way has committed; 0 when none is. */
  readonly done: number;
  /** Imports completed before. */
  readonly completed: number;
}

export interface ImportRow {
  readonly number: number;
  readonly values: Readonly<Record<string, unknown>>;
}

/**
 * Where rows go: a data folder or a running service. A target keeps the progress of imports, so that an interrupted one
 * can be taken up without doubling a row.
 */
export interface ImportTarget {
  readonly batchSize: number;
  state(): Promise<ImportState>;
  /**
   * Saves rows up to and including row `upTo` of the file (some rows before it may have been rejected already).
   *
   * @param beforeCommit sees the answers before they count as done: what it writes is there whenever the rows are
   */
  save(
    rows: readonly ImportRow[],
    upTo: number,
    beforeCommit: (answers: readonly UpsertDataOutput[]) => Promise<void>,
  ): Promise<void>;
  /** Marks the run as completed. */
  complete(): Promise<void>;
  close(): Promise<void>;
}
