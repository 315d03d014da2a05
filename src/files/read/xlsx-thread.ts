import { parentPort, workerData } from 'node:worker_threads';
import { Failure } from '../../runtime/failure.js';
import { chooseSheet } from './choose-sheet.js';
import { readWorkbook } from './read-workbook.js';
import type { WorkbookRead, WorkbookToRead } from './xlsx-messages.js';

const { path, sheet, all } = workerData as WorkbookToRead;

parentPort!.postMessage(
  await readWorkbook(path).then(
    (sheets): WorkbookRead => {
      const names = sheets.map(({ name }) => name);
      const at = sheet === undefined ? chooseSheet(sheets) : positionOf(sheet, names);
      return {
        ...{ kind: 'read', names, at },
        hidden: sheets.flatMap(({ isHidden }, i) => (isHidden ? [i] : [])),
        sheets: (all === true ? sheets : sheets.slice(at, at < 0 ? 0 : at + 1)).map(({ places, rows }) => ({
          ...{ places, rows },
        })),
        tables: sheets.flatMap(({ rows }, i) => (rows.length > 1 ? [i] : [])),
      };
    },
    (error: unknown): WorkbookRead => {
      if (!(error instanceof Failure)) throw error;
      return { kind: 'unreadable', reason: error.message };
    },
  ),
);

/** By name, in any case, or else by number, from 1. */
function positionOf(wanted: string, names: readonly string[]): number {
  const named = names.indexOf(wanted);
  if (named >= 0) return named;
  const alike = names.findIndex((name) => name.trim().toLowerCase() === wanted.trim().toLowerCase());
  if (alike >= 0) return alike;
  const number = /^\d{1,5}$/.test(wanted) ? Number(wanted) : 0;
  return number <= names.length ? number - 1 : -1;
}
