import { stat } from 'node:fs/promises';
import { Failure } from '../errors.js';
import type { InputRow } from './input-table.js';
import { titlesAbove } from './layout.js';

/** A workbook is read as a whole: more bytes than this take too much memory. */
const MOST_BYTES = 100 * 1024 * 1024;

export interface OpenXlsx {
  readonly columns: readonly string[];
  readonly rows: AsyncIterable<InputRow>;
  readonly notes: readonly string[];
}

/** Opens the first sheet of an Excel workbook. @throws Failure where it is none, or has no header */
export async function openXlsx(path: string, name: string): Promise<OpenXlsx> {
  const { size } = await stat(path);
  if (size > MOST_BYTES)
    throw new Failure(`${name}: a workbook of ${Math.round(size / 1e6)} MB is too large to be read; save it as CSV`);
  // The library takes a while to load, and few files are workbooks.
  const { default: readExcelFile } = await import('read-excel-file/node');
  const sheets = await readExcelFile(path).catch((error: unknown) => {
    throw new Failure(`${name}: not readable as an Excel workbook: ${(error as Error).message}`);
  });
  const [first, ...others] = sheets;
  const all = (first?.data ?? []).map((row) => row.map(textOf));
  const skipped = titlesAbove(all);
  const header = all[skipped];
  if (header === undefined || header.every((cell) => cell === ''))
    throw new Failure(`${name}: the first sheet is empty; its first row must name the columns`);
  const notes = [
    ...(others.length > 0 ? [`${name}: the first sheet is read, ${others.length} more are not`] : []),
    ...(skipped > 0 ? [`${name}: ${skipped} rows above the header are taken for a title`] : []),
  ];
  const columns = header.map((cell) => cell.trim());
  return { columns, notes, rows: rowsOf(all.slice(skipped + 1), columns.length) };
}

// eslint-disable-next-line @typescript-eslint/require-await
async function* rowsOf(all: readonly (readonly string[])[], width: number): AsyncGenerator<InputRow> {
  let number = 0;
  for (const cells of all) {
    if (cells.every((cell) => cell === '')) continue;
    number += 1;
    yield { number, cells: cells.slice(0, width) };
  }
}

/** Days as `YYYY-MM-DD`, with the time where there is one. */
function textOf(cell: unknown): string {
  if (cell instanceof Date) {
    const text = cell.toISOString();
    return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text;
  }
  return typeof cell === 'string' || typeof cell === 'number' || typeof cell === 'boolean' ? String(cell) : '';
}
