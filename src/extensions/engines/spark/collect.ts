import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PairColumns } from '../../../index/join/pair-columns.js';
import type { GroupSummary } from '../../../files/report/group-summary.js';
import type { PairFlow } from '../../../files/dedupe/pair-flow.js';
import { writePairs } from '../../../files/dedupe/write-pairs.js';
import { BatchFolder, literal } from '../stages/batch-folder.js';
import { keepPairs, makeGroups, writeGroupsOf, writePairsOf } from '../stages/engine-pairs.js';
import { textOfEngine } from '../tables/engine-text.js';
import { openParquet } from '../tables/parquet.js';
import type { SparkPlan } from './spark-plan.js';
import { TextRows } from '../../../matching/text-rows.js';

export interface CollectOptions {
  readonly out: string;
  readonly clusters: string | undefined;
  readonly memory: number;
  readonly threads: number;
  readonly flow: PairFlow;
  readonly summary: GroupSummary | undefined;
}

export interface Collected {
  readonly pairs: number;
  readonly clusters?: number;
}

/**
 * Writes the pairs and groups from the cluster, like `dedupe`. Uses DuckDB if it is installed. Without DuckDB, Ids and
 * pairs are held in memory.
 * @param folder the folder with the rows and the pairs
 */
export async function collect(
  folder: string,
  plan: Pick<SparkPlan, 'rows' | 'hasSources'>,
  options: CollectOptions,
): Promise<Collected> {
  return (await hasDuckDb()) ? byDuckDb(folder, plan, options) : inMemory(folder, plan, options);
}

async function hasDuckDb(): Promise<boolean> {
  return import('@duckdb/node-api').then(
    () => true,
    () => false,
  );
}

async function byDuckDb(
  folder: string,
  { rows: count, hasSources }: Pick<SparkPlan, 'rows' | 'hasSources'>,
  { out, clusters, memory, threads, flow, summary }: CollectOptions,
): Promise<Collected> {
  const batch = await BatchFolder.open(join(folder, 'results'), { out, clusters }, { memory: memory / 2, threads });
  try {
    const files = async (name: string) =>
      `read_parquet([${(await parquetFiles(join(folder, name))).map(literal).join(', ')}])`;
    const { db } = batch;
    await db.run(`create or replace table rows as select "row", id, source from ${await files('rows')}`);
    const pairsSql = `select first, second, score from ${await files('pairs')}`;
    await keepPairs(batch, flow.of(asColumns(db.rows<[Int32Array, Int32Array, Float32Array]>(pairsSql))));
    await writePairsOf(batch, out);
    const { pairs } = await db.row('select count(*) as pairs from pairs');
    const found = { pairs: pairs as number };
    if (clusters === undefined && summary === undefined) return found;
    let sources: Int32Array | undefined;
    if (hasSources) {
      sources = new Int32Array(count + 1);
      for await (const [rows, numbers] of db.rows<[Int32Array, Int32Array]>('select "row", source from rows'))
        rows.forEach((row, i) => (sources![row] = numbers[i]!));
    }
    await makeGroups(batch, { count, sources, decided: flow.decided, summary });
    return clusters === undefined ? found : { ...found, clusters: await writeGroupsOf(batch, clusters) };
  } finally {
    await batch.remove();
  }
}

async function inMemory(
  folder: string,
  { rows: count, hasSources }: Pick<SparkPlan, 'rows' | 'hasSources'>,
  { out, clusters, flow, summary }: CollectOptions,
): Promise<Collected> {
  const ids: string[] = [];
  const sources: string[] = [];
  for await (const [id, source] of columnsIn(join(folder, 'rows'), 'id', 'source'))
    for (let i = 0; i < id!.length; i++) {
      ids.push(textOfEngine(id![i] as string));
      if (hasSources) sources.push(String(source![i]));
    }
  const pairs = columnsIn(join(folder, 'pairs'), 'first', 'second', 'score');
  const rows = { count, ids, sources, texts: new TextRows(), fields: new Set<string>(), unused: [] };
  const files = { out, clusters, summary, decided: flow.decided };
  return writePairs(rows, flow.of(asColumns(pairs as AsyncIterable<ArrayLike<number>[]>)), files, () => undefined);
}

/** Converts batches. @param batches columns of first rows, second rows and scores in percent */
async function* asColumns(batches: AsyncIterable<readonly ArrayLike<number>[]>): AsyncGenerator<PairColumns> {
  for await (const [first, second, score] of batches)
    yield new PairColumns({
      first: Int32Array.from(first!),
      second: Int32Array.from(second!),
      num: Float64Array.from(score!, (each) => each * 100),
      den: new Float64Array(first!.length).fill(1),
    });
}

async function* columnsIn(
  folder: string,
  ...names: readonly string[]
): AsyncGenerator<(ArrayLike<unknown> | undefined)[]> {
  for (const path of await parquetFiles(folder)) {
    const table = await openParquet(path, path);
    const places = names.map((name) => table.columns.indexOf(name));
    for await (const { columns } of table.batches) yield places.map((place) => columns[place]);
  }
}

async function parquetFiles(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.parquet') && !name.startsWith('.'));
  return names.sort().map((name) => join(folder, name));
}
