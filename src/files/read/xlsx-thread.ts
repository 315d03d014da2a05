import { parentPort, workerData } from 'node:worker_threads';
import { Failure } from '../../runtime/failure.js';
import { readWorkbook, type ReadSheet } from './read-workbook.js';
import type { WorkbookRead, WorkbookToRead } from './xlsx-messages.js';
import { readLabel } from './guess/read-label.js';
import { titlesAbove } from './layout.js';

const { path, sheet, all } = workerData as WorkbookToRead;

/** Minimum number of field labels that identify a table. */
const LABELS = 2;
const MOST_OF_COVER = 30;

/** Chooses the first visible sheet with cells, after notes and covers, which name no fields and are short. */
function chooseSheet(sheets: readonly ReadSheet[]): number {
  const filled = sheets.filter(({ rows }) => rows.length > 0);
  const shown = filled.filter(({ isHidden }) => !isHidden);
  const [first, ...others] = shown.length > 0 ? shown : filled;
  if (first === undefined) return 0;
  const isCover = labelsIn(first) === 0 && first.rows.length <= MOST_OF_COVER;
  const table = others.find((sheet) => labelsIn(sheet) >= LABELS && sheet.rows.length > 1);
  const isMeant = isCover && table !== undefined && (isText(first) || table.rows.length > first.rows.length);
  return sheets.indexOf(isMeant ? table : first);
}

function labelsIn({ rows }: ReadSheet): number {
  const header = rows[titlesAbove(rows)] ?? [];
  return header.filter((cell) => readLabel(cell)?.isDoubtful === false).length;
}

const isText = ({ rows }: ReadSheet): boolean => rows.every((row) => row.filter((cell) => cell !== '').length <= 1);

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

/** Finds a sheet by name, ignoring case, or by number, from 1. */
function positionOf(wanted: string, names: readonly string[]): number {
  const named = names.indexOf(wanted);
  if (named >= 0) return named;
  const alike = names.findIndex((name) => name.trim().toLowerCase() === wanted.trim().toLowerCase());
  if (alike >= 0) return alike;
  const number = /^\d{1,5}$/.test(wanted) ? Number(wanted) : 0;
  return number <= names.length ? number - 1 : -1;
}
