import { Failure } from '../../runtime/failure.js';

/** Maximum number of columns, the same as in Excel. */
export const MOST_COLUMNS = 16_384;

/** @throws Failure if there are too many columns */
export function refuseTooManyColumns(columns: number, file: string): void {
  if (columns > MOST_COLUMNS) throw new Failure(`${file}: the file has more columns than the limit of ${MOST_COLUMNS}`);
}

/**
 * Numbers repeated names: `Name (2)`. @returns the names, and notes for the user @throws Failure for too many columns
 */
export function columnsOf(header: readonly string[], file: string): { columns: string[]; notes: string[] } {
  refuseTooManyColumns(header.length, file);
  const taken = new Set(header.map((cell) => cell.trim()));
  const seen = new Set<string>();
  /** The last number used for each repeated name. */
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
    notes.push(`${file}: the column '${name}' is repeated, and is renamed to '${own}'`);
    return own;
  });
  return { columns, notes };
}
