import { createHash } from 'node:crypto';

/** Letters of digests. With these letters, no spreadsheet reads a digest as a number, date or formula. */
const LETTERS = 'bcdfghjkmnpqrstv';
const BYTES = 6;

/** Returns a digest of a row's cells in file order. @param file file name, if several files are read */
export function digestOf(cells: readonly string[], file: string): string {
  let filled = cells.length;
  // A JSON row may lack the last columns, because columns are found row by row.
  while (filled > 0 && cells[filled - 1] === '') filled -= 1;
  const hash = createHash('sha256').update(JSON.stringify([file, ...cells.slice(0, filled)]));
  return [...hash.digest().subarray(0, BYTES)].map((byte) => LETTERS[byte >> 4]! + LETTERS[byte & 15]!).join('');
}

/** Returns a permanent name for a row. @param row from 0 */
export function markOf(row: number, digest: string): string {
  return `${row + 1}-${digest}`;
}

/** @returns `undefined` if the text is not a mark */
export function readMark(text: string): { readonly row: number; readonly digest: string } | undefined {
  const [, number, digest] = /^(\d+)-([b-v]+)$/.exec(text.toLowerCase()) ?? [];
  return digest === undefined ? undefined : { row: Number(number) - 1, digest };
}
