import { z } from 'zod';
import { GROUP_STATUSES, type GroupDetails, type ShownGroup } from '../../service/group/group-types.js';
import type { Turns } from '../../runtime/turns.js';
import type { Administration } from '../../service/config/administration.js';
import { GROUPS_PARTS, GROUPS_SORTS, type GroupCounts } from '../../service/jobs/job-groups.js';
import { endpoint } from '../endpoint.js';
import { CURSOR, cursorsOf } from '../request/cursors.js';
import { readInTurns } from '../request/while-connected.js';
import { json } from '../response/answer.js';
import { contradictionsSchema, explanationExample, explanationSchema } from './explain-endpoint.js';
import { checkObjects } from './job-endpoints.js';
import { LEAD, OTHER_LEAD, scoreRange } from './shared.js';

const ids = z.tuple([z.string(), z.string()]);
const group = {
  id: z.string(),
  objectType: z.string(),
  crossObject: z.string().nullable().describe('The other object whose records are in the group'),
  score: z.number().describe('The lowest score of the pairs that hold it together'),
  status: z
    .enum(GROUP_STATUSES)
    .describe('What people have decided of all its pairs; `gone`: fewer than two of its records are still stored'),
  isStale: z.boolean().describe('Whether a record has changed in a compared field since, or has been deleted'),
  records: z.array(
    z.strictObject({
      id: z.string(),
      state: z.enum(['unchanged', 'changed', 'deleted']),
      name: z.string().optional().describe('Absent: it has none, or is deleted'),
    }),
  ),
  pairs: z.array(z.strictObject({ ids, score: z.number() })).describe('As they were found, best first; 50 at the most'),
  found: z
    .strictObject({
      pairs: z.int(),
      highest: z.number().describe('The highest score among them'),
      possible: z.int().describe('Pairs that there are of so many records'),
    })
    .describe('Pairs of its records that the job found'),
  differing: z.array(z.string()).describe('Compared fields in which the records differ now; ten at the most'),
  contradictions: contradictionsSchema.describe('What speaks against the group now: one of each kind'),
  masterId: z.string().nullable().describe('The record that the survivorship rules merge the others into'),
};
const groupSchema: z.ZodType<ShownGroup> = z.strictObject(group).meta({ id: 'DuplicateGroup' });
const detailsSchema: z.ZodType<GroupDetails> = z
  .strictObject({
    ...group,
    explanations: z
      .array(z.strictObject({ ids, explanation: explanationSchema }))
      .describe('Ten pairs at the most, as they compare now: those that were not found, the weakest, the best'),
    merged: z
      .array(
        z.strictObject({
          field: z.string(),
          value: z.union([z.string(), z.number(), z.boolean(), z.null()]),
          rule: z.string().describe('The survivorship rule that decided'),
          from: z.array(z.string()).describe('Records that the value comes from'),
        }),
      )
      .nullable()
      .describe(
        'The values that survive a merge, of fields in which the records differ; null where they cannot be merged',
      ),
  })
  .meta({ id: 'DuplicateGroupDetails' });

const example: ShownGroup = {
  id: 'job-000000000001.1',
  objectType: 'Lead',
  crossObject: null,
  score: 96,
  status: 'open',
  isStale: false,
  records: [
    { id: LEAD, state: 'unchanged', name: 'Jenniffer Doe' },
    { id: OTHER_LEAD, state: 'unchanged', name: 'Jennifer Doe' },
  ],
  pairs: [{ ids: [LEAD, OTHER_LEAD], score: 96 }],
  found: { pairs: 1, highest: 96, possible: 1 },
  differing: ['FirstName'],
  contradictions: [],
  masterId: LEAD,
};

const byScore = z.array(z.strictObject({ score: z.number(), groups: z.int() }));
const countsSchema: z.ZodType<GroupCounts> = z
  .strictObject({
    total: z.int().describe('Groups that the query is about, on all pages'),
    scores: byScore.describe('Ascending, also of groups that the query leaves out for their score'),
    ready: z
      .array(byScore.element.extend({ some: z.array(z.string()).describe('Ids of some of them') }))
      .optional()
      .describe('Groups that `autoMerge` merges from a score on: nothing has changed or speaks against them'),
    isWhole: z.boolean().describe('Whether all groups were counted; the first 50,000 are'),
  })
  .meta({ id: 'DuplicateGroupCounts' });

