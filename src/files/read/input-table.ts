import type { JudgedEncoding } from './judge-encoding.js';
import type { DateOrder } from './date-order.js';

export interface SaidOfTable {
  /** A character, or `tab`; for CSV only. */
  readonly delimiter?: string | undefined;
  /** The first line of the table is a header. */
  readonly header?: boolean | undefined;
}

export interface SaidOfFile extends SaidOfTable {
  readonly encoding?: string | undefined;
  /** Name or number of a workbook's sheet; absent: the first that is not empty. */
  readonly sheet?: string | undefined;
  /** Absent: guessed from the column's values. */
  readonly dateOrder?: DateOrder | undefined;
}

export interface InputRow {
  /** 1 for the first row after the header. */
  readonly number: number;
  /** By position in `InputTable.columns`; trailing cells may be missing. Texts from CSV, any JSON value from JSON. */
  readonly cells: readonly unknown[];
  /** Without line end, if requested; absent if joining the cells by the delimiter gives it. */
  readonly text?: string;
  /** Row number in a workbook's sheet, from 1. */
  readonly place?: number;
  /** Why the row is unusable (ragged, broken JSON, not UTF-8). */
  readonly fault?: string;
  /** Line of an unclosed quote: the row is that line, unchanged. */
  readonly brokenIn?: number;
}

/** Completed while the file is read. */
interface CsvForm {
  readonly delimiter: string;
  /** The first one outside quotes; absent if the file is one line. */
  readonly lineEnd: string | undefined;
  /** The original lines above the header, without line ends. */
  readonly above: readonly string[];
  /** Absent: the first row is no header. */
  readonly header?: string;
}

export interface SheetForm {
  /** Position of the table's sheet, and the names of all. */
  readonly at: number;
  readonly names: readonly string[];
  readonly hasHeader: boolean;
}

/** Rows as they are read from a file. The columns of JSON and cards grow: a row's keys are added before the row. */
export interface OpenRows {
  readonly columns: readonly string[];
  readonly rows: AsyncIterable<InputRow>;
}

export interface InputTable extends OpenRows {
  /** For progress. */
  readonly bytesRead: () => number;
  readonly bytesTotal: number;
  /** Given or guessed. */
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

/** `''` for no value. */
export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}
