import type { JudgedEncoding } from './judge-encoding.js';
import type { SaidOfFile } from './layout.js';

/** One row of an input file. */
export interface InputRow {
  /** 1 for the first row after the header. */
  readonly number: number;
  /**
   * By position in `InputTable.columns`; shorter rows lack trailing cells. Texts from CSV, any JSON value from JSON.
   */
  readonly cells: readonly unknown[];
  /**
   * The row as it stands in the file, without its line end; absent where the cells, joined by the delimiter, are it.
   * Only where it was asked for.
   */
  readonly text?: string;
  /** Its row in the sheet, from 1 on, where the file is a workbook. */
  readonly place?: number;
  /** Why the row as it stands in the file cannot be used (ragged, broken JSON, not UTF-8). */
  readonly fault?: string;
  /** Line of the file in which a quote is opened and never closed: the row is that line, as it stands. */
  readonly brokenIn?: number;
}

/** How a CSV file is written, as far as reading it shows. */
export interface CsvForm {
  readonly delimiter: string;
  /** The first one outside quotes; absent where the file is one line. */
  readonly lineEnd: string | undefined;
  /** The records above the header, and the header, as they stand in the file, without line ends. */
  readonly above: readonly string[];
  /** Absent: the first row is no header. */
  readonly header?: string;
}

/** How the table of a workbook lies in it. */
export interface SheetForm {
  /** Position of its sheet, and the names of all. */
  readonly at: number;
  readonly names: readonly string[];
  readonly hasHeader: boolean;
}

/** An input file opened for reading, row by row. */
export interface InputTable {
  /** Column names. For JSON they grow while rows are read: a row's keys are in it before the row is given out. */
  readonly columns: readonly string[];
  readonly rows: AsyncIterable<InputRow>;
  /** Bytes of the file read so far, for progress. */
  readonly bytesRead: () => number;
  readonly bytesTotal: number;
  /** How it is read, as people could have said it. */
  readonly readAs: SaidOfFile;
  /** Set for text files. */
  readonly encoding?: JudgedEncoding;
  /** Set for CSV where the texts of the rows were asked for. */
  readonly form?: CsvForm;
  /** Set for workbooks. */
  readonly sheet?: SheetForm;
  /** For people: how the file was read, where that is not plain. */
  readonly notes: readonly string[];
}

/** A value as text; `''` for what is none. */
export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}
