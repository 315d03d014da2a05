import type { JudgedEncoding } from './judge-encoding.js';

/** One row of an input file. */
export interface InputRow {
  /** 1 for the first row after the header. */
  readonly number: number;
  /**
   * By position in `InputTable.columns`; shorter rows lack trailing cells. Texts from CSV, any JSON value from JSON.
   */
  readonly cells: readonly unknown[];
  /** Why the row as it stands in the file cannot be used (ragged, broken JSON, not UTF-8). */
  readonly fault?: string;
}

/** An input file opened for reading, row by row. */
export interface InputTable {
  /** Column names. For JSON they grow while rows are read: a row's keys are in it before the row is given out. */
  readonly columns: readonly string[];
  readonly rows: AsyncIterable<InputRow>;
  /** Bytes of the file read so far, for progress. */
  readonly bytesRead: () => number;
  readonly bytesTotal: number;
  /** Set for text files. */
  readonly encoding?: JudgedEncoding;
  /** For people: how the file was read, where that is not plain. */
  readonly notes: readonly string[];
}

/** A value as text; `''` for what is none. */
export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}
