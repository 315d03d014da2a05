import { stat } from 'node:fs/promises';
import { availableParallelism, totalmem } from 'node:os';
import { resolve } from 'node:path';
import type { Configuration } from '../../config/configuration.js';
import { sourceNumbers } from '../../learning/row-table.js';
import type { ObjectType } from '../../records/object-type.js';
import { note } from '../../runtime/notes.js';
import { prepare, type Prepared, type PrepareOptions } from '../dedupe/prepare.js';
import { readInput } from '../dedupe/read-input.js';
import { BatchFolder } from './batch-folder.js';
import { DUCKDB_SHARES, NumberedColumns, type EngineIndexSettings } from './engine-columns.js';
import { comparePairs, writeGroupsOf, writePairsOf } from './engine-pairs.js';
import { EngineRows } from './engine-rows.js';

export interface EngineOptions extends PrepareOptions {
  /** Where the pairs go. */
  readonly out: string;
  /** Where the groups go; absent: none are made. */
  readonly clusters: string | undefined;
  /** Bytes to keep within; absent: half of what there is. */
  readonly memory: number | undefined;
  /** Folder of the work; absent: beside `out`. */
  readonly work: string | undefined;
}

/**
 * Compares the rows of a file as `dedupe` does, with the rows, their values and the pairs in a DuckDB file: the same
 * pairs, scores and groups. What was done is kept when it fails or is ended, and not done again by the next call with
 * the same options.
 *
 * @throws Failure, WrongUse as `prepare`
 */
export async function dedupeByEngine(
  options: EngineOptions,
  configuration: Configuration,
  type: ObjectType,
  told: (prepared: Prepared) => void,
): Promise<{ readonly prepared: Prepared; readonly pairs: number; readonly clusters?: number }> {
  const { out, clusters, threads = availableParallelism(), file } = options;
  const memory = options.memory ?? Math.min(totalmem(), process.constrainedMemory() || Infinity) / 2;
  const path = options.work ?? `${out}.work`;
  const { size, mtimeMs } = file === undefined ? { size: 0, mtimeMs: 0 } : await stat(file);
  const work = {
    ...{ file: file && resolve(file), size, mtimeMs, object: type.name, fields: type.fields.map(({ name }) => name) },
    ...{ id: options.id, source: options.source, map: options.map, encoding: options.encoding },
    ...{ delimiter: options.delimiter, sheet: options.sheet, header: options.header, auto: options.auto?.options },
  };
  const folder = await BatchFolder.open(path, work, { memory: memory * DUCKDB_SHARES.values, threads });
  try {
    const prepared = await prepare(options, configuration, type, undefined, async (take) => {
      const names = { hasIds: options.id !== undefined, hasSources: options.source !== undefined };
      const rows = await EngineRows.keep(
        folder,
        names,
        (to) => readInput(options, type, { unusedAre: 'not compared', take: to, keepsNames: true }),
        take,
      );
      const index = async (settings: EngineIndexSettings) =>
        (await NumberedColumns.of(folder, rows, settings)).index(memory);
      return { rows: rows.rows, texts: rows.texts, index };
    });
    const { rows, index, scenarios } = prepared;
    try {
      told(prepared);
      const pairs = await comparePairs(folder, index, scenarios, rows.count);
      await index.end();
      await folder.db.limit(memory * DUCKDB_SHARES.end);
      await writePairsOf(folder, out);
      const found =
        clusters === undefined
          ? {}
          : {
              clusters: await writeGroupsOf(
                folder,
                { count: rows.count, sources: sourceNumbers(rows.sources) },
                clusters,
              ),
            };
      await folder.remove();
      return { prepared, pairs, ...found };
    } finally {
      await index.end();
    }
  } catch (error) {
    folder.close();
    note(`what is done stays in ${path}: the same command goes on from it`);
    throw error;
  }
}
