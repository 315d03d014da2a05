import { z } from 'zod';
import type { RecordsPage } from '../../contract/likeness.js';
import { endpoint } from '../endpoint.js';
import { json } from '../response/answer.js';
import { RECORD_FIELDS, recordExample } from './read-record.js';
import { LEAD, paging } from './shared.js';

/** More than the condition language reads: its own message names the limit. */
const LONGEST_CONDITION = 20_000;

const pageSchema: z.ZodType<RecordsPage> = z
  .strictObject({
    totalSize: z.number().int().optional().describe('Records of the object; absent with a condition'),
    records: z.array(z.record(z.string(), z.unknown())).describe('In Id order'),
    next: z
      .string()
      .nullable()
      .describe(
        'Sent as `after` for the next page; null at the end. With a condition a page may hold less, even nothing',
      ),
  })
  .meta({ id: 'RecordsPage' });

export const query = endpoint({
  id: 'query',
  tag: 'Records',
  method: 'GET',
  path: '{product}/query',
  route: 'query',
  scope: 'read',
  summary: 'Records of an object in Id order, page by page, those that meet a condition',
  query: z.object({
    objectType: z.string({ error: 'expected the name of an object' }).min(1).max(80).describe('API name of the object'),
    where: z
      .string()
      .min(1)
      .max(LONGEST_CONDITION)
      .optional()
      .describe("A condition as filters have it, for example LastName LIKE 'S%' AND Email != null"),
    after: z.string().min(1).max(40).optional().describe('`next` of the page before'),
    pageSize: paging('Records').shape.pageSize,
    fields: RECORD_FIELDS,
  }),
  responses: {
    200: {
      description: 'One page',
      schema: pageSchema,
      example: { totalSize: 1, records: [recordExample], next: LEAD },
    },
  },
  errors: [404],
  handle: async ({ query: { fields, ...asked } }, { likeness }) =>
    json(await likeness.query({ ...asked, fields: fields?.split(',') })),
});
