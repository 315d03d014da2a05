import { decimalText } from './decimal-text.js';

/** Kinds of columns. 64-bit columns contain integers below 2^53. */
export type ColumnKind = 'text' | 'int32' | 'int64' | 'float32' | 'boolean';

export interface ColumnShape {
  readonly name: string;
  readonly kind: ColumnKind;
}

/** Some rows, column by column. */
export interface ColumnBatch {
  readonly length: number;
  /** Cells of each column: strings, bytes, numbers, booleans, dates, or null. */
  readonly columns: readonly ArrayLike<unknown>[];
}

export type Batches = AsyncIterable<ColumnBatch> | Iterable<ColumnBatch>;

export interface ColumnTable {
  readonly columns: readonly string[];
  readonly batches: AsyncIterable<ColumnBatch>;
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Decodes UTF-8. Returns invalid bytes as `\x` and hexadecimal digits, so that different bytes remain different. */
export function bytesText(bytes: Uint8Array): string {
  try {
    return UTF8.decode(bytes);
  } catch {
    return `\\x${Buffer.from(bytes).toString('hex')}`;
  }
}

/** Formats a time as `09:05:00`, with a fraction if needed. @param perSecond units per second */
export function timeText(time: number | bigint, perSecond: number): string {
  const [whole, fraction] = decimalText(time, String(perSecond).length - 1).split('.');
  const seconds = Number(whole);
  const clock = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = clock.map((part) => String(part).padStart(2, '0')).join(':');
  return fraction === undefined ? shown : `${shown}.${fraction}`;
}
