import { lineOf, type QueryJob } from '../../service/import/bulk-job.js';

const AT_ONCE = 200;

/** CSV of the platform's bulk interface. @param columns paths of the values, and the header line */
export function* csvOf(
  columns: readonly string[],
  records: readonly Record<string, unknown>[],
  format: Pick<QueryJob, 'columnDelimiter' | 'lineEnding'>,
): Generator<string> {
  let piece = lineOf(format, columns);
  const paths = columns.map((column) => column.split('.'));
  for (const [n, record] of records.entries()) {
    const texts = paths.map((path) => textAt(record, path));
    piece += lineOf(format, texts);
    if (n % AT_ONCE !== AT_ONCE - 1) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

function textAt(record: Record<string, unknown>, path: readonly string[]): string {
  let value: unknown = record;
  for (const name of path) value = (value as Record<string, unknown> | null | undefined)?.[name];
  if (typeof value === 'string') return value.replace(/^(\d{4}-\d\d-\d\dT[\d:.]+)\+0000$/, '$1Z');
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}
