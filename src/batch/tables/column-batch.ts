/** The kinds of columns that are written; those of 64 bits hold whole numbers below 2^53. */
export type ColumnKind = 'text' | 'int32' | 'int64' | 'float32' | 'boolean';

export interface ColumnShape {
  readonly name: string;
  readonly kind: ColumnKind;
}

/** Some rows of a table, column by column. */
export interface ColumnBatch {
  readonly length: number;
  /** By column: its cells, as texts, numbers, truth values, dates, or null. */
  readonly columns: readonly ArrayLike<unknown>[];
}

/** A table that is read as it comes, a batch after the other. */
export interface ColumnTable {
  /** For messages. */
  readonly name: string;
  readonly columns: readonly string[];
  readonly batches: AsyncIterable<ColumnBatch>;
  /** Whether its cells are texts that may be guarded against spreadsheets: see `unguard`. */
  readonly isText: boolean;
  /** Bytes read so far and in all, where it is a file. */
  readonly bytesRead: () => number;
  readonly bytesTotal: number;
}

/** A cell as text; `''` for none, and for what is made of several values. */
export function cellText(cell: unknown): string {
  switch (typeof cell) {
    case 'string':
      return cell;
    case 'number':
    case 'bigint':
    case 'boolean':
      return String(cell);
    default:
      return cell instanceof Date ? dateText(cell) : '';
  }
}

/** `2024-03-12`, with the time of day where there is one. */
function dateText(date: Date): string {
  if (Number.isNaN(date.getTime())) return '';
  const text = date.toISOString();
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text;
}

/** Rows that are gathered before they are given on. */
export const BATCH_ROWS = 8_192;
