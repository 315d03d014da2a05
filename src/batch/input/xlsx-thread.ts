import { Readable } from 'node:stream';
import { parentPort, workerData } from 'node:worker_threads';
import readExcelFile, { InvalidSpreadsheetError } from 'read-excel-file/node';
import { Failure } from '../../runtime/failure.js';
import { addressedWorkbook } from './addressed-workbook.js';
import type { WorkbookRead, WorkbookToRead } from './xlsx-messages.js';

const { path, all } = workerData as WorkbookToRead;

parentPort!.postMessage(
  await readExcelFile(Readable.from(addressedWorkbook(path), { objectMode: false })).then(
    (sheets): WorkbookRead => ({
      kind: 'read',
      sheets: sheets
        .slice(0, all === true ? undefined : 1)
        .map(({ data }) => data.map((row) => Array.from(row, textOf))),
      others: Math.max(0, sheets.length - 1),
    }),
    (error: unknown): WorkbookRead => ({ kind: 'unreadable', reason: reasonOf(error) }),
  ),
);

/** The reader's own errors name cells and parts of the file; others are those of its code. */
function reasonOf(error: unknown): string {
  const isOfFile = error instanceof Failure || error instanceof InvalidSpreadsheetError;
  const fault = isOfFile
    ? error.message
    : 'its list of sheets, its sheets and the texts of its cells do not fit together';
  return `${fault}; save it again as .xlsx, or as CSV`;
}

/** Days as `YYYY-MM-DD`, with the time where there is one. */
function textOf(cell: unknown): string {
  if (cell instanceof Date) {
    const text = cell.toISOString();
    return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text;
  }
  return typeof cell === 'string' || typeof cell === 'number' || typeof cell === 'boolean' ? String(cell) : '';
}
