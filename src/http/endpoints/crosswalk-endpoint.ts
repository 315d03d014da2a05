import { z } from 'zod';
import { crosswalkSchema } from '../../service/merge/merge-types.js';
import { endpoint, ok } from '../endpoint.js';
import { CURSOR, cursorsOf } from '../request/cursors.js';
import { json } from '../response/answer.js';
import { LEAD, OTHER_LEAD, TIME } from './shared.js';

export const crosswalk = endpoint('crosswalk', 'GET', '{product}/crosswalk', {
  about: 'object',
  tag: 'Duplicates',
  scope: 'read',
  summary: 'List the Ids of merged records and of their surviving records, in merge order',
  description:
    'Each Id is listed once, with its latest merge. A page can be short or empty. Request more pages with `after` set to `next` until `next` is null.',
  query: z.object({
    objectType: z.string().min(1).max(80).optional().describe('Return only records of this object'),
    since: z.string().min(1).max(40).optional().describe('Return only merges made at or after this time (ISO 8601)'),
    after: CURSOR.optional().describe('`next` from the previous page'),
    pageSize: z.coerce.number().int().min(1).max(1_000).default(200).describe('Maximum number of Ids per page'),
  }),
  responses: ok({
    description: 'A page of results',
    schema: crosswalkSchema,
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
