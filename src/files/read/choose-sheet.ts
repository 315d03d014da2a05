import { readLabel } from './guess/read-label.js';
import { titlesAbove } from './layout.js';
import type { ReadSheet } from './read-workbook.js';

/** Minimum labels of fields that identify a table, and maximum rows of a cover. */
const LABELS = 2;
const MOST_OF_COVER = 30;

/** The first visible one with cells, after notes and covers: they name no fields, and are shorter than the table. */
export function chooseSheet(sheets: readonly ReadSheet[]): number {
  const filled = sheets.filter(({ rows }) => rows.length > 0);
  const shown = filled.filter(({ isHidden }) => !isHidden);
  const [first, ...others] = shown.length > 0 ? shown : filled;
  if (first === undefined) return 0;
  const isCover = labelsIn(first) === 0 && first.rows.length <= MOST_OF_COVER;
  const table = others.find((sheet) => labelsIn(sheet) >= LABELS && sheet.rows.length > 1);
  const isMeant = isCover && table !== undefined && (isText(first) || table.rows.length > first.rows.length);
  return sheets.indexOf(isMeant ? table : first);
}

/** In the header. */
function labelsIn({ rows }: ReadSheet): number {
  const header = rows[titlesAbove(rows)] ?? [];
  return header.filter((cell) => readLabel(cell)?.isDoubtful === false).length;
}

/** Every row has at most one cell. */
const isText = ({ rows }: ReadSheet): boolean => rows.every((row) => row.filter((cell) => cell !== '').length <= 1);
