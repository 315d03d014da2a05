import type { JudgedEncoding } from './judge-encoding.js';
import type { DateOrder } from './date-order.js';

/** Options for reading a table. */
export interface SaidOfTable {
  /** A character, or `tab`; for CSV only. */
  readonly delimiter?: string | undefined;
  /** Whether the first line of the table is a header. */
  readonly header?: boolean | undefined;
}

/** Options for reading a file; the rest is guessed. */
export interface SaidOfFile extends SaidOfTable {
  /** Name of an encoding. */
  readonly encoding?: string | undefined;
  /** Name or number of a workbook's sheet; absent: the first that is not empty. */
  readonly sheet?: string | undefined;
  /** The order in numeric dates; absent: guessed from the column's values. */
  readonly dateOrder?: DateOrder | undefined;
}

export interface InputRow {
  /** 1 for the first row after the header. */
  readonly number: number;
  /** By position in `InputTable.columns`; trailing cells may be missing. Texts from CSV, any JSON value from JSON. */
  readonly cells: readonly unknown[];
  /** The row's original text without line end, if requested; absent if joining the cells by the delimiter gives it. */
  readonly text?: string;
  /** Its row number in the sheet, from 1, for a workbook. */
  readonly place?: number;
  /** Why the row is unusable (ragged, broken JSON, not UTF-8). */
  readonly fault?: string;
  /** Line of an unclosed quote: the row is that line, unchanged. */
  readonly brokenIn?: number;
}

/** The format of a CSV file, as far as reading has determined it. */
export interface CsvForm {
  readonly delimiter: string;
  /** The first one outside quotes; absent if the file is one line. */
  readonly lineEnd: string | undefined;
  /** The original lines above the header, without line ends. */
  readonly above: readonly string[];
  /** Absent: the first row is no header. */
  readonly header?: string;
}

/** The position of the table in a workbook. */
export interface SheetForm {
  /** Position of its sheet, and the names of all. */
  readonly at: number;
  readonly names: readonly string[];
  readonly hasHeader: boolean;
}

/** An open input file, read row by row. */
export interface InputTable {
  /** Column names. For JSON they grow during reading: a row's keys are added before the row is yielded. */
  readonly columns: readonly string[];
  readonly rows: AsyncIterable<InputRow>;
  /** Bytes of the file read so far, for progress. */
  readonly bytesRead: () => number;
  readonly bytesTotal: number;
  /** The options with which it is read, given or guessed. */
  readonly readAs: SaidOfFile;
  /** Set for text files. */
  readonly encoding?: JudgedEncoding;
  /** Set for CSV if the rows' texts were requested. */
  readonly form?: CsvForm;
  /** Set for workbooks. */
  readonly sheet?: SheetForm;
  /** For people: how the file was read, if that is not obvious. */
  readonly notes: readonly string[];
}

/** A value as text; `''` for none. */
export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}
