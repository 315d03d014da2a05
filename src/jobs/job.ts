import { z } from 'zod';

export const JOB_STATUSES = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;

const resultSchema = z.strictObject({
  records: z.int(),
  pairs: z.int(),
  groups: z.int(),
  /** Fields that were compared, and scenarios that compared them. */
  fields: z.array(z.string()),
  scenarios: z.array(z.string()),
  places: z.array(z.int()),
});
export type JobResult = z.output<typeof resultSchema>;

/** A job as it is kept: `jobs/<id>.json` of the data folder. */
export const keptJobSchema = z.strictObject({
  version: z.literal(1),
  id: z.string().regex(/^job-\d{12}$/),
  status: z.enum(JOB_STATUSES),
  objectType: z.string(),
  /** As they were asked for; none: those of the REST search. */
  scenarioIds: z.array(z.string()),
  filterDeveloperName: z.string().nullable(),
  /** Percent: groups of which every pair scores so much are merged. */
  autoMerge: z.number().min(0).max(100).nullable(),
  /** The job whose merges this one takes back; it compares nothing. */
  undoes: z.string().nullable(),
  /** Names of the objects that the client is kept to. */
  objects: z.array(z.string()).nullable(),
  /** Who asked for it; `server`: the schedule. */
  clientId: z.string(),
  /** ISO 8601. */
  created: z.string(),
  started: z.string().nullable(),
  ended: z.string().nullable(),
  /** How often it was begun: more than once when the service stopped meanwhile. */
  attempts: z.int().min(0),
  /** Why it failed. */
  reason: z.string().nullable(),
  /** Groups that were merged, or taken apart again. */
  merged: z.int(),
  result: resultSchema.nullable(),
});

export type KeptJob = z.output<typeof keptJobSchema>;

export interface JobProgress {
  /** `reading`: records are handed over; `comparing`: the thread works alone; `merging` and `undoing`: groups instead of records. */
  readonly phase: 'reading' | 'comparing' | 'merging' | 'undoing';
  readonly done: number;
  readonly total: number;
  readonly pairs: number;
}

/** A job as it is shown. */
export const shownJobSchema = z
  .strictObject({
    id: z.string(),
    status: z.enum(JOB_STATUSES),
    objectType: z.string(),
    scenarioIds: z.array(z.string()).describe('As asked for; none: the scenarios of the REST search'),
    filterDeveloperName: z.string().nullable(),
    autoMerge: z.number().nullable().describe('Percent: groups of which every pair scores so much are merged'),
    undoes: z.string().nullable().describe('The job whose merges this one takes back'),
    clientId: z.string().describe('Who asked for it; `server`: the schedule'),
    created: z.string(),
    started: z.string().nullable(),
    ended: z.string().nullable(),
    attempts: z.number().int().describe('How often it was begun: anew after a restart of the service'),
    reason: z.string().nullable().describe('Why it failed'),
    progress: z
      .strictObject({
        phase: z.enum(['reading', 'comparing', 'merging', 'undoing']),
        done: z.number().int().describe('Records; of merging and undoing, groups'),
        total: z.number().int(),
        pairs: z.number().int().describe('Found so far'),
      })
      .nullable()
      .describe('While it runs'),
    records: z.number().int().nullable().describe('Records that were compared'),
    pairs: z.number().int().nullable(),
    groups: z.number().int().nullable(),
    merged: z.number().int().describe('Groups that were merged, or taken apart again'),
  })
  .meta({ id: 'DuplicateJob' });

export type ShownJob = z.output<typeof shownJobSchema>;

export function shownJob(job: KeptJob, progress: JobProgress | undefined): ShownJob {
  const { records = null, pairs = null, groups = null } = job.result ?? {};
  const { id, status, objectType, scenarioIds, filterDeveloperName, clientId } = job;
  const { created, started, ended, attempts, reason, autoMerge, undoes, merged } = job;
  const asked = { id, status, objectType, scenarioIds, filterDeveloperName, autoMerge, undoes, clientId };
  const become = { created, started, ended, attempts, reason, progress: progress ?? null };
  return { ...asked, ...become, records, pairs, groups, merged };
}

/** Whether it will not change any more. */
export function hasEnded({ status }: Pick<KeptJob, 'status'>): boolean {
  return status !== 'queued' && status !== 'running';
}

/** Whether it was to compare all records of its object, by the scenarios of the REST search. */
export function comparesAll({ undoes, scenarioIds, filterDeveloperName }: KeptJob): boolean {
  return undoes === null && scenarioIds.length === 0 && (filterDeveloperName ?? '') === '';
}
