import { basename } from 'node:path';
import { Failure } from '../../runtime/failure.js';
import { textOf } from '../read/input-table.js';
import { openInput } from '../read/open-input.js';
import { unguard } from '../write/csv.js';

/** A row, identified by its mark in `review.csv` or by its Id. */
export type RowName =
  | { readonly kind: 'mark'; readonly mark: string }
  | { readonly kind: 'id'; readonly id: string; readonly source: string };

export interface ReadAnswer {
  readonly isSame: boolean;
  readonly rows: readonly [RowName, RowName];
  /** Location of the answer for messages, such as `review.csv, row 3`. */
  readonly at: string;
}

const SAME = ['same', 'is_match', 'is_same', 'match'];

/**
 * Reads a `review.csv` with a filled column `same`, or a file with the columns `id1`, `id2` and `same` (plus `source1`,
 * `source2` for several files). An empty `same` is undecided.
 * @throws Failure for any other word, or a file without these columns
 */
export async function readAnswers(path: string): Promise<ReadAnswer[]> {
  const file = basename(path);
  const { columns, rows } = await openInput(path);
  const answers: ReadAnswer[] = [];
  let checked = false;
  for await (const { number, cells } of rows) {
    if (!checked) checkColumns(columns, file);
    checked = true;
    const cell = (column: string) => unguard(textOf(cells[columns.indexOf(column)])).trim();
    const same = SAME.find((column) => columns.includes(column))!;
    const at = `${file}, row ${number}`;
    const isSame = readSame(cell(same));
    if (isSame === 'unknown') throw new Failure(`${at}: ${same} '${cell(same)}': expected yes, no or a blank cell`);
    if (isSame === undefined) continue;
    answers.push({ isSame, at, rows: columns.includes('pair') ? byMarks(cell('pair'), at) : byIds(cell, at) });
  }
  if (!checked) checkColumns(columns, file);
  return answers;
}

function checkColumns(columns: readonly string[], file: string): void {
  if (!SAME.some((column) => columns.includes(column)))
    throw new Failure(`${file} has no column 'same': expected a column with yes or no for each pair`);
  if (!columns.includes('pair') && !(columns.includes('id1') && columns.includes('id2')))
    throw new Failure(`${file} has no columns for pairs: expected 'pair' as in review.csv, or 'id1' and 'id2'`);
}

function byMarks(cell: string, at: string): [RowName, RowName] {
  const [one, other, more] = cell.split(/\s+/);
  if (!one || !other || more !== undefined)
    throw new Failure(`${at}: pair '${cell}': expected the two row references of review.csv, unchanged`);
  return [
    { kind: 'mark', mark: one },
    { kind: 'mark', mark: other },
  ];
}

function byIds(cell: (column: string) => string, at: string): [RowName, RowName] {
  const nameOf = (number: 1 | 2): RowName => {
    const id = cell(`id${number}`);
    if (id === '') throw new Failure(`${at}: id${number} is empty`);
    return { kind: 'id', id, source: cell(`source${number}`) };
  };
  return [nameOf(1), nameOf(2)];
}

/** Matches words for yes in European languages (without accents), a spreadsheet's true, ticks and 1. */
const YES =
  'yes y true t 1 same thesame match duplicate x ✓ ✔ ja j wahr gleich oui vrai si s vero verdadero sim verdadeiro ' +
  'tak prawda ano pravda igen igaz kylla tosi sand sant sann da waar да ναι';
const NO =
  'no n false f 0 different notsame notthesame nomatch notduplicate notaduplicate ✗ ✘ nein falsch verschieden non ' +
  'faux falso nao nie falsz ne nepravda nem hamis ei epatosi falsk usand usant nu nee onwaar нет οχι';

const words = new Map([
  ...YES.split(' ').map((word) => [word, true] as const),
  ...NO.split(' ').map((word) => [word, false] as const),
]);

/** Reads a cell of the column `same`. @returns `undefined` if undecided (blank or `?`), `'unknown'` for other words */
export function readSame(cell: string): boolean | undefined | 'unknown' {
  const word = cell
    .normalize('NFKD')
    .replaceAll(/[\p{M}\s'"=()]/gu, '')
    .toLowerCase()
    .replace('ł', 'l')
    .replace(/^([01])[.,]0*$/, '$1');
  if (word === '' || /^\?+$/.test(word)) return undefined;
  return words.get(word) ?? 'unknown';
}
