import type { Likeness } from '../service/likeness.js';
import type { GroupingWork } from '../service/group/group-types.js';
import type { Patiently } from '../home/home.js';
import type { DecisionSteps } from '../runtime/decision-quota.js';
import { beyondMemory } from './beyond-memory.js';
import { groupBeside, type GroupingPlace } from './group-beside.js';
import type { GroupingResult as Found } from './job-messages.js';
import type { JobProgress, JobResult, KeptJob } from './job.js';
import { mergeGroups, undoMerges, type MergeWork } from './merge-groups.js';

/** Compares all records of some work, and writes the groups to a file. */
export type Group = (
  work: GroupingWork,
  path: string,
  progress: (progress: JobProgress) => void,
  where?: GroupingPlace,
) => DecisionSteps<Found>;

export interface CarryOutParts extends MergeWork {
  readonly likeness: Pick<Likeness, 'grouping' | 'scheduler' | 'merging' | 'history' | 'undo'>;
  readonly info: (message: string) => void;
  /** Waits for a store that is away. */
  readonly patiently: Patiently;
  /** Default: beside this thread. */
  readonly group?: Group | undefined;
}

/** Compares and merges as a job says. @returns what is to be kept of it */
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
  // Others would hold all values in memory.
  const given = typeof engine === 'object' ? undefined : await patiently(() => place.give(id, work.records));
  const where: GroupingPlace = typeof engine === 'object' ? { engine } : { beside: given?.place };
  const { places, ...counts } = await likeness.scheduler
    .runInBackground(group(work, path, progress, where), signal)
    .finally(() => given?.end());
  await patiently(() => place.keepGroups(id));
  const scenarios = work.scenarios.map((scenario) => scenario.id);
  const result: JobResult = { ...counts, fields: [...work.fields], scenarios, places: [...places] };
  info(`${id} compared ${counts.records} records of ${objectType}: ${counts.groups} groups of duplicates`);
  const merged = await patiently((progressed) => mergeGroups(job, result, telling(parts, progressed)));
  if (merged > 0) info(`${id} merged ${merged} groups of ${objectType} at or above ${job.autoMerge}`);
  return { status: 'completed', result, merged };
}

/** Takes back what another job has merged. @returns what is to be kept of the job that does it */
export async function takeBack(
  job: KeptJob,
  undone: KeptJob,
  parts: CarryOutParts,
): Promise<Pick<KeptJob, 'status' | 'merged' | 'reason'>> {
  const { undone: merged, refused } = await parts.patiently((progressed) =>
    undoMerges(undone, job, telling(parts, progressed)),
  );
  const reason = refused === 0 ? null : `later changes stand on ${refused} merges: they stay`;
  parts.info(`${job.id} took back ${merged} merges of ${undone.id}`);
  return { status: 'completed', merged, reason };
}

function telling(parts: CarryOutParts, progressed: () => void): CarryOutParts {
  const progress = (progress: JobProgress): void => {
    progressed();
    parts.progress(progress);
  };
  return { ...parts, progress };
}
