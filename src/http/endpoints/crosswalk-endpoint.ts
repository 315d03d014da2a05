import { z } from 'zod';
import type { CrosswalkPage } from '../../service/merge/merge-types.js';
import { endpoint, ok } from '../endpoint.js';
import { CURSOR, cursorsOf } from '../request/cursors.js';
import { json } from '../response/answer.js';
import { LEAD, OTHER_LEAD, TIME } from './shared.js';

const pageSchema: z.ZodType<CrosswalkPage> = z
  .strictObject({
    records: z.array(
      z.strictObject({
        oldId: z.string(),
        survivingId: z.string().describe('The record that contains it now; oldId itself after an undo'),
        objectType: z.string(),
        time: z.string().describe('Time of the merge or its undo'),
      }),
    ),
    next: z.string().nullable(),
  })
  .meta({ id: 'Crosswalk' });

export const crosswalk = endpoint('crosswalk', 'GET', '{product}/crosswalk', {
  about: 'object',
  tag: 'Duplicates',
  scope: 'read',
  summary: 'Ids of merged records and of the records that contain them now, in the order of the merges',
  description:
    'Each Id is listed once, with its latest merge. A page can be short or empty. Send `next` as `after` until it is null.',
  query: z.object({
    objectType: z.string().min(1).max(80).optional().describe('Only records of this object'),
    since: z.string().min(1).max(40).optional().describe('ISO 8601: only merges since then'),
    after: CURSOR.optional().describe('`next` of the previous page'),
    pageSize: z.coerce.number().int().min(1).max(1_000).default(200).describe('Ids on a page'),
  }),
  responses: ok({
    description: 'One page',
    schema: pageSchema,
    example: {
      records: [{ oldId: OTHER_LEAD, survivingId: LEAD, objectType: 'Lead', time: TIME }],
      next: null,
    },
  }),
  async handle({ query, client }, context) {
    const cursors = cursorsOf(context, client, 'crosswalk');
    const after = await cursors.read('after', query.after);
    const page = context.likeness.merging.crosswalk({ ...query, after });
    return json({ ...page, next: cursors.write(page.next) });
  },
});
