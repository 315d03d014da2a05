import { columnsOf, isJoined } from '../../../index/join/self-join.js';
import { RowIndex, threadsFor, type RowIndexSettings } from '../../../index/join/row-index.js';
import type { SimilarPairs } from '../../../index/join/similar-pairs.js';
import { ThreadedJoin } from '../../../index/join/threaded-join.js';
import type { KeptPairs } from '../../../index/join/join-table.js';
import {
  indexOfColumns,
  NumberedIndex,
  numberedFields,
  withoutKeys,
  type NumberedField,
} from '../../../index/threads/numbered-index.js';
import { createMemoryIndex, type MemoryIndex } from '../../../index/memory-index.js';
import type { IndexedFieldImage } from '../../../index/values/indexed-field.js';
import { note, progress } from '../../../runtime/notes.js';
import { digestOf, type BatchFolder } from './batch-folder.js';
import { BeyondMemory } from '../../../runtime/failure.js';
import { bytesOfRows, bytesOfShares, columnShares, type ColumnShare } from './column-shares.js';
import { CHUNK, type DuckDb, type TableAppender } from './duckdb.js';
import type { EngineRows } from './engine-rows.js';

/** DuckDB's share of memory in each phase. */
export const DUCKDB_SHARES = { values: 0.4, compared: 0.1, joined: 0.02, end: 0.5 };

export type EngineIndexSettings = Pick<RowIndexSettings, 'scenarios' | 'methods' | 'threads'>;

/** Above this number of rows, fields that are compared with each other are joined in parts, to limit memory. */
const IN_PARTS_FROM = 1_000;

interface KeptColumn {
  /** Table name, which depends on all inputs that determine the table's values. */
  readonly table: string;
  readonly count: number;
}

/**
 * The engine reduces each column to its distinct strings, which are normalised. Then it numbers the normal forms in row
 * order, and assigns the numbers to the rows, so that the index equals that of `RowIndex`.
 */
export class NumberedColumns {
  private constructor(
    private readonly folder: BatchFolder,
    private readonly rows: EngineRows,
    private readonly settings: EngineIndexSettings,
    private readonly kept: ReadonlyMap<string, KeptColumn>,
  ) {}

  static async of(folder: BatchFolder, rows: EngineRows, settings: EngineIndexSettings): Promise<NumberedColumns> {
    const fields = numberedFields(settings.scenarios);
    const kept = new Map<string, KeptColumn>();
    const bar = progress('values', fields.length);
    try {
      for (const [at, field] of fields.entries()) {
        const { fields: names, method } = field;
        const { table, digest } = tableOf('values', field, settings);
        bar.update(at, `${names.join('+')} (${method.name})`);
        const count = await folder.step(table, digest, () => numberValues(folder, rows, field, table));
        kept.set(nameOf(field), { table, count });
      }
    } finally {
      bar.stop();
    }
    return new NumberedColumns(folder, rows, settings, kept);
  }

  /**
   * Compares one share of columns at a time. The engine stores similar values, while numbers and values are in memory.
   * @param memory limit in bytes, including the engine's memory @throws BeyondMemory if the rows need more
   */
  async index(memory: number): Promise<RowIndex> {
    const { rows, settings } = this;
    const { scenarios } = settings;
    const { db } = this.folder;
    await db.limit(memory * DUCKDB_SHARES.compared);
    const own = memory * (1 - DUCKDB_SHARES.compared);
    const shares = columnShares(scenarios, rows.count, (field) => this.kept.get(nameOf(field))!.count, own);
    this.refuseBeyond(own, bytesOfShares(shares));
    if (shares.length > 1)
      note(
        `values are compared in ${shares.length} steps, because all columns together need more memory than --memory allows`,
      );
    const whole = createMemoryIndex({ scenarios, options: { isJoined: true } });
    const compared = columnsOf(whole, scenarios).filter((column) => isJoined(whole, scenarios, column));
    const images: IndexedFieldImage[] = [];
    const names = new Set(compared.map(nameOf));
    for (const share of shares) images.push(...(await this.compare(share, names)));
    const similar = new Map<string, KeptPairs>();
    for (const column of compared) {
      const { table } = tableOf('similar', column, settings);
      const count = await this.folder.result<number>(table);
      similar.set(nameOf(column), { count, read: () => readSimilar(db, table, count) });
    }
    const sizes = columnsOf(whole, scenarios).map((column) => this.kept.get(nameOf(column))?.count ?? rows.count);
    await db.limit(memory * DUCKDB_SHARES.joined);
    this.refuseBeyond(own, bytesOfRows(shares, rows, sizes, [...similar.values()]));
    return RowIndex.of(indexOfColumns(scenarios, images, rows.count), {
      ...settings,
      join: (index, join) => {
        const kept = columnsOf(index, scenarios).map((column) => similar.get(nameOf(column)));
        return Promise.resolve(new ThreadedJoin(index, { ...join, similar: kept }));
      },
    });
  }

