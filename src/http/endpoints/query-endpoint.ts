import { z } from 'zod';
import type { RecordsPage } from '../../service/query/query-types.js';
import { endpoint, ok } from '../endpoint.js';
import { CURSOR, cursorsOf } from '../request/cursors.js';
import { readInTurns } from '../request/while-connected.js';
import { json } from '../response/answer.js';
import { RECORD_FIELDS, recordExample } from './read-record-endpoint.js';
import { LEAD, paging } from './shared.js';

/** The condition language accepts less, and its message names the limit. */
const LONGEST_CONDITION = 20_000;

export const LIST_CONDITION = z
  .string()
  .min(1)
  .max(LONGEST_CONDITION)
  .optional()
  .describe("A filter condition, for example LastName LIKE 'S%' AND Email != null");
export const LIST_ORDER = z
  .string()
  .min(1)
  .max(100)
  .optional()
  .describe('A `sortable` field, optionally with ASC or DESC: LastModifiedDate DESC. Absent: Id');

const pageSchema: z.ZodType<RecordsPage> = z
  .strictObject({
    totalSize: z.number().int().optional().describe('Number of records of the object; absent with a condition'),
    position: z.number().int().optional().describe('Number of records before this page; absent with a condition'),
    prepared: z.number().optional().describe('While records are being sorted: share done, 0 to 1; the page is empty'),
    records: z.array(z.record(z.string(), z.unknown())),
    next: z
      .string()
      .nullable()
      .describe(
        'Send it as `after` for the next page; null at the end. ' +
          'With a condition, or while records are being sorted, a page can be short or empty',
      ),
  })
  .meta({ id: 'RecordsPage' });

export const query = endpoint('query', 'GET', '{product}/query', {
  about: 'object',
  tag: 'Records',
  scope: 'read',
  summary: 'List records of an object, with a condition and an order, by page',
  description:
    'A page starts after the last record of the previous page (keyset), so no unchanged record is repeated or ' +
    'skipped while others change. Texts sort by the code units of their lower-case form, ' +
    'as in conditions. Blank values come first, equal ones in Id order; DESC reverses ' +
    'everything. The first sort of an object by a field can answer empty pages with ' +
    '`prepared` until the sorting is done; later changes update the order.',
  query: z.object({
    objectType: z.string({ error: 'expected the name of an object' }).min(1).max(80).describe('API name of the object'),
    where: LIST_CONDITION,
    orderBy: LIST_ORDER,
    after: CURSOR.optional().describe('`next` of the previous page'),
    from: z.string().min(1).max(40).optional().describe('Instead of `after`: Id of the first record of the page'),
    offset: z.coerce
      .number({ error: 'expected a number' })
      .int({ error: 'expected a whole number' })
      .min(0, { error: 'expected 0 or more' })
      .max(1_000_000_000)
      .optional()
      .describe('Or the number of records to skip; only without a condition'),
    pageSize: paging('Records').shape.pageSize,
    fields: RECORD_FIELDS,
  }),
  responses: ok({
    description: 'One page',
    schema: pageSchema,
    example: { totalSize: 1, position: 0, records: [recordExample], next: LEAD },
  }),
  errors: [404],
  async handle({ request, query: { fields, ...asked }, client }, context) {
    const cursors = cursorsOf(context, client, `${asked.objectType} by ${asked.orderBy ?? 'Id'}`);
    const after = await cursors.read('after', asked.after);
    const query = { ...asked, after, fields: fields?.split(',') };
    const page = await readInTurns({ request, client }, context, (turns) => context.likeness.query(query, turns));
    return json({ ...page, next: cursors.write(page.next) });
  },
});
