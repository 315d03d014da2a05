import { Readable } from 'node:stream';
import { parentPort, workerData } from 'node:worker_threads';
import readExcelFile, { InvalidSpreadsheetError } from 'read-excel-file/node';
import { Failure } from '../../runtime/failure.js';
import { addressedWorkbook } from './addressed-workbook.js';
import type { WorkbookRead, WorkbookToRead } from './xlsx-messages.js';

const { path, sheet, all } = workerData as WorkbookToRead;

parentPort!.postMessage(
  await readExcelFile(Readable.from(addressedWorkbook(path), { objectMode: false })).then(
    (sheets): WorkbookRead => {
      const names = sheets.map((each) => each.sheet);
      const filled = sheets.map(({ data }) => data.filter((row) => row.some((cell) => textOf(cell) !== '')).length);
      const at =
        sheet === undefined
          ? Math.max(
              0,
              filled.findIndex((rows) => rows > 0),
            )
          : positionOf(sheet, names);
      return {
        ...{ kind: 'read', names, at },
        sheets: (all === true ? sheets : sheets.slice(at, at < 0 ? 0 : at + 1)).map(({ data }) =>
          data.map((row) => Array.from(row, textOf)),
        ),
        tables: filled.flatMap((rows, i) => (rows > 1 ? [i] : [])),
      };
    },
    (error: unknown): WorkbookRead => ({ kind: 'unreadable', reason: reasonOf(error) }),
  ),
);

/** By its name, in any case, else by its number, from 1 on. */
function positionOf(wanted: string, names: readonly string[]): number {
  const named = names.indexOf(wanted);
  if (named >= 0) return named;
  const alike = names.findIndex((name) => name.trim().toLowerCase() === wanted.trim().toLowerCase());
  if (alike >= 0) return alike;
  const number = /^\d{1,5}$/.test(wanted) ? Number(wanted) : 0;
  return number <= names.length ? number - 1 : -1;
}

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
