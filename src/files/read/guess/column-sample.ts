import { BrokenRows } from '../broken-rows.js';
import { textOf, type InputRow, type InputTable } from '../input-table.js';

/** Number of rows sampled before the first row is used. */
const SAMPLED = 5_000;
/** Maximum characters of the sample, so that a file of few, huge rows is not held in memory. */
const MOST_CHARACTERS = 32 * 1024 * 1024;
const LOOKED = 200;

/** The first rows of a file, by column. */
export interface ColumnSample {
  readonly rows: number;
  /** Trimmed values by column position, then by row. `''` for a blank. */
  readonly values: readonly (readonly string[])[];
  /** Whether the sample is the entire file. */
  readonly isWhole: boolean;
  readonly broken: BrokenRows;
}

/** Reads rows in advance. @returns the sample, and a table that still yields all rows */
export async function sampleTable(table: InputTable): Promise<{ table: InputTable; sample: ColumnSample }> {
  const rows = table.rows[Symbol.asyncIterator]();
  const ahead: InputRow[] = [];
  const broken = new BrokenRows();
  let characters = 0;
  let isWhole = false;
  while (ahead.length < SAMPLED && characters < MOST_CHARACTERS) {
    const next = await rows.next();
    isWhole = next.done === true;
    if (next.done === true) break;
    ahead.push(next.value);
    broken.add(next.value);
    for (const cell of next.value.cells) characters += typeof cell === 'string' ? cell.length : 8;
  }
  const values = table.columns.map((_, i) => ahead.map(({ cells }) => textOf(cells[i]).slice(0, LOOKED).trim()));
  return {
    table: {
      columns: table.columns,
      bytesTotal: table.bytesTotal,
      notes: table.notes,
      readAs: table.readAs,
      ...(table.encoding && { encoding: table.encoding }),
      ...(table.sheet !== undefined && { sheet: table.sheet }),
      bytesRead: () => table.bytesRead(),
      rows: { [Symbol.asyncIterator]: () => replay(ahead, rows) },
    },
    sample: { rows: ahead.length, values, isWhole, broken },
  };
}

async function* replay(ahead: InputRow[], rest: AsyncIterator<InputRow>): AsyncGenerator<InputRow> {
  try {
    for (const row of ahead) yield row;
    ahead.length = 0;
    for (;;) {
      const next = await rest.next();
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    await rest.return?.();
  }
}
