import { unguard } from '../write/csv.js';
import type { FileBatch, Reject } from './file-messages.js';
import type { InputRow, InputTable } from '../read/input-table.js';
import { mapRow, type Mapping } from '../read/mapping.js';
import type { ReadValue } from '../read/value-reader.js';

/** Maximum characters per batch, so that huge rows are sent individually. */
const MOST_CHARACTERS = 1_000_000;

export interface BatchOptions {
  readonly table: InputTable;
  /** Returns the mapping of the columns read so far, because the columns of JSON files are found row by row. */
  readonly mapping: (columns: readonly string[]) => Mapping;
  readonly isJson: boolean;
  readonly read: ReadValue;
  /** Number of rows to skip. */
  readonly done: number;
  readonly batchSize: number;
  /** Whether to keep cells unchanged, with the apostrophes before formulas and the dates as written. */
  readonly isExact?: boolean | undefined;
}

export async function* batchesOf(options: BatchOptions): AsyncGenerator<FileBatch> {
  const { table, isJson, done, batchSize } = options;
  let known = table.columns.length;
  let mapping = options.mapping(table.columns);
  let batch = new Batch(options);
  let characters = 0;
  let passed = 0;
  const message = (): FileBatch => ({
    rows: batch.rows,
    cells: batch.cells,
    faulty: batch.faulty,
    upTo: batch.upTo,
    columns: isJson ? ['record'] : [...table.columns],
    // The table reads ahead. A small file may already be completely read at this point.
    bytesRead: Math.min(table.bytesRead(), passed),
    bytesTotal: table.bytesTotal,
  });
  for await (const row of table.rows) {
    for (const cell of row.cells) passed += typeof cell === 'string' ? cell.length + 1 : 8;
    if (row.number <= done) continue;
    if (table.columns.length !== known) {
      known = table.columns.length;
      mapping = options.mapping(table.columns);
    }
    batch.add(row, mapping);
    for (const cell of row.cells) characters += typeof cell === 'string' ? cell.length : 8;
    if (batch.size < batchSize && characters < MOST_CHARACTERS) continue;
    yield message();
    batch = new Batch(options);
    characters = 0;
  }
  if (batch.size > 0) yield message();
}

class Batch {
  readonly rows: FileBatch['rows'][number][] = [];
  /** Cells as in the file. */
  readonly cells: (readonly string[])[] = [];
  readonly faulty: Reject[] = [];
  upTo = 0;

  constructor(private readonly job: Pick<BatchOptions, 'table' | 'isJson' | 'read' | 'isExact'>) {}

  get size(): number {
    return this.rows.length + this.faulty.length;
  }

  add(row: InputRow, mapping: Mapping): void {
    this.upTo = row.number;
    if (row.fault !== undefined) {
      this.faulty.push({ row: row.number, reason: row.fault, cells: this.#asInFile(row) });
      return;
    }
    const { isJson, isExact = false } = this.job;
    const cells = isJson || isExact ? row.cells : (row.cells as readonly string[]).map(unguard);
    const values = mapRow(mapping, cells);
    this.rows.push({ number: row.number, values: isExact ? values : this.#read(values) });
    this.cells.push(this.#asInFile(row));
  }

  #read(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
    const read: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(values)) {
      const own = typeof value === 'string' ? this.job.read(name, value) : value;
      if (own !== '' || value === '') read[name] = own;
    }
    return read;
  }

  #asInFile({ cells }: InputRow): readonly string[] {
    return this.job.isJson ? [this.#asJson(cells)] : (cells as readonly string[]);
  }

  #asJson(cells: readonly unknown[]): string {
    const entries = this.job.table.columns.map((column, i) => [column, cells[i]] as const);
    return JSON.stringify(Object.fromEntries(entries.filter(([, value]) => value !== undefined)));
  }
}
