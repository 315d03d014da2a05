import { unguard } from '../output/csv.js';
import type { FileBatch, Reject } from './file-messages.js';
import { readDatetime } from '../../records/dates.js';
import type { ObjectType } from '../../records/object-type.js';
import type { InputRow, InputTable } from '../input/input-table.js';
import { mapRow, type Mapping } from '../input/mapping.js';

/** Characters of a batch: few, huge rows go one by one. */
const MOST_CHARACTERS = 1_000_000;

export interface BatchOptions {
  readonly table: InputTable;
  readonly type: ObjectType;
  /** Counts the columns known so far: JSON shows them row by row. */
  readonly mapping: (columns: readonly string[]) => Mapping;
  readonly isJson: boolean;
  /** A date as people write it, as `YYYY-MM-DD`. */
  readonly toDay: (text: string) => string | undefined;
  /** Rows to be passed over. */
  readonly done: number;
  readonly batchSize: number;
  /** Cells count as they stand: no apostrophe before a formula is taken away, no date is read in another form. */
  readonly isExact?: boolean | undefined;
}

/** The rows of a file as the service saves them. */
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
    // The file is read ahead, a small one at once.
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

/** Rows on their way to one transaction, those that the file itself spoils included. */
class Batch {
  readonly rows: FileBatch['rows'][number][] = [];
  /** Cells of `rows`, as they stand in the file. */
  readonly cells: (readonly string[])[] = [];
  /** Rows that the file itself spoils. */
  readonly faulty: Reject[] = [];
  upTo = 0;

  constructor(private readonly job: Pick<BatchOptions, 'table' | 'type' | 'isJson' | 'toDay' | 'isExact'>) {}

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
    this.rows.push({ number: row.number, values: isExact ? values : this.#withDays(values) });
    this.cells.push(this.#asInFile(row));
  }

  /** Dates in the form of the service, where they were written in another one. */
  #withDays(values: Record<string, unknown>): Record<string, unknown> {
    for (const [name, value] of Object.entries(values)) {
      const type = this.job.type.field(name)?.type;
      if ((type !== 'date' && type !== 'datetime') || typeof value !== 'string') continue;
      if (readDatetime(value.trim()) === undefined) values[name] = this.job.toDay(value) ?? value;
    }
    return values;
  }

  #asInFile({ cells }: InputRow): readonly string[] {
    return this.job.isJson ? [this.#asJson(cells)] : (cells as readonly string[]);
  }

  #asJson(cells: readonly unknown[]): string {
    const entries = this.job.table.columns.map((column, i) => [column, cells[i]] as const);
    return JSON.stringify(Object.fromEntries(entries.filter(([, value]) => value !== undefined)));
  }
}
