import { createHash } from 'node:crypto';

/** No spreadsheet reads them as a number, a date or a formula. */
const LETTERS = 'bcdfghjkmnpqrstv';
const BYTES = 6;

/** Digest of the cells in their file's order. @param file its name, if several are read */
export function digestOf(cells: readonly string[], file: string): string {
  let filled = cells.length;
  // A JSON row may lack the last columns, which appear row by row.
  while (filled > 0 && cells[filled - 1] === '') filled -= 1;
  const hash = createHash('sha256').update(JSON.stringify([file, ...cells.slice(0, filled)]));
  return [...hash.digest().subarray(0, BYTES)].map((byte) => LETTERS[byte >> 4]! + LETTERS[byte & 15]!).join('');
}

/** A permanent name of a row: its number, from 0, and its contents. */
export function markOf(row: number, digest: string): string {
  return `${row + 1}-${digest}`;
}

/** @returns `undefined` if the text is no mark */
export function readMark(text: string): { readonly row: number; readonly digest: string } | undefined {
  const [, number, digest] = /^(\d+)-([b-v]+)$/.exec(text.toLowerCase()) ?? [];
  return digest === undefined ? undefined : { row: Number(number) - 1, digest };
}
