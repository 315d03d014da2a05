import { createHash } from 'node:crypto';

/** Sixteen letters that no spreadsheet takes for a number, a date or a formula. */
const LETTERS = 'bcdfghjkmnpqrstv';
const BYTES = 6;

/** Digest of a row's cells, in the order of its file: letters. @param file its name, where several are read */
export function digestOf(cells: readonly string[], file: string): string {
  let filled = cells.length;
  // A row of JSON, whose columns show row by row, may lack the last ones.
  while (filled > 0 && cells[filled - 1] === '') filled -= 1;
  const hash = createHash('sha256').update(JSON.stringify([file, ...cells.slice(0, filled)]));
  return [...hash.digest().subarray(0, BYTES)].map((byte) => LETTERS[byte >> 4]! + LETTERS[byte & 15]!).join('');
}

/** Names a row for good: its number, from 0 on, and what it holds. */
export function markOf(row: number, digest: string): string {
  return `${row + 1}-${digest}`;
}

/** @returns `undefined` for what is no mark */
export function readMark(text: string): { readonly row: number; readonly digest: string } | undefined {
  const [, number, digest] = /^(\d+)-([b-v]+)$/.exec(text.toLowerCase()) ?? [];
  return digest === undefined ? undefined : { row: Number(number) - 1, digest };
}
