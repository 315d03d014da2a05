import { z } from 'zod';
import {
  GROUP_STATUSES,
  groupDetailsSchema,
  groupSchema,
  type GroupDetails,
  type ShownGroup,
} from '../../service/group/group-types.js';
import { groupCountsSchema, GROUPS_PARTS, GROUPS_SORTS } from '../../service/jobs/job-groups.js';
import { endpoint, ok } from '../endpoint.js';
import { CURSOR, cursorsOf } from '../request/cursors.js';
import { readInTurns } from '../request/while-connected.js';
import { json } from '../response/answer.js';
import { explanationExample } from './explain-endpoint.js';
import { checkObjects } from './job-endpoints.js';
import { LEAD, OTHER_LEAD, scoreRange } from './shared.js';

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
        found: z.int().describe('Number of groups that the job found'),
        records: z.array(groupSchema),
        next: z.string().nullable(),
        counts: groupCountsSchema.optional().describe('Present if `counts` was requested'),
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
    schema: groupDetailsSchema,
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