  /** Compares a share's columns. @param compared columns whose similar values are needed @returns columns to join */
  private async compare(share: ColumnShare, compared: ReadonlySet<string>): Promise<IndexedFieldImage[]> {
    const index = await this.indexOf(share);
    await this.findSimilar(index, share, compared);
    // A combined column, such as first plus last name, also needs its parts.
    const isRead = (image: IndexedFieldImage): boolean =>
      index.fields.some(
        (field) =>
          !compared.has(nameOf(field)) && [field, ...field.parts].some((each) => nameOf(each) === keyOf(image)),
      );
    return index.image().fields.map((image) => (isRead(image) ? image : withoutKeys(image)));
  }

  private async indexOf({ scenario, columns }: ColumnShare): Promise<MemoryIndex> {
    const { methods, threads } = this.settings;
    const { count } = this.rows;
    const building = new NumberedIndex({ scenarios: [scenario], methods, threads: threadsFor(count, threads) });
    try {
      for (const field of columns)
        await addColumn(this.folder, count, field, this.kept.get(nameOf(field))!.table, building);
      return await building.finish();
    } catch (error) {
      await building.end();
      throw error;
    }
  }

  private async findSimilar(index: MemoryIndex, share: ColumnShare, compared: ReadonlySet<string>): Promise<void> {
    const { folder, settings } = this;
    const { db } = folder;
    const columns = columnsOf(index, [share.scenario]).map((column) => ({
      name: nameOf(column),
      ...tableOf('similar', column, settings),
    }));
    const open = new Map<string, { readonly digest: string; readonly appender: TableAppender; count: number }>();
    for (const { name, table, digest } of columns)
      if (compared.has(name) && !(await folder.isDone(table, digest))) {
        await db.run(`create or replace table ${table}_found (lower integer, higher integer, similarity integer)`);
        open.set(name, { digest, appender: await db.appender(`${table}_found`), count: 0 });
      }
    if (open.size === 0) return;
    const join = new ThreadedJoin(index, {
      scenarios: [share.scenario],
      methods: settings.methods,
      threads: threadsFor(this.rows.count, settings.threads),
      areCrossedInParts: this.rows.count > IN_PARTS_FROM,
      isCompared: (column) => open.has(nameOf(column)),
    });
    try {
      for await (const { column, pairs } of join.similarValues()) {
        const to = open.get(columns[column]!.name)!;
        to.count += pairs.lower.length;
        for (let at = 0; at < pairs.lower.length; at += CHUNK) {
          const [lower, higher] = [pairs.lower, pairs.higher].map((each) => each.subarray(at, at + CHUNK));
          to.appender.add(lower!.length, lower!, higher!, Int32Array.from(pairs.similarities.subarray(at, at + CHUNK)));
        }
      }
      for (const { name, table } of columns) {
        const found = open.get(name);
        if (found === undefined) continue;
        found.appender.end();
        // Sort the pairs, because they were added in no particular order.
        await db.run(`create or replace table ${table} as from ${table}_found order by lower, higher`);
        await db.run(`drop table ${table}_found`);
        await folder.done(table, found.digest, found.count);
      }
    } finally {
      await join.end();
    }
  }

  private refuseBeyond(memory: number, needed: number): void {
    if (needed <= memory) return;
    throw new BeyondMemory(
      `comparing ${this.rows.count.toLocaleString('en-US')} rows in ${this.kept.size} columns needs about ${gigabytes(needed)} of memory in addition to DuckDB, but only ${gigabytes(memory)} are allowed: increase --memory (or the setting jobMemory), or compare fewer fields`,
    );
  }
}

const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`;

const nameOf = ({ fields, method }: NumberedField): string => keyOf({ fields, method: method.name });
const keyOf = ({ fields, method }: Pick<IndexedFieldImage, 'fields' | 'method'>): string =>
  `${fields.join('+')}\n${method}`;

function tableOf(kind: 'values' | 'similar', { fields, method }: NumberedField, { methods }: EngineIndexSettings) {
  const digest = digestOf([method.name, fields, { ...methods, lists: [...(methods.lists ?? [])] }]);
  return { table: `${kind}_${digest.slice(0, 16)}`, digest };
}

async function* readSimilar(db: DuckDb, table: string, count: number): AsyncGenerator<SimilarPairs> {
  let [last, read] = [0, 0];
  for await (const [lower, higher, similarity] of db.rows<[Int32Array, Int32Array, Int32Array]>(
    `select lower, higher, similarity from ${table}`,
  )) {
    if (lower[0]! < last) throw new Error(`batch: similar values ${last} and ${lower[0]!} are not in order`);
    last = lower.at(-1)!;
    read += lower.length;
    yield { lower, higher, similarities: Uint16Array.from(similarity) };
  }
  if (read !== count) throw new Error(`batch: only ${read} of ${count} pairs of similar values were read`);
}

/**
 * Numbers values from 1 in the tables `<table> (value, normal)` and `<table>_rows (row, value)`. @returns the number of
 * values
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
  // A distinct string is identified by its first row.
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
  if (read !== texts) throw new Error(`batch: only ${read} of ${texts} distinct texts were read`);
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
    for (const value of values) if (value !== ++expected) throw new Error(`batch: value ${value} is not in order`);
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
