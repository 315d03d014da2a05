import { z } from 'zod';
import type { CrosswalkPage } from '../../service/merge/merge-types.js';
import { endpoint } from '../endpoint.js';
import { CURSOR, cursorsOf } from '../request/cursors.js';
import { json } from '../response/answer.js';
import { LEAD, OTHER_LEAD, TIME } from './shared.js';

const pageSchema: z.ZodType<CrosswalkPage> = z
  .strictObject({
    records: z.array(
      z.strictObject({
        oldId: z.string(),
        survivingId: z.string().describe('Where it is now; oldId itself: its merge was undone'),
        objectType: z.string(),
        time: z.string().describe('Of the merge, or of its undoing'),
      }),
    ),
    next: z.string().nullable(),
  })
  .meta({ id: 'Crosswalk' });

export const crosswalk = endpoint({
  id: 'crosswalk',
  about: 'object',
  tag: 'Duplicates',
  method: 'GET',
  path: '{product}/crosswalk',
  route: 'crosswalk',
  scope: 'read',
  summary: 'Ids of merged records and where they are now, in the order of the merges',
  description:
    'An Id stands there once, with its latest merge. A page may hold fewer than asked for, or none, while `next` names another: send it as `after`. The list ends where `next` is null.',
  query: z.object({
    objectType: z.string().min(1).max(80).optional().describe('Only records of this object'),
    since: z.string().min(1).max(40).optional().describe('ISO 8601: only merges of that time and later'),
    after: CURSOR.optional().describe('`next` of the page before'),
    pageSize: z.coerce.number().int().min(1).max(1_000).default(200).describe('Ids on a page'),
  }),
  responses: {
    200: {
      description: 'One page',
      schema: pageSchema,
      example: {
        records: [{ oldId: OTHER_LEAD, survivingId: LEAD, objectType: 'Lead', time: TIME }],
        next: null,
      },
    },
  },
  async handle({ query, client }, context) {
    const cursors = cursorsOf(context, client, 'crosswalk');
    const after = await cursors.read('after', query.after);
    const page = context.likeness.merging.crosswalk({ ...query, after });
    return json({ ...page, next: cursors.write(page.next) });
  },
});
