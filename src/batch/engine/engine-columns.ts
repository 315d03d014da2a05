import { NumberedIndex, numberedFields, type NumberedField } from '../../index/threads/numbered-index.js';
import { RowIndex, type RowIndexSettings } from '../../index/self-join/row-index.js';
import { Failure } from '../../runtime/failure.js';
import { progress } from '../../runtime/notes.js';
import { availableParallelism } from 'node:os';
import { digestOf, type BatchFolder } from './batch-folder.js';
import { CHUNK } from './duckdb.js';
import type { EngineRows } from './engine-rows.js';

/** Bytes of a process that compares nothing yet. */
const BYTES_OF_PROCESS = 150e6;

const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`;

type Settings = Pick<RowIndexSettings, 'scenarios' | 'methods' | 'threads'>;

/**
 * The index of all rows, from what the engine makes of them: it reduces each column to its distinct texts, these are
 * brought into their normal forms, and it numbers those in the order in which rows bring them and gives each row its
 * number. So the index is the one that `RowIndex` makes of the rows, and memory holds numbers and distinct values only.
 *
 * @param memory bytes to keep within
 * @throws Failure where the rows would take more
 */
export async function indexByEngine(
  folder: BatchFolder,
  rows: EngineRows,
  settings: Settings,
  memory: number,
): Promise<RowIndex> {
  const { scenarios, methods, threads } = settings;
  const fields = numberedFields(scenarios);
  const bar = progress('values', fields.length);
  const tables: string[] = [];
  const values: number[] = [];
  try {
    for (const [at, field] of fields.entries()) {
      const { fields: names, method } = field;
      const options = digestOf([method.name, names, { ...methods, lists: [...(methods.lists ?? [])] }]);
      const table = `values_${options.slice(0, 16)}`;
      bar.update(at, `${names.join('+')} (${method.name})`);
      tables.push(table);
      values.push(await folder.step(table, options, () => numberValues(folder, rows, field, table)));
    }
  } finally {
    bar.stop();
  }
  const needed = BYTES_OF_PROCESS + RowIndex.bytesToJoin(rows.count, values);
  if (needed > memory)
    throw new Failure(
      `to compare ${rows.count.toLocaleString('en-US')} rows by ${fields.length} columns takes about ` +
        `${gigabytes(needed)} of memory, and --memory allows ${gigabytes(memory)}: give more, or compare fewer fields`,
    );
  const building = new NumberedIndex({ scenarios, methods, threads: threads ?? availableParallelism() });
  try {
    for (const [at, field] of fields.entries()) await addColumn(folder, rows.count, field, tables[at]!, building);
    return RowIndex.of(await building.finish(), settings);
  } catch (error) {
    await building.end();
    throw error;
  }
}

/**
 * Makes the tables `<table> (value, normal)`, values from 1 on, and `<table>_rows (row, value)` of those that have one.
 *
 * @returns how many values there are
 */
async function numberValues(
  { db }: BatchFolder,
  rows: EngineRows,
  { fields, method }: NumberedField,
  table: string,
): Promise<number> {
  const columns = fields.map((field) => rows.columnOf(field));
  const filled = columns.flatMap((column) => column ?? []);
  const [values, rowValues] = [
    `${table} (value integer, normal varchar)`,
    `${table}_rows (row integer, value integer)`,
  ];
  await db.run(`create or replace table ${values}`);
  await db.run(`create or replace table ${rowValues}`);
  if (filled.length === 0) return 0;
  const list = filled.join(', ');
  // A distinct text is known by the first row that holds it.
  await db.run(
    `create or replace table raw as select ${list}, min(row) as first from rows
     where ${filled.map((column) => `${column} <> ''`).join(' or ')} group by ${list}`,
  );
  await db.run('create or replace table normals (first integer, normal varchar)');
  const appender = await db.appender('normals');
  let read = 0;
  for await (const [first, ...texts] of db.rows<[Int32Array, ...string[][]]>(`select first, ${list} from raw`)) {
    read += first.length;
    const firsts = new Int32Array(first.length);
    const normals: string[] = [];
    for (let i = 0; i < first.length; i++) {
      let at = 0;
      const raw = columns.map((column) => (column === undefined ? '' : texts[at++]![i]!));
      const normal = method.normalise(raw);
      if (normal === '') continue;
      firsts[normals.length] = first[i]!;
      normals.push(normal);
    }
    if (normals.length > 0) appender.add(normals.length, firsts, normals);
  }
  appender.end();
  const { texts } = await db.row('select count(*) as texts from raw');
  if (read !== texts) throw new Error(`batch: of ${texts} distinct texts only ${read} were read`);
  await db.run(
    `insert into ${table} select row_number() over (order by first), normal
     from (select normal, min(first) as first from normals group by normal) order by first`,
  );
  await db.run(
    `insert into ${table}_rows select rows.row, known.value
     from rows join raw using (${list}) join normals using (first) join ${table} known using (normal)`,
  );
  await db.run('drop table raw');
  await db.run('drop table normals');
  const { count } = await db.row(`select count(*) as count from ${table}`);
  return count as number;
}

async function addColumn(
  { db }: BatchFolder,
  count: number,
  field: NumberedField,
  table: string,
  index: NumberedIndex,
): Promise<void> {
  let expected = 0;
  let waiting: string[] = [];
  for await (const [values, normals] of db.rows<[Int32Array, string[]]>(`select value, normal from ${table}`)) {
    for (const value of values) if (value !== ++expected) throw new Error(`batch: value ${value} is out of its order`);
    waiting.push(...normals);
    if (waiting.length < 8 * CHUNK) continue;
    await index.addValues(field, waiting);
    waiting = [];
  }
  await index.addValues(field, waiting);
  const byRow = new Int32Array(new SharedArrayBuffer((count + 1) * 4));
  for await (const [row, value] of db.rows<[Int32Array, Int32Array]>(`select row, value from ${table}_rows`))
    for (let i = 0; i < row.length; i++) byRow[row[i]!] = value[i]!;
  await index.addRows(field, byRow);
}
