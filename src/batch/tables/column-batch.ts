import { WrongUse } from '../../runtime/failure.js';
import { decimalText } from './decimal-text.js';

/** The kinds of columns that are written; those of 64 bits hold whole numbers below 2^53. */
export type ColumnKind = 'text' | 'int32' | 'int64' | 'float32' | 'boolean';

export interface ColumnShape {
  readonly name: string;
  readonly kind: ColumnKind;
}

/** Some rows of a table, column by column. */
export interface ColumnBatch {
  readonly length: number;
  /** By column: its cells, as texts, bytes, numbers, truth values, dates, or null. */
  readonly columns: readonly ArrayLike<unknown>[];
}

/** A table that is read as it comes, a batch after the other. */
export interface ColumnTable {
  /** For messages. */
  readonly name: string;
  readonly columns: readonly string[];
  /** Columns whose cells are made of several values. */
  readonly nested?: ReadonlySet<string>;
  readonly batches: AsyncIterable<ColumnBatch>;
  /** Whether its cells are texts that may be guarded against spreadsheets: see `unguard`. */
  readonly isText: boolean;
  /** Bytes read so far and in all, where it is a file. */
  readonly bytesRead: () => number;
  readonly bytesTotal: number;
}

/** @throws WrongUse where one of the columns to be read has no cells of one value */
export function refuseNested({ name, nested, columns }: ColumnTable, read: readonly number[]): void {
  const column = read.map((position) => columns[position]!).find((each) => nested?.has(each));
  if (column !== undefined)
    throw new WrongUse(
      `${name}: the column '${column}' holds lists or structures: give each value that is compared a column of its own`,
    );
}

/** A cell as text; `''` for none, and for what is no number. */
export function cellText(cell: unknown): string {
  switch (typeof cell) {
    case 'string':
      return cell;
    case 'number':
      // Python's libraries write missing numbers so.
      return Number.isNaN(cell) ? '' : String(cell);
    case 'bigint':
    case 'boolean':
      return String(cell);
    default:
      return cell instanceof Date ? dateText(cell) : cell instanceof Uint8Array ? bytesText(cell) : '';
  }
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Bytes as the text that they are in UTF-8, else as `\x` and their digits: others are never taken for the same. */
export function bytesText(bytes: Uint8Array): string {
  try {
    return UTF8.decode(bytes);
  } catch {
    return `\\x${Buffer.from(bytes).toString('hex')}`;
  }
}

/** `09:05:00`, with a fraction where there is one. @param perSecond how many of its units are a second */
export function timeText(time: number | bigint, perSecond: number): string {
  const [whole, fraction] = decimalText(time, String(perSecond).length - 1).split('.');
  const seconds = Number(whole);
  const clock = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = clock.map((part) => String(part).padStart(2, '0')).join(':');
  return fraction === undefined ? shown : `${shown}.${fraction}`;
}

/** `2024-03-12`, with the time of day where there is one. */
function dateText(date: Date): string {
  if (Number.isNaN(date.getTime())) return '';
  const text = date.toISOString();
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text;
}

/** Rows that are gathered before they are given on. */
export const BATCH_ROWS = 8_192;
