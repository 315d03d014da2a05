import { labelSpellings } from './guess/label-table.js';
import { readColumns } from './guess/read-columns.js';
import { isUninformative, readLabel } from './guess/read-label.js';
import { lookOf, type ValueLook } from './guess/read-values.js';

type Rows = readonly (readonly string[])[];

/** Kinds of values that are never labels. */
const KINDS = ['email', 'website', 'phone', 'date'] as const satisfies readonly (keyof ValueLook)[];
/** Minimum share of a column's values that must be of a kind. */
const MOSTLY = 0.6;
/** Minimum columns whose first value recurs in the rows below, so that it is not a label. */
const COMMON = 2;
const NUMBER = /^[-+]?\d[\d.,' ]*$/;
const YEAR = /^(?:19|20)\d\d$/;

/**
 * Returns whether the first row is not a header. The row has an e-mail address, telephone number, date or URL where the
 * rows below have such a value. Alternatively, the row has no known label, but numbers in numeric columns, a given name
 * or recurring values.
 * @param row cells of the first row @param below the first rows below it
 */
export function isDataRow(row: readonly string[], below: Rows): boolean {
  const columns = row.map((cell, i) => ({
    cell: cell.trim(),
    values: below.map((other) => (other[i] ?? '').trim()).filter((text) => text !== ''),
  }));
  const filled = columns.filter(({ cell }) => cell !== '');
  if (filled.some(({ cell, values }) => isOfKind(cell, values))) return true;
  if (below.length === 0 || filled.some(({ cell }) => isLabel(cell))) return false;
  const numbers = columns.filter(({ values }) => shareOf(values, NUMBER) >= MOSTLY);
  if (numbers.length > 0 && numbers.every(({ cell }) => NUMBER.test(cell) && !YEAR.test(cell))) return true;
  if (numbers.some(({ cell }) => !NUMBER.test(cell))) return false;
  const isGivenName = ({ cell, values }: (typeof columns)[number]) =>
    lookOf([cell], 1).givenName === 1 && lookOf(values, values.length).givenName >= MOSTLY;
  if (filled.length > 1 && filled.some(isGivenName)) return true;
  return filled.filter(({ cell, values }) => values.includes(cell)).length >= COMMON;
}

function isOfKind(cell: string, values: readonly string[]): boolean {
  const own = lookOf([cell], 1);
  if (values.length === 0) return own.email === 1;
  const look = lookOf(values, values.length);
  return KINDS.some((kind) => own[kind] === 1 && look[kind] >= MOSTLY);
}

function isLabel(cell: string): boolean {
  const isWord = /\p{L}/u.test(cell);
  return isWord && ((cell.length > 1 && isUninformative(cell)) || readLabel(cell)?.isDoubtful === false);
}

const shareOf = (values: readonly string[], pattern: RegExp): number =>
  values.filter((value) => pattern.test(value)).length / Math.max(1, values.length);

/** Names columns by the meaning of their values, or `column 3`. @param rows the first rows */
export function namesOfColumns(rows: Rows): string[] {
  const width = Math.max(0, ...rows.map(({ length }) => length));
  const unnamed = Array.from({ length: width }, (_, i) => `column ${i + 1}`);
  const values = unnamed.map((_, i) => rows.map((row) => (row[i] ?? '').trim()));
  const taken = new Set<string>();
  return readColumns(unnamed, { rows: rows.length, values }).map(({ meaning }, i) => {
    const spelling = meaning === undefined ? undefined : spellings.get(meaning);
    if (spelling === undefined || taken.has(spelling)) return unnamed[i]!;
    taken.add(spelling);
    return spelling;
  });
}

const spellings = new Map(labelSpellings.map(([meaning, [first]]) => [meaning, first]));

/**
 * Describes to the user that a file has no header.
 * @param said whether the user stated that there is no header; absent if guessed
 */
export function missingHeader(file: string, columns: readonly string[], said: boolean | undefined): string {
  const shown = columns.slice(0, MOST_SHOWN).map((column) => `'${column}'`);
  const named = `${shown.join(', ')}${columns.length > MOST_SHOWN ? ' ...' : ''}`;
  return said === undefined
    ? `${file}: the first line looks like a row, not a header, so the columns are named ${named}; --header overrides this`
    : `${file}: the columns are named ${named}`;
}

const MOST_SHOWN = 20;
