import { z } from 'zod';
import { recordsPageSchema } from '../../service/query/query-types.js';
import { endpoint, ok } from '../endpoint.js';
import { CURSOR, cursorsOf } from '../request/cursors.js';
import { readInTurns } from '../request/while-connected.js';
import { json } from '../response/answer.js';
import { RECORD_FIELDS, recordExample } from './read-record-endpoint.js';
import { LEAD, paging } from './shared.js';

/** Higher than the parser's own limit, so that the parser can report conditions that are too long. */
const LONGEST_CONDITION = 20_000;

export const LIST_CONDITION = z
  .string()
  .min(1)
  .max(LONGEST_CONDITION)
  .optional()
  .describe("Filter condition, such as LastName LIKE 'S%' AND Email != null");
export const LIST_ORDER = z
  .string()
  .min(1)
  .max(100)
  .optional()
  .describe('A `sortable` field with optional ASC or DESC, such as LastModifiedDate DESC. Default: Id');

export const query = endpoint('query', 'GET', '{product}/query', {
  about: 'object',
  tag: 'Records',
  scope: 'read',
  summary: 'List records of an object, optionally filtered and sorted',
  description:
    'A page starts after the last record of the previous page (keyset), so no unchanged record is repeated or skipped while others change. ' +
    'Strings are sorted by the code units of their lower-case form, as in conditions. ' +
    'Blank values come first, and equal values are sorted by Id. DESC reverses the whole order. ' +
    'The first time an object is sorted by a field, pages can be empty, with `prepared` showing the progress. ' +
    'Later changes update the sorted order.',
  query: z.object({
    objectType: z.string({ error: 'expected an object name' }).min(1).max(80).describe('API name of the object'),
    where: LIST_CONDITION,
    orderBy: LIST_ORDER,
    after: CURSOR.optional().describe('`next` from the previous page'),
    from: z.string().min(1).max(40).optional().describe('Id of the first record of the page, instead of `after`'),
    offset: z.coerce
      .number({ error: 'expected a number' })
      .int({ error: 'expected a whole number' })
      .min(0, { error: 'expected 0 or more' })
      .max(1_000_000_000)
      .optional()
      .describe('Number of records to skip, instead of `after`. Not allowed with a condition'),
    pageSize: paging('records').shape.pageSize,
    fields: RECORD_FIELDS,
  }),
  responses: ok({
    description: 'A page of records',
    schema: recordsPageSchema,
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