export const groups = endpoint({
  id: 'groups',
  about: 'object',
  tag: 'Duplicates',
  method: 'GET',
  path: '{product}/groups',
  route: 'groups',
  scope: 'read',
  summary: 'The groups of duplicates that a job found, best first, with what has become of them',
  description:
    'A page may hold fewer groups than asked for, or none, while `next` names another: send it as `after`. The list ends where `next` is null.',
  query: z.object({
    jobId: z.string().min(1).max(40).optional().describe('A job; or else `objectType`'),
    objectType: z.string().min(1).max(80).optional().describe('The last completed job of this object'),
    crossObject: z.string().min(1).max(80).optional().describe('And this one: the last job over the two'),
    status: z.enum(GROUP_STATUSES).optional().describe('Only these'),
    which: z
      .enum(GROUPS_PARTS)
      .default('groups')
      .describe('`apart`: pairs that were found and are in no group, as when something speaks against them'),
    sort: z
      .enum(GROUPS_SORTS)
      .default('best')
      .describe(
        'Which come first; `disagreement`: those of which the most pairs were not found; `contradicted`: those that something speaks against',
      ),
    counts: z
      .enum(['none', 'open', 'ready'])
      .default('none')
      .describe('With how many groups there are by score; `ready`: also how many `autoMerge` would merge'),
    file: z.string().max(40).optional().describe('Only groups with records that the import of this file has saved'),
    ...scoreRange,
    after: CURSOR.optional().describe('`next` of the page before'),
    pageSize: z.coerce.number().int().min(1).max(200).default(50).describe('Groups on a page'),
  }),
  responses: {
    200: {
      description: 'One page',
      schema: z
        .strictObject({
          jobId: z.string(),
          found: z.number().int().describe('Groups that the job found'),
          records: z.array(groupSchema),
          next: z.string().nullable(),
          counts: countsSchema.optional().describe('Where asked for'),
        })
        .meta({ id: 'DuplicateGroups' }),
      example: { jobId: 'job-000000000001', found: 1, records: [example], next: null },
    },
  },
  errors: [404, 409],
  async handle({ request, query: sent, client }, context) {
    const { likeness, administration } = context;
    const cursors = cursorsOf(context, client, 'groups');
    const query = { ...sent, after: await cursors.read('after', sent.after) };
    const objectType = query.objectType === undefined ? undefined : likeness.objectType(query.objectType).name;
    const crossObject = query.crossObject === undefined ? undefined : likeness.objectType(query.crossObject).name;
    const job = administration.groups.jobOf({ ...query, objectType, crossObject });
    checkObjects(likeness, job);
    const page = await readInTurns({ request, client }, context, async (turns) => {
      const recordIds = await recordsOfImport(query.file, client.client_id, administration, turns);
      const asked = { ...query, jobId: job.id, objectType, crossObject, recordIds };
      return {
        ...(await administration.groups.page(asked, turns)),
        ...(query.counts !== 'none' && {
          counts: await administration.groups.counts(asked, query.counts === 'ready', turns),
        }),
      };
    });
    return json({ ...page, next: cursors.write(page.next) });
  },
});

/** Ids of the records saved by a file import. @throws RequestError 404 */
export async function recordsOfImport(
  file: string | undefined,
  clientId: string,
  { files }: Pick<Administration, 'files'>,
  turns: Turns,
): Promise<ReadonlySet<string> | undefined> {
  return file === undefined ? undefined : files.recordIds(clientId, file, turns);
}

export const groupDetails = endpoint({
  id: 'group',
  about: 'object',
  tag: 'Duplicates',
  method: 'GET',
  path: '{product}/groups/{groupId}',
  route: 'groups/{groupId}',
  scope: 'read',
  summary: 'One group, with why its records are alike and what merging them would give',
  params: { groupId: { description: 'Id of the group' } },
  responses: {
    200: {
      description: 'The group',
      schema: detailsSchema,
      example: {
        ...example,
        explanations: [{ ids: [LEAD, OTHER_LEAD], explanation: explanationExample }],
        merged: [{ field: 'LastName', value: 'Doe', rule: 'firstNonBlank', from: [LEAD] }],
      } satisfies GroupDetails,
    },
  },
  errors: [404, 409],
  async handle({ params }, { likeness, administration }) {
    checkObjects(likeness, administration.groups.jobOf({ after: params['groupId']! }));
    return json(await administration.groups.details(params['groupId']!));
  },
});
