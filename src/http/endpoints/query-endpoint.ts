import { z } from 'zod';
import type { RecordsPage } from '../../service/query/query-types.js';
import { endpoint } from '../endpoint.js';
import { CURSOR, cursorsOf } from '../request/cursors.js';
import { readInTurns } from '../request/while-connected.js';
import { json } from '../response/answer.js';
import { RECORD_FIELDS, recordExample } from './read-record-endpoint.js';
import { LEAD, paging } from './shared.js';

/** More than the condition language accepts, whose message names the limit. */
const LONGEST_CONDITION = 20_000;

export const LIST_CONDITION = z
  .string()
  .min(1)
  .max(LONGEST_CONDITION)
  .optional()
  .describe("A condition as filters have it, for example LastName LIKE 'S%' AND Email != null");
export const LIST_ORDER = z
  .string()
  .min(1)
  .max(100)
  .optional()
  .describe('A field that is `sortable`, and perhaps ASC or DESC: LastModifiedDate DESC. Absent: Id');

const pageSchema: z.ZodType<RecordsPage> = z
  .strictObject({
    totalSize: z.number().int().optional().describe('Records of the object; absent with a condition'),
    position: z
      .number()
      .int()
      .optional()
      .describe('Records of the object before the first one of the page; absent with a condition'),
    prepared: z
      .number()
      .optional()
      .describe('Share of the records that are sorted so far, 0 to 1, where that is not done: the page is empty'),
    records: z.array(z.record(z.string(), z.unknown())),
    next: z
      .string()
      .nullable()
      .describe(
        'Sent as `after` for the next page; null at the end. ' +
          'With a condition, or while records are sorted, a page may hold less, even nothing',
      ),
  })
  .meta({ id: 'RecordsPage' });

export const query = endpoint({
  id: 'query',
  about: 'object',
  tag: 'Records',
  method: 'GET',
  path: '{product}/query',
  route: 'query',
  scope: 'read',
  summary: 'Records of an object page by page, those that meet a condition, in Id order or by a field',
  description:
    'By keyset: a page begins behind the last record of the page before, so that none is met twice or left ' +
    'out that stays as it is, whatever comes and goes meanwhile. Sorted are texts by the code units of their ' +
    'lower-case form, as conditions compare them; blank values come first, equal ones in Id order; DESC turns ' +
    'all of it round. The first request that sorts an object by a field may be answered by empty pages with ' +
    '`prepared` until the sorting is done; after that the order is kept up.',
  query: z.object({
    objectType: z.string({ error: 'expected the name of an object' }).min(1).max(80).describe('API name of the object'),
    where: LIST_CONDITION,
    orderBy: LIST_ORDER,
    after: CURSOR.optional().describe('`next` of the page before'),
    from: z.string().min(1).max(40).optional().describe('Instead of it: Id of the record that the page begins with'),
    offset: z.coerce
      .number({ error: 'expected a number' })
      .int({ error: 'expected a whole number' })
      .min(0, { error: 'expected 0 or more' })
      .max(1_000_000_000)
      .optional()
      .describe('Or how many records to leave out, for a jump: without a condition'),
    pageSize: paging('Records').shape.pageSize,
    fields: RECORD_FIELDS,
  }),
  responses: {
    200: {
      description: 'One page',
      schema: pageSchema,
      example: { totalSize: 1, position: 0, records: [recordExample], next: LEAD },
    },
  },
  errors: [404],
  async handle({ request, query: { fields, ...asked }, client }, context) {
    const cursors = cursorsOf(context, client, `${asked.objectType} by ${asked.orderBy ?? 'Id'}`);
    const after = await cursors.read('after', asked.after);
    const query = { ...asked, after, fields: fields?.split(',') };
    const page = await readInTurns({ request, client }, context, (turns) => context.likeness.query(query, turns));
    return json({ ...page, next: cursors.write(page.next) });
  },
});
