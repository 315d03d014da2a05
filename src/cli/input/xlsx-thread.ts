import { parentPort, workerData } from 'node:worker_threads';
import readExcelFile from 'read-excel-file/node';
import type { WorkbookRead, WorkbookToRead } from './xlsx-messages.js';

const { path } = workerData as WorkbookToRead;

parentPort!.postMessage(
  await readExcelFile(path).then(
    ([first, ...others]): WorkbookRead => ({
      kind: 'read',
      rows: (first?.data ?? []).map((row) => Array.from(row, textOf)),
      others: others.length,
    }),
    (error: unknown): WorkbookRead => ({ kind: 'unreadable', reason: (error as Error).message }),
  ),
);

/** Days as `YYYY-MM-DD`, with the time where there is one. */
function textOf(cell: unknown): string {
  if (cell instanceof Date) {
    const text = cell.toISOString();
    return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text;
  }
  return typeof cell === 'string' || typeof cell === 'number' || typeof cell === 'boolean' ? String(cell) : '';
}
