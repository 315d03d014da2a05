import type { InputRow, InputTable } from '../../files/read/input-table.js';
import { LikenessError } from './likeness-error.js';

/** A record, as values keyed by names of your choice. `null`, `undefined` and `''` are blank. */
export type Row = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Name of the column that identifies the list of a row. */
export const LIST = '\u0000list';

/** Combines lists of rows. @param names Names of the lists, for messages @throws LikenessError naming an invalid row */
export function tableOf(lists: readonly (readonly Row[])[], names: readonly string[]): InputTable {
  const positions = new Map<string, number>();
  if (lists.length > 1) positions.set(LIST, 0);
  lists.forEach((rows, l) => {
    const name = names[l]!;
    if (!Array.isArray(rows)) throw new LikenessError(`${name}: expected an array of rows, got ${kindOf(rows)}`);
    rows.forEach((row: unknown, i) => {
      if (typeof row !== 'object' || row === null || Array.isArray(row))
        throw new LikenessError(`${name}[${i}]: expected an object such as {"LastName": "Smith"}, got ${kindOf(row)}`);
      for (const [key, value] of Object.entries(row)) {
        if (!['string', 'number', 'boolean', 'undefined'].includes(typeof value) && value !== null)
          throw new LikenessError(
            `${name}[${i}].${key}: expected a string, a number, true, false or null, got ${kindOf(value)}`,
          );
        if (!positions.has(key)) positions.set(key, positions.size);
      }
    });
  });
  const columns = [...positions.keys()];
  return { columns, rows: rowsOf(lists, columns), bytesRead: () => 0, bytesTotal: 0, notes: [], readAs: {} };
}

/** Returns the values in the order of the columns. */
export function cellsOf(row: Row, columns: readonly string[]): unknown[] {
  return columns.map((column) => (Object.hasOwn(row, column) ? row[column] : undefined));
}

async function* rowsOf(lists: readonly (readonly Row[])[], columns: readonly string[]): AsyncGenerator<InputRow> {
  let number = 0;
  for (const [l, rows] of lists.entries())
    for (const row of rows) {
      const cells = cellsOf(row, columns);
      if (lists.length > 1) cells[0] = String(l);
      // Yield to the event loop between rows.
      yield await Promise.resolve({ number: ++number, cells });
    }
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return value === undefined ? 'nothing' : typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
