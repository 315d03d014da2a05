import { parentPort, workerData } from 'node:worker_threads';
import readExcelFile from 'read-excel-file/node';
import type { WorkbookRead, WorkbookToRead } from './xlsx-messages.js';

const { path, all } = workerData as WorkbookToRead;

parentPort!.postMessage(
  await readExcelFile(path).then(
    (sheets): WorkbookRead => ({
      kind: 'read',
      sheets: sheets
        .slice(0, all === true ? undefined : 1)
        .map(({ data }) => data.map((row) => Array.from(row, textOf))),
      others: Math.max(0, sheets.length - 1),
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
