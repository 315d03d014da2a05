import type { ObjectType } from '../../records/object-type.js';
import type { FileBatch } from '../../files/messages.js';
import { Batch } from '../import/run-import.js';
import type { InputTable } from '../input/input-table.js';
import type { Mapping } from '../input/mapping.js';

/** Characters of a batch: few, huge rows go one by one. */
const MOST_CHARACTERS = 1_000_000;

export interface BatchOptions {
  readonly table: InputTable;
  readonly type: ObjectType;
  readonly mapping: Mapping;
  readonly isJson: boolean;
  readonly toDay: (text: string) => string | undefined;
  /** Rows to be passed over. */
  readonly done: number;
  readonly batchSize: number;
}

/** The rows of a file as the service saves them. */
export async function* batchesOf(options: BatchOptions): AsyncGenerator<FileBatch> {
  const { table, mapping, isJson, done, batchSize } = options;
  let batch = new Batch(options);
  let characters = 0;
  const message = (): FileBatch => ({
    rows: batch.rows,
    cells: batch.cells(),
    faulty: batch.faulty,
    upTo: batch.upTo,
    columns: isJson ? ['record'] : [...table.columns],
    bytesRead: table.bytesRead(),
    bytesTotal: table.bytesTotal,
  });
  for await (const row of table.rows) {
    if (row.number <= done) continue;
    batch.add(row, mapping);
    for (const cell of row.cells) characters += typeof cell === 'string' ? cell.length : 8;
    if (batch.size < batchSize && characters < MOST_CHARACTERS) continue;
    yield message();
    batch = new Batch(options);
    characters = 0;
  }
  if (batch.size > 0) yield message();
}
