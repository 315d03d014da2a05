import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { RequestError } from '../../contract/request-error.js';
import { readDatetime } from '../../records/dates.js';
import { MOST_ON_PAGE } from '../../service/soql/locator.js';
import type { AppContext } from '../app-context.js';
import { callerOf } from '../caller.js';
import { endpoint } from '../endpoint.js';
import { json } from '../response/answer.js';
import { LEAD, OBJECT_TYPE, time, VERSION } from './shared.js';
import { organisationOf } from './soql-endpoints.js';

/** As on the platform. */
const MOST_IDS = 600_000;
const MOST_OBJECTS = 100;

const span = z.object({
  start: time.describe('ISO 8601: from this moment on'),
  end: time.describe('ISO 8601: and before this one'),
});
const OF_OBJECT = { params: { version: VERSION, objectType: OBJECT_TYPE }, errors: [404] } as const;
const covered = z.string().describe('`end`, up to which the answer tells everything');
const TIME = '2026-11-22T07:18:02.643+0000';

export const updatedRecords = endpoint({
  id: 'updatedRecords',
  about: 'object',
  isRead: true,
  tag: 'Records',
  method: 'GET',
  path: '/services/data/{version}/sobjects/{objectType}/updated',
  route: 'updated',
  scope: 'read',
  summary: 'Ids of the records that were created or changed within a time',
  ...OF_OBJECT,
  query: span,
  responses: {
    200: {
      description: 'In Id order',
      schema: z.strictObject({ ids: z.array(z.string()), latestDateCovered: covered }).meta({ id: 'UpdatedRecords' }),
      example: { ids: [LEAD], latestDateCovered: TIME },
    },
  },
  async handle({ params, query, client }, context) {
    const { start, end } = moments(query);
    const { name } = context.likeness.objectType(params['objectType']!);
    const found = await all(
      context,
      client,
      false,
      `SELECT Id FROM ${name} WHERE ${within('LastModifiedDate', start, end)}`,
    );
    return json({ ids: found.map(({ Id }) => Id), latestDateCovered: end });
  },
});

export const deletedRecords = endpoint({
  id: 'deletedRecords',
  about: 'object',
  isRead: true,
  tag: 'Records',
  method: 'GET',
  path: '/services/data/{version}/sobjects/{objectType}/deleted',
  route: 'deleted',
  scope: 'read',
  summary: 'Records that were deleted within a time, as long as their deletion can be undone',
  ...OF_OBJECT,
  query: span,
  responses: {
    200: {
      description: 'In Id order',
      schema: z
        .strictObject({
          deletedRecords: z.array(z.strictObject({ id: z.string(), deletedDate: z.string() })),
          earliestDateAvailable: z.string(),
          latestDateCovered: covered,
        })
        .meta({ id: 'DeletedRecords' }),
      example: {
        ...{ deletedRecords: [{ id: LEAD, deletedDate: TIME }], earliestDateAvailable: TIME, latestDateCovered: TIME },
      },
    },
  },
  async handle({ params, query, client }, context) {
    const { start, end } = moments(query);
    const { name } = context.likeness.objectType(params['objectType']!);
    const during = within('SystemModstamp', start, end);
    const asked = `SELECT Id, SystemModstamp FROM ${name} WHERE IsDeleted = TRUE AND ${during}`;
    const found = await all(context, client, true, asked);
    return json({
      deletedRecords: found.map(({ Id, SystemModstamp }) => ({ id: Id, deletedDate: SystemModstamp })),
      earliestDateAvailable: start,
      latestDateCovered: end,
    });
  },
});

export const recordCounts = endpoint({
  id: 'recordCounts',
  about: 'object',
  isRead: true,
  tag: 'Records',
  method: 'GET',
  path: '/services/data/{version}/limits/recordCount',
  route: 'recordCount',
  scope: 'read',
  summary: 'How many records of objects there are; exact',
  params: { version: VERSION },
  query: z.object({
    sObjects: z.string().min(1).max(8_000).optional().describe('Names, separated by commas; absent: all objects'),
  }),
  responses: {
    200: {
      description: 'In the order asked for; objects that are not known are left out',
      schema: z
        .strictObject({ sObjects: z.array(z.strictObject({ count: z.number().int(), name: z.string() })) })
        .meta({ id: 'RecordCounts' }),
      example: { sObjects: [{ count: 3, name: 'Lead' }] },
    },
  },
  async handle({ query, client }, context) {
    const types = context.likeness.objectTypes();
    const asked = query.sObjects?.split(',').slice(0, MOST_OBJECTS) ?? types.map(({ name }) => name);
    const known = asked.flatMap(
      (one) => types.find(({ name }) => name.toLowerCase() === one.trim().toLowerCase()) ?? [],
    );
    const sObjects = [];
    for (const { name } of known) {
      const query = { query: `SELECT COUNT() FROM ${name}`, withDeleted: false, pageSize: 1 };
      const request = { ...query, organisation: organisationOf(context) };
      const { totalSize } = await context.likeness.queries.run(request, callerOf(client, randomUUID()));
      sObjects.push({ count: totalSize, name });
    }
    return json({ sObjects });
  },
});

const within = (field: string, start: string, end: string): string =>
  `${field} >= ${literal(start)} AND ${field} < ${literal(end)}`;
/** As queries write a moment. */
const literal = (canonical: string): string => canonical.replace('+0000', 'Z');

/** @throws RequestError 400 */
function moments(query: z.output<typeof span>): { start: string; end: string } {
  // A plus sign in an address stands for a blank.
  const [start, end] = [query.start, query.end].map((text) => readDatetime(text.replace(/ (\d\d:?\d\d)$/, '+$1')));
  if (start === undefined || end === undefined || start >= end)
    throw new RequestError(400, 'INVALID_REPLICATION_DATE', 'start and end: expected two times, the earlier one first');
  return { start, end };
}

async function all(
  context: AppContext,
  client: Parameters<typeof callerOf>[0],
  withDeleted: boolean,
  query: string,
): Promise<Record<string, unknown>[]> {
  const { queries } = context.likeness;
  const organisation = organisationOf(context);
  const caller = callerOf(client, randomUUID());
  let page = await queries.run({ query, withDeleted, pageSize: MOST_ON_PAGE, organisation }, caller);
  if (page.totalSize > MOST_IDS)
    throw new RequestError(400, 'EXCEEDED_ID_LIMIT', `more than ${MOST_IDS} records: ask for a shorter time`);
  const records = [...page.records];
  while (page.next !== undefined) {
    page = await queries.more(page.next, { organisation }, caller);
    for (const record of page.records) records.push(record);
  }
  return records;
}
