import { z } from 'zod';
import { isPending } from '../work/queue.js';

const JOB_STATUSES = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;

const resultSchema = z.strictObject({
  records: z.int(),
  pairs: z.int(),
  groups: z.int(),
  /** Number of ungrouped pairs, which are listed after the groups. */
  ungrouped: z.int(),
  fields: z.array(z.string()),
  scenarios: z.array(z.string()),
  places: z.array(z.int()),
});
export type JobResult = z.output<typeof resultSchema>;

/** A job as stored in the document `jobs/<id>.json`. */
export const keptJobSchema = z.strictObject({
  version: z.literal(1),
  id: z.string().regex(/^job-\d{12}$/),
  status: z.enum(JOB_STATUSES),
  objectType: z.string(),
  crossObject: z.string().nullable(),
  /** The requested scenarios. If empty, the `restSearch` scenarios are used. */
  scenarioIds: z.array(z.string()),
  filterDeveloperName: z.string().nullable(),
  /** Minimum score in percent. Groups in which every pair has at least this score are merged. */
  autoMerge: z.number().min(0).max(100).nullable(),
  /** The job whose merges this job undoes, without comparing anything. */
  undoes: z.string().nullable(),
  /** The job whose groups this job merges, without comparing anything. */
  groupsOf: z.string().nullable(),
  objects: z.array(z.string()).nullable(),
  /** Id of the requesting client, or `server` for a scheduled job. */
  clientId: z.string(),
  /** With several nodes, the log position that the requester saw or, after the job's end, the position of its end. */
  position: z.int().min(0),
  created: z.string(),
  started: z.string().nullable(),
  ended: z.string().nullable(),
  /** Number of attempts so far. More than one if the process exited during an attempt. */
  attempts: z.int().min(0),
  reason: z.string().nullable(),
  merged: z.int(),
  /** Whether records were erased while the job ran, so that it must restart. */
  isInterrupted: z.boolean(),
  result: resultSchema.nullable(),
});

export type KeptJob = z.output<typeof keptJobSchema>;

export interface JobProgress {
  /** Unit of `done` and `total`: steps while `preparing`, groups while `merging` and `undoing`, otherwise records. */
  readonly phase: 'reading' | 'preparing' | 'comparing' | 'merging' | 'undoing';
  readonly done: number;
  readonly total: number;
  readonly pairs: number;
}

export const shownJobSchema = z
  .strictObject({
    id: z.string(),
    status: z.enum(JOB_STATUSES),
    objectType: z.string(),
    crossObject: z
      .string()
      .nullable()
      .describe('Object to compare with. If null, the records of `objectType` are compared with each other'),
    scenarioIds: z.array(z.string()).describe('Requested scenarios; if empty, those for REST search'),
    filterDeveloperName: z.string().nullable(),
    autoMerge: z
      .number()
      .nullable()
      .describe('Minimum score that every pair of a group must have for the group to be merged, in percent'),
    undoes: z.string().nullable().describe('Id of the job whose merges this job undoes'),
    groupsOf: z.string().nullable().describe('Id of the earlier job whose groups this job merges'),
    clientId: z.string().describe('Client that requested the job, or `server` for a scheduled job'),
    created: z.string(),
    started: z.string().nullable(),
    ended: z.string().nullable(),
    attempts: z.int().describe('Number of starts; a service restart starts the job again'),
    reason: z.string().nullable().describe('Reason for the failure'),
    progress: z
      .strictObject({
        phase: z.enum(['reading', 'preparing', 'comparing', 'merging', 'undoing']),
        done: z
          .int()
          .describe('Number of completed steps while preparing, groups while merging or undoing, otherwise records'),
        total: z.int(),
        pairs: z.int().describe('Number of pairs found so far'),
      })
      .nullable()
      .describe('Progress of a running job'),
    records: z.int().nullable().describe('Number of compared records'),
    pairs: z.int().nullable(),
    groups: z.int().nullable(),
    merged: z.int().describe('Number of merged groups or undone merges'),
  })
  .meta({ id: 'DuplicateJob' });

export type ShownJob = z.output<typeof shownJobSchema>;

export function shownJob(job: KeptJob, progress: JobProgress | undefined): ShownJob {
  const { records = null, pairs = null, groups = null } = job.result ?? {};
  const { id, status, objectType, crossObject, scenarioIds, filterDeveloperName, clientId } = job;
  const { created, started, ended, attempts, reason, autoMerge, undoes, groupsOf, merged } = job;
  const compared = { objectType, crossObject, scenarioIds, filterDeveloperName };
  const asked = { id, status, ...compared, autoMerge, undoes, groupsOf, clientId };
  const become = { created, started, ended, attempts, reason, progress: progress ?? null };
  return { ...asked, ...become, records, pairs, groups, merged };
}

/** The request for a job, and its author. */
export type AskedJob = Pick<
  KeptJob,
  | 'objectType'
  | 'crossObject'
  | 'scenarioIds'
  | 'filterDeveloperName'
  | 'autoMerge'
  | 'undoes'
  | 'groupsOf'
  | 'objects'
  | 'clientId'
  | 'position'
>;

export function newJob(number: number, asked: AskedJob, now: Date): KeptJob {
  return {
    version: 1,
    id: `job-${String(number).padStart(12, '0')}`,
    status: 'queued',
    ...asked,
    created: now.toISOString(),
    started: null,
    ended: null,
    attempts: 0,
    reason: null,
    merged: 0,
    isInterrupted: false,
    result: null,
  };
}

export function hasEnded({ status }: Pick<KeptJob, 'status'>): boolean {
  return !isPending({ status });
}

export function lastCompleted(
  jobs: readonly KeptJob[],
  objectType: string,
  crossObject: string | null,
): KeptJob | undefined {
  const isAboutThem = (job: KeptJob) => job.objectType === objectType && job.crossObject === crossObject;
  return jobs.findLast((job) => job.status === 'completed' && isAboutThem(job) && job.result !== null);
}

/** Returns the last ended job, in any status, that was requested to compare all records of an object. */
export function lastOverAll(jobs: readonly KeptJob[], objectType: string): KeptJob | undefined {
  return jobs.findLast((job) => job.objectType === objectType && hasEnded(job) && comparesAll(job));
}

/** Keeps the newest jobs and those that a schedule or queued job depends on. @param jobs oldest first */
export function forgettable(jobs: readonly KeptJob[], most: number): KeptJob[] {
  const ended = jobs.filter(hasEnded);
  const old = ended.slice(0, Math.max(0, ended.length - most));
  const needed = new Set(jobs.filter((job) => !hasEnded(job)).map(({ undoes, groupsOf }) => undoes ?? groupsOf));
  return old.filter((job) => job !== lastOverAll(jobs, job.objectType) && !needed.has(job.id));
}

/** Returns whether a job was requested to compare all records of its object with the `restSearch` scenarios. */
function comparesAll({ undoes, groupsOf, crossObject, scenarioIds, filterDeveloperName }: KeptJob): boolean {
  return (
    (undoes ?? groupsOf) === null &&
    crossObject === null &&
    scenarioIds.length === 0 &&
    (filterDeveloperName ?? '') === ''
  );
}
