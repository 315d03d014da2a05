import { availableParallelism, totalmem } from 'node:os';
import { DecidedPairs } from '../../../index/clustering/decided-pairs.js';
import type { Configuration } from '../../../store/config/configuration.js';
import { sourceNumbers } from '../../../files/learning/row-table.js';
import type { ObjectType } from '../../../records/object-type.js';
import { GroupSummary } from '../../../files/report/group-summary.js';
import { note } from '../../../runtime/notes.js';
import { answersOn } from '../../../files/answers/answers-on-input.js';
import { prepare, type Prepared } from '../../../files/dedupe/prepare.js';
import { readInput, stateOfInput } from '../../../files/dedupe/read-input.js';
import { writeDedupeReport, type DedupeAsked } from '../../../files/report/comparison-report.js';
import { BatchFolder, folderOfBatch } from './batch-folder.js';
import { UnreadableFile } from './duckdb.js';
import { DUCKDB_SHARES, NumberedColumns, type EngineIndexSettings } from './engine-columns.js';
import { comparePairs, makeGroups, writeGroupsOf, writePairsOf } from './engine-pairs.js';
import { EngineRows } from './engine-rows.js';

export interface EngineOptions extends DedupeAsked {
  readonly out: string;
  readonly clusters: string | undefined;
  /** Memory limit in bytes. Default: half of the available memory. */
  readonly memory: number | undefined;
  /** Work folder. Default: next to `out`. */
  readonly work: string | undefined;
}

/**
 * Computes the same pairs, scores, groups and report as `dedupe`, with rows, values and pairs in a DuckDB file. After a
 * failure, finished steps are kept, and the next call with the same options reuses them.
 * @throws Failure and WrongUse, like `prepare`
 */
export async function dedupeByEngine(
  options: EngineOptions,
  configuration: Configuration,
  type: ObjectType,
  told: (prepared: Prepared) => void,
): Promise<{ readonly prepared: Prepared; readonly pairs: number; readonly clusters?: number }> {
  const { threads = availableParallelism(), labels } = options;
  const memory = options.memory ?? Math.min(totalmem(), process.constrainedMemory() || Infinity) / 2;
  const path = folderOfBatch(options);
  const work = await stateOfInput(options, type);
  const folder = await BatchFolder.open(path, work, { memory: memory * DUCKDB_SHARES.values, threads });
  try {
    let decided = new DecidedPairs(0, []);
    const asked = { ...options, judged: () => decided.judged };
    const prepared = await prepare(asked, configuration, type, undefined, async (notes) => {
      const names = { hasIds: options.id !== undefined, hasSources: options.source !== undefined };
      const rows = await EngineRows.keep(
        folder,
        names,
        (to) => readInput(options, type, { unusedAre: 'not compared', take: to, keepsNames: true }),
        (texts) => notes?.add(texts),
      );
      decided = await answersOn(labels, rows.names(), options);
      const index = async (settings: EngineIndexSettings) =>
        (await NumberedColumns.of(folder, rows, settings)).index(memory);
      return { rows: rows.rows, texts: rows.texts, index };
    });
    try {
      told(prepared);
      const found = await compare(folder, { prepared, decided, options, memory, type });
      await folder.remove();
      return { prepared, ...found };
    } finally {
      await prepared.index.end();
    }
  } catch (error) {
    if (error instanceof UnreadableFile) {
      await folder.remove();
      note(`the finished work in ${path} was damaged and removed: run the same command to start again`);
      throw error;
    }
    folder.close();
    note(`finished work is kept in ${path}: run the same command to continue`);
    throw error;
  }
}

interface Comparison {
  readonly prepared: Prepared;
  readonly decided: DecidedPairs;
  readonly options: EngineOptions;
  readonly memory: number;
  readonly type: ObjectType;
}

async function compare(
  folder: BatchFolder,
  { prepared, decided, options, memory, type }: Comparison,
): Promise<{ readonly pairs: number; readonly clusters?: number }> {
  const { rows, index, scenarios } = prepared;
  const { out, clusters, report } = options;
  const isReported = report !== undefined;
  const { pairs, sample } = await comparePairs(folder, index, scenarios, rows.count, { decided, isReported });
  await index.end();
  await folder.db.limit(memory * DUCKDB_SHARES.end);
  await writePairsOf(folder, out);
  const summary = new GroupSummary();
  if (clusters !== undefined || isReported)
    await makeGroups(folder, { count: rows.count, sources: sourceNumbers(rows.sources), decided, summary });
  const found = { pairs, ...(clusters !== undefined && { clusters: await writeGroupsOf(folder, clusters) }) };
  if (sample && report !== undefined)
    await writeDedupeReport(report, options, type, prepared, { pairs: sample.found(), groups: summary });
  return found;
}
