import { setImmediate as nextTurn } from 'node:timers/promises';
import { lineOf, type QueryJob } from '../../files/bulk-job.js';

/** Rows written between two looks at other work. */
const AT_ONCE = 200;

/**
 * Records as the platform's bulk interfaces write them.
 *
 * @param header the first line; absent: none
 * @param columns paths of the values
 */
export async function* csvOf(
  header: readonly string[] | undefined,
  columns: readonly string[],
  records: readonly Record<string, unknown>[],
  format: Pick<QueryJob, 'columnDelimiter' | 'lineEnding'>,
): AsyncGenerator<string> {
  let piece = header === undefined ? '' : lineOf(format, header);
  const paths = columns.map((column) => column.split('.'));
  for (const [n, record] of records.entries()) {
    const texts = paths.map((path) => textAt(record, path));
    piece += lineOf(format, texts);
    if (n % AT_ONCE !== AT_ONCE - 1) continue;
    yield piece;
    piece = '';
    await nextTurn();
  }
  if (piece !== '') yield piece;
}

function textAt(record: Record<string, unknown>, path: readonly string[]): string {
  let value: unknown = record;
  for (const name of path) value = (value as Record<string, unknown> | null | undefined)?.[name];
  if (typeof value === 'string') return value.replace(/^(\d{4}-\d\d-\d\dT[\d:.]+)\+0000$/, '$1Z');
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}
