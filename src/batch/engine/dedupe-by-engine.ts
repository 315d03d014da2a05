import { availableParallelism, totalmem } from 'node:os';
import { DecidedPairs } from '../../clustering/decided-pairs.js';
import type { Configuration } from '../../config/configuration.js';
import { sourceNumbers } from '../../learning/row-table.js';
import type { ObjectType } from '../../records/object-type.js';
import { GroupSummary } from '../../report/group-summary.js';
import { note } from '../../runtime/notes.js';
import { answersOn } from '../answers/answers-on-input.js';
import { prepare, type Prepared } from '../dedupe/prepare.js';
import { readInput, stateOfInput } from '../dedupe/read-input.js';
import { writeDedupeReport, type DedupeAsked } from '../report/dedupe-report.js';
import { BatchFolder, folderOfBatch } from './batch-folder.js';
import { UnreadableFile } from './duckdb.js';
import { DUCKDB_SHARES, NumberedColumns, type EngineIndexSettings } from './engine-columns.js';
import { comparePairs, makeGroups, writeGroupsOf, writePairsOf } from './engine-pairs.js';
import { EngineRows } from './engine-rows.js';

export interface EngineOptions extends DedupeAsked {
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
 * pairs, scores, groups and report. What was done is kept when it fails or is ended, and not done again by the next
 * call with the same options.
 *
 * @throws Failure, WrongUse as `prepare`
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
  const work = {
    ...(await stateOfInput(options, type)),
  };
  const folder = await BatchFolder.open(path, work, { memory: memory * DUCKDB_SHARES.values, threads });
  try {
    let decided = new DecidedPairs(0, []);
    const asked = { ...options, judged: () => decided.judged };
    const prepared = await prepare(asked, configuration, type, undefined, async (take) => {
      const names = { hasIds: options.id !== undefined, hasSources: options.source !== undefined };
      const rows = await EngineRows.keep(
        folder,
        names,
        (to) => readInput(options, type, { unusedAre: 'not compared', take: to, keepsNames: true }),
        take,
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
      note(`what was done in ${path} is damaged, and removed: the same command begins anew`);
      throw error;
    }
    folder.close();
    note(`what is done stays in ${path}: the same command goes on from it`);
    throw error;
  }
}

interface Comparison {
  readonly prepared: Prepared;
  readonly decided: DecidedPairs;
  readonly options: EngineOptions;
  /** Bytes to keep within. */
  readonly memory: number;
  readonly type: ObjectType;
}

/** Writes all that is asked for. */
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
