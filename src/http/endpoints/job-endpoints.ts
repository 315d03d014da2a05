import { z } from 'zod';
import type { Likeness } from '../../service/likeness.js';
import { jobPairsSchema } from '../../service/jobs/job-groups.js';
import { shownJobSchema, type ShownJob } from '../../service/jobs/job.js';
import { endpoint, type AppContext, ok } from '../endpoint.js';
import { CURSOR, cursorsOf } from '../request/cursors.js';
import { json } from '../response/answer.js';
import { CLIENT, LEAD, OTHER_LEAD, TIME } from './shared.js';

const example: ShownJob = {
  id: 'job-000000000001',
  status: 'running',
  objectType: 'Lead',
  crossObject: null,
  scenarioIds: [],
  filterDeveloperName: null,
  autoMerge: null,
  undoes: null,
  groupsOf: null,
  clientId: CLIENT,
  created: TIME,
  started: TIME,
  ended: null,
  attempts: 1,
  reason: null,
  progress: { phase: 'comparing', done: 40_960, total: 100_000, pairs: 1_204 },
  records: null,
  pairs: null,
  groups: null,
  merged: 0,
};
const queued = { ...example, status: 'queued', started: null, attempts: 0, progress: null };
const shared = { tag: 'Duplicates', scope: 'review', about: 'object' } as const;
const params = { jobId: { description: 'Id of the job' } };

/** @throws RequestError 403 for a client without access to the job's objects */
export function checkObjects(
  likeness: Likeness,
  { objectType, crossObject }: Pick<ShownJob, 'objectType' | 'crossObject'>,
): void {
  likeness.objectType(objectType);
  if (crossObject !== null) likeness.objectType(crossObject);
}

export const startJob = endpoint('startJob', 'POST', '{product}/jobs', {
  ...shared,
  summary: 'Start a job that compares all records of an object, or of two objects, and groups duplicates',
  description:
    'Jobs run in the background, one at a time. `GET …/jobs/<id>` shows the progress, and `GET …/groups` lists the results.',
  body: {
    schema: z
      .strictObject({
        objectType: z.string().min(1).max(80).describe('API name of the object'),
        crossObject: z
          .string()
          .min(1)
          .max(80)
          .optional()
          .describe(
            'Compare with the records of this object instead, using the map between the two objects in `cross-object.json`',
          ),
        scenarioIds: z
          .array(z.string().max(255))
          .max(1_000)
          .optional()
          .describe('Default: the REST search scenarios of `crossObject` if set, otherwise of `objectType`'),
        filterDeveloperName: z
          .string()
          .max(255)
          .optional()
          .describe('Compare only records of `objectType` that match this filter'),
        autoMerge: z
          .number()
          .min(0)
          .max(100)
          .optional()
          .describe(
            'Merge the groups in which every pair has at least this score, in percent. By default, no groups are merged',
          ),
        groupsOf: z
          .string()
          .max(40)
          .optional()
          .describe('With `autoMerge`: Id of an earlier job. Its groups are merged, and no records are compared'),
      })
      .meta({ id: 'JobRequest' }),
    example: { objectType: 'Lead' },
  },
  responses: { 202: { description: 'The queued job', schema: shownJobSchema, example: queued } },
  errors: [409],
  async handle({ body, client }, { likeness, administration }) {
    // Throws if the client has no access to the object.
    const { name } = likeness.objectType(body.objectType);
    if (body.crossObject !== undefined) likeness.objectType(body.crossObject);
    return json(
      await administration.jobs.submit({ ...body, objectType: name, objects: client.objects }, client.client_id),
      202,
    );
  },
});

export const jobs = endpoint('jobs', 'GET', '{product}/jobs', {
  ...shared,
  summary: 'List waiting and running jobs, the last 20 finished jobs, and each object’s last full job',
  responses: ok({
    description: 'Jobs, newest first',
    schema: z.array(shownJobSchema).meta({ id: 'DuplicateJobs' }),
    example: [example],
  }),
  handle(_exchange, { likeness, administration }) {
    const known = new Set(likeness.objectTypes().map(({ name }) => name));
    return json(administration.jobs.list((objectType) => known.has(objectType)));
  },
});

export const job = endpoint('job', 'GET', '{product}/jobs/{jobId}', {
  ...shared,
  summary: 'Get the progress or result of a job',
  params,
  responses: ok({ description: 'The job', schema: shownJobSchema, example }),
  errors: [404],
  handle: async ({ params }, context) => json(await jobAsked(params, context)),
});

export const jobPairs = endpoint('jobPairs', 'GET', '{product}/jobs/{jobId}/pairs', {
  ...shared,
  scope: 'read',
  summary: 'List all pairs that a job found. Pairs that belong to a group come first',
  description: 'Later changes to the records are ignored. To get the next page, send `next` as `after`.',
  params,
  query: z.object({
    after: CURSOR.optional().describe('`next` from the previous page'),
    pageSize: z.coerce.number().int().min(1).max(5_000).default(1_000).describe('Approximate number of pairs per page'),
  }),
  responses: ok({
    description: 'A page of results',
    schema: jobPairsSchema,
    example: { records: [{ ids: [LEAD, OTHER_LEAD], score: 96, group: 1 }], next: null },
  }),
  errors: [404, 409],
  async handle({ params, query, client }, context) {
    const { id } = await jobAsked(params, context);
    const cursors = cursorsOf(context, client, `pairs of ${id}`);
    const after = await cursors.read('after', query.after);
    const page = await context.administration.groups.pairs(id, after, query.pageSize);
    return json({ ...page, next: cursors.write(page.next) });
  },
});

export const cancelJob = endpoint('cancelJob', 'POST', '{product}/jobs/{jobId}/cancel', {
  ...shared,
  summary: 'Cancel a waiting or running job',
  description: 'Partial results are discarded. The request has no effect on a finished job.',
  params,
  responses: ok({
    description: 'The job',
    schema: shownJobSchema,
    example: { ...example, status: 'cancelled', ended: TIME, progress: null },
  }),
  errors: [404],
  async handle({ params }, context) {
    const { id } = await jobAsked(params, context);
    return json(await context.administration.jobs.cancel(id));
  },
});

export const undoJob = endpoint('undoJob', 'POST', '{product}/jobs/{jobId}/undo', {
  ...shared,
  scope: 'undo',
  summary: 'Start a job that undoes all merges of an earlier job',
  description: 'Merges that later changes depend on are not undone. `reason` shows their number.',
  params,
  responses: {
    202: { description: 'The undo job', schema: shownJobSchema, example: { ...queued, undoes: example.id } },
  },
  errors: [404, 409],
  async handle({ params, client }, context) {
    const { id } = await jobAsked(params, context);
    return json(await context.administration.jobs.submitUndo(id, client.client_id, client.objects), 202);
  },
});

/** @throws RequestError 403; 404 if no node knows the job */
async function jobAsked(
  { jobId }: Readonly<Record<string, string>>,
  { likeness, administration }: AppContext,
): Promise<ShownJob> {
  await administration.jobs.lookFor(jobId!);
  const found = administration.jobs.get(jobId!);
  checkObjects(likeness, found);
  return found;
}
