import type { JudgedEncoding } from './judge-encoding.js';
import type { DateOrder } from './date-order.js';

export interface SaidOfTable {
  /** Delimiter: a character or `tab`. Only for CSV. */
  readonly delimiter?: string | undefined;
  /** Whether the first line of the table is a header. */
  readonly header?: boolean | undefined;
}

export interface SaidOfFile extends SaidOfTable {
  readonly encoding?: string | undefined;
  /** Name or number of a workbook's sheet. Default: the first sheet that is not empty. */
  readonly sheet?: string | undefined;
  /** Order of day, month and year. Default: guessed from the column's values. */
  readonly dateOrder?: DateOrder | undefined;
}

export interface InputRow {
  /** Row number. The first row after the header is 1. */
  readonly number: number;
  /** Cells by column position. Trailing cells may be missing. Strings from CSV, any JSON value from JSON. */
  readonly cells: readonly unknown[];
  /** The row's text without line ending, if requested. Absent if joining the cells with the delimiter restores it. */
  readonly text?: string;
  /** Row number in a workbook's sheet, from 1. */
  readonly place?: number;
  /** Reason why the row is unusable (ragged, broken JSON, not UTF-8). */
  readonly fault?: string;
  /** Line number of an unclosed quote. The row is this line, unchanged. */
  readonly brokenIn?: number;
}

interface CsvForm {
  readonly delimiter: string;
  /** The first line ending outside quotes. Absent if the file is one line. */
  readonly lineEnd: string | undefined;
  /** Original lines above the header, without line endings. */
  readonly above: readonly string[];
  /** Text of the header. Absent if the first row is not a header. */
  readonly header?: string;
}

export interface SheetForm {
  /** Position of the table's sheet. */
  readonly at: number;
  readonly names: readonly string[];
  readonly hasHeader: boolean;
}

/** Rows as read from a file. With JSON and cards, `columns` grows: a row's keys are added before the row is yielded. */
export interface OpenRows {
  readonly columns: readonly string[];
  readonly rows: AsyncIterable<InputRow>;
}

export interface InputTable extends OpenRows {
  /** Returns the progress in bytes. */
  readonly bytesRead: () => number;
  readonly bytesTotal: number;
  /** Options as given or guessed. */
  readonly readAs: SaidOfFile;
  readonly encoding?: JudgedEncoding;
  /** Format of a CSV file, if the text of rows was requested. */
  readonly form?: CsvForm;
  readonly sheet?: SheetForm;
  /** Notes for the user about any unusual interpretation of the file. */
  readonly notes: readonly string[];
}

/** Converts a cell to a string. Returns `''` for no value. */
export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}
