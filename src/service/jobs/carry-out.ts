import { createRequire } from 'node:module';
import type { Likeness } from '../likeness.js';
import type { GroupingWork } from '../group/group-types.js';
import type { Patiently } from '../../store/home/home.js';
import type { DecisionSteps } from '../../runtime/decision-quota.js';
import { groupBeside } from './group-beside.js';
import type { EngineWork, GroupingResult as Found } from './job-messages.js';
import { RequestError } from '../../records/contract/request-error.js';
import type { JobProgress, JobResult, KeptJob } from './job.js';
import { mergeGroups, undoMerges, type MergeWork } from './merge-groups.js';
import { freeMemory } from '../../runtime/free-memory.js';

export type Group = (
  work: GroupingWork,
  path: string,
  progress: (progress: JobProgress) => void,
  engine?: EngineWork,
) => DecisionSteps<Found>;

export interface CarryOutParts extends MergeWork {
  readonly likeness: Pick<Likeness, 'grouping' | 'scheduler' | 'merging' | 'history' | 'undo'>;
  readonly info: (message: string) => void;
  /** Retries an action while the store is unavailable. */
  readonly patiently: Patiently;
  /** Default: `groupBeside`, which uses another thread or process. */
  readonly group?: Group | undefined;
}

/** Compares and merges records as the job requests. @returns the changes to the stored job */
export async function compare(
  job: KeptJob,
  parts: CarryOutParts,
): Promise<Pick<KeptJob, 'status' | 'result' | 'merged'>> {
  const { likeness, place, signal, progress, info, patiently, group = groupBeside } = parts;
  const { id, objectType, crossObject, scenarioIds, filterDeveloperName } = job;
  const path = await patiently(() => place.newGroups(id));
  const work = likeness.grouping.work({
    ...{ objectType, crossObject, scenarioIds },
    filterDeveloperName: filterDeveloperName ?? undefined,
  });
  const engine = beyondMemory(work, `${path}.${job.attempts}.work`);
  if (typeof engine === 'string') info(`${id}: ${engine}`);
  const where = typeof engine === 'object' ? engine : undefined;
  const { places, ...counts } = await likeness.scheduler.runInBackground(group(work, path, progress, where), signal);
  await patiently(() => place.keepGroups(id));
  const scenarios = work.scenarios.map((scenario) => scenario.id);
  const result: JobResult = { ...counts, fields: [...work.fields], scenarios, places: [...places] };
  info(`${id} compared ${counts.records} records of ${objectType}: ${counts.groups} groups of duplicates`);
  const merged = await patiently((progressed) => mergeGroups(job, result, telling(parts, progressed)));
  if (merged > 0) info(`${id} merged ${merged} groups of ${objectType} with a score of at least ${job.autoMerge}`);
  return { status: 'completed', result, merged };
}

/** Merges groups that another job found. @returns the changes to the stored merging job */
export async function mergeFound(
  job: KeptJob,
  found: KeptJob,
  parts: CarryOutParts,
): Promise<Pick<KeptJob, 'status' | 'merged'>> {
  const { result } = found;
  if (result === null) throw new RequestError(409, 'GROUPS_LOST', `${found.id} has no groups to merge`);
  const merged = await parts.patiently((progressed) => mergeGroups(job, result, telling(parts, progressed), found));
  parts.info(`${job.id} merged ${merged} groups of ${found.id} with a score of at least ${job.autoMerge}`);
  return { status: 'completed', merged };
}

/** Undoes the merges of another job. @returns the changes to the stored undoing job */
export async function takeBack(
  job: KeptJob,
  undone: KeptJob,
  parts: CarryOutParts,
): Promise<Pick<KeptJob, 'status' | 'merged' | 'reason'>> {
  const { undone: merged, refused } = await parts.patiently((progressed) =>
    undoMerges(undone, job, telling(parts, progressed)),
  );
  const reason = refused === 0 ? null : `merges not undone because later changes depend on them: ${refused}`;
  parts.info(`${job.id} undid ${merged} merges of ${undone.id}`);
  return { status: 'completed', merged, reason };
}

function telling(parts: CarryOutParts, progressed: () => void): CarryOutParts {
  const progress = (progress: JobProgress): void => {
    progressed();
    parts.progress(progress);
  };
  return { ...parts, progress };
}

/** Maximum bytes per record for its values, keys and numbers, if all records are compared in memory. */
const BYTES_OF_RECORD = 1_500;

/** Returns storage for rows, `undefined` if memory suffices, or an error message if the storage is not available. */
function beyondMemory(
  { records, memory = freeMemory() / 2 }: Pick<GroupingWork, 'records' | 'memory'>,
  folder: string,
): EngineWork | string | undefined {
  if (records * BYTES_OF_RECORD <= memory) return undefined;
  if (isInstalled()) return { folder, memory };
  const [needed, allowed] = [records * BYTES_OF_RECORD, memory].map((bytes) => (bytes / 1e9).toFixed(1));
  return `the records may need ${needed!} GB of memory, but the limit is ${allowed!} GB: install the package @duckdb/node-api to stay within the limit`;
}

/** Whether DuckDB is installed. DuckDB is too large to be a dependency. */
function isInstalled(): boolean {
  try {
    createRequire(import.meta.url).resolve('@duckdb/node-api');
    return true;
  } catch {
    return false;
  }
}
