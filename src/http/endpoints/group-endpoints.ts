import { z } from 'zod';
import { GROUP_STATUSES, type GroupDetails, type ShownGroup } from '../../service/group/group-types.js';
import { GROUPS_PARTS, GROUPS_SORTS, type GroupCounts } from '../../service/jobs/job-groups.js';
import { endpoint, ok } from '../endpoint.js';
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
  crossObject: z.string().nullable().describe('Second object of a job that compared two objects'),
  score: z.number().describe('Lowest score among the pairs that connect the group'),
  status: z
    .enum(GROUP_STATUSES)
    .describe('Decision about all pairs of the group, or `gone` if fewer than two of its records still exist'),
  isStale: z.boolean().describe('Whether a record was deleted or changed in a compared field since the job'),
  records: z.array(
    z.strictObject({
      id: z.string(),
      state: z.enum(['unchanged', 'changed', 'deleted']),
      name: z.string().optional().describe('Omitted if the record has no name or was deleted'),
    }),
  ),
  pairs: z.array(z.strictObject({ ids, score: z.number() })).describe('At most 50 of the found pairs, best first'),
  found: z
    .strictObject({
      pairs: z.int(),
      highest: z.number().describe('Highest score among these pairs'),
      possible: z.int().describe("Number of possible pairs of the group's records"),
    })
    .describe('Pairs that the job found among the records of the group'),
  differing: z.array(z.string()).describe('At most ten compared fields in which the records currently differ'),
  contradictions: contradictionsSchema.describe('Current contradictions in the group, one of each kind'),
  masterId: z.string().nullable().describe('Master record according to the survivorship rules'),
};
const groupSchema: z.ZodType<ShownGroup> = z.strictObject(group).meta({ id: 'DuplicateGroup' });
const detailsSchema: z.ZodType<GroupDetails> = z
  .strictObject({
    ...group,
    explanations: z
      .array(z.strictObject({ ids, explanation: explanationSchema }))
      .describe(
        'At most ten pairs with current scores: first pairs that the job did not find, then the weakest pairs, then the best',
      ),
    merged: z
      .array(
        z.strictObject({
          field: z.string(),
          value: z.union([z.string(), z.number(), z.boolean(), z.null()]),
          rule: z.string().describe('Survivorship rule that selected the value'),
          from: z.array(z.string()).describe('Ids of the records that have this value'),
        }),
      )
      .nullable()
      .describe('Surviving values of the fields that differ. Null if the records cannot be merged'),
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
    total: z.int().describe('Number of groups that match the query, on all pages'),
    scores: byScore.describe("Number of groups by ascending score, including groups outside the query's score range"),
    ready: z
      .array(byScore.element.extend({ some: z.array(z.string()).describe('Ids of some of these groups') }))
      .optional()
      .describe(
        'Number of groups that `autoMerge` could merge, by score. These are unchanged groups without contradictions',
      ),
    isWhole: z.boolean().describe('Whether all groups were counted. At most 50,000 groups are counted'),
  })
  .meta({ id: 'DuplicateGroupCounts' });

export const groups = endpoint('groups', 'GET', '{product}/groups', {
  about: 'object',
  tag: 'Duplicates',
  scope: 'read',
  summary: 'List the groups of duplicates that a job found, with their current state, best first',
  description: 'A page can be short or empty. Request more pages with `after` set to `next` until `next` is null.',
  query: z.object({
    jobId: z.string().min(1).max(40).optional().describe('Job Id. Required unless `objectType` is sent'),
    objectType: z.string().min(1).max(80).optional().describe('Selects the last completed job of this object'),
    crossObject: z.string().min(1).max(80).optional().describe('With `objectType`: the last job over both objects'),
    status: z.enum(GROUP_STATUSES).optional().describe('Return only groups with this status'),
    which: z
      .enum(GROUPS_PARTS)
      .default('groups')
      .describe('`apart` returns the pairs that belong to no group, for example because of a contradiction'),
    sort: z
      .enum(GROUPS_SORTS)
      .default('best')
      .describe(
        'Sort order. `disagreement`: groups in which most pairs were not found come first. `contradicted`: groups with contradictions come first',
      ),
    counts: z
      .enum(['none', 'open', 'ready'])
      .default('none')
      .describe('Also count groups by score. `ready` additionally counts the groups that `autoMerge` would merge'),
    file: z.string().max(40).optional().describe('Return only groups with records from the import of this file'),
    ...scoreRange,
    after: CURSOR.optional().describe('`next` from the previous page'),
    pageSize: z.coerce.number().int().min(1).max(200).default(50).describe('Maximum number of groups per page'),
  }),
  responses: ok({
    description: 'A page of results',
    schema: z
      .strictObject({
        jobId: z.string(),
        found: z.number().int().describe('Number of groups that the job found'),
        records: z.array(groupSchema),
        next: z.string().nullable(),
        counts: countsSchema.optional().describe('Present if `counts` was requested'),
      })
      .meta({ id: 'DuplicateGroups' }),
    example: { jobId: 'job-000000000001', found: 1, records: [example], next: null },
  }),
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
      const { file } = query;
      const recordIds =
        file === undefined ? undefined : await administration.files.recordIds(client.client_id, file, turns);
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

export const groupDetails = endpoint('group', 'GET', '{product}/groups/{groupId}', {
  about: 'object',
  tag: 'Duplicates',
  scope: 'read',
  summary: 'Get a group with the explanations of its pairs and a preview of the merge',
  params: { groupId: { description: 'Id of the group' } },
  responses: ok({
    description: 'The group',
    schema: detailsSchema,
    example: {
      ...example,
      explanations: [{ ids: [LEAD, OTHER_LEAD], explanation: explanationExample }],
      merged: [{ field: 'LastName', value: 'Doe', rule: 'firstNonBlank', from: [LEAD] }],
    } satisfies GroupDetails,
  }),
  errors: [404, 409],
  async handle({ params }, { likeness, administration }) {
    checkObjects(likeness, administration.groups.jobOf({ after: params['groupId']! }));
    return json(await administration.groups.details(params['groupId']!));
  },
});
