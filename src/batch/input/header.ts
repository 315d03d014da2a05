import { Failure } from '../../runtime/failure.js';

/** Columns of a file: as many as a sheet of Excel has. */
export const MOST_COLUMNS = 16_384;

/** @throws Failure for more columns than a file may have */
export function refuseTooManyColumns(columns: number, file: string): void {
  if (columns > MOST_COLUMNS) throw new Failure(`${file}: more columns than the limit of ${MOST_COLUMNS}`);
}

/**
 * The columns that a header names, each by a name of its own: of those that are called the same, the second gets ` (2)`
 * behind it. Cells that are empty stay so.
 *
 * @returns with what to tell people
 * @throws Failure for too many
 */
export function columnsOf(header: readonly string[], file: string): { columns: string[]; notes: string[] } {
  refuseTooManyColumns(header.length, file);
  const taken = new Set(header.map((cell) => cell.trim()));
  const seen = new Set<string>();
  /** For a name that stands there more than once: the last number that is behind it. */
  const last = new Map<string, number>();
  const notes: string[] = [];
  const columns = header.map((cell) => {
    const name = cell.trim();
    if (name === '' || !seen.has(name)) {
      seen.add(name);
      return name;
    }
    let number = (last.get(name) ?? 1) + 1;
    while (taken.has(`${name} (${number})`)) number += 1;
    last.set(name, number);
    const own = `${name} (${number})`;
    taken.add(own);
    notes.push(`${file}: the column '${name}' stands there more than once: the next one is called '${own}'`);
    return own;
  });
  return { columns, notes };
}
