import type { Request } from 'express';
import { z } from 'zod';
import type { Client } from '../../service/auth/client.js';
import { MOST } from '../../store/config/config-limits.js';
import { RequestError } from '../../records/contract/request-error.js';
import { readDatetime } from '../../records/dates.js';
import { endpoint, type AppContext, ok } from '../../http/endpoint.js';
import { readFor } from '../../http/request/while-connected.js';
import { json } from '../../http/response/answer.js';
import { LEAD, OBJECT_TYPE, time, VERSION } from '../../http/endpoints/shared.js';
import { querySettingOf } from './soql-endpoints.js';

const span = z.object({
  start: time.describe('Start time (ISO 8601), inclusive'),
  end: time.describe('End time (ISO 8601), exclusive'),
});
const shared = { about: 'object', tag: 'Records', scope: 'read' } as const;
const OF_OBJECT = { params: { version: VERSION, objectType: OBJECT_TYPE }, errors: [404] } as const;
const covered = z.string().describe('Same as `end`; the response is complete up to this time');
const TIME = '2026-11-22T07:18:02.643+0000';

export const updatedRecords = endpoint(
  'updatedRecords',
  'GET',
  '/services/data/{version}/sobjects/{objectType}/updated',
  {
    ...shared,
    route: 'updated',
    summary: 'List the Ids of records created or changed in a period',
    ...OF_OBJECT,
    query: span,
    responses: ok({
      description: 'Sorted by Id',
      schema: z.strictObject({ ids: z.array(z.string()), latestDateCovered: covered }).meta({ id: 'UpdatedRecords' }),
      example: { ids: [LEAD], latestDateCovered: TIME },
    }),
    async handle(exchange, context) {
      const { params } = exchange;
      const { start, end } = moments(exchange.query);
      const { name } = context.likeness.objectType(params['objectType']!);
      const asked = `SELECT Id FROM ${name} WHERE ${within('LastModifiedDate', start, end)}`;
      const ids = await all(context, exchange, { query: asked, withDeleted: false }, ({ Id }) => Id);
      return json({ ids, latestDateCovered: end });
    },
  },
);

export const deletedRecords = endpoint(
  'deletedRecords',
  'GET',
  '/services/data/{version}/sobjects/{objectType}/deleted',
  {
    ...shared,
    route: 'deleted',
    summary: 'List records deleted in a period whose deletion can still be undone',
    ...OF_OBJECT,
    query: span,
    responses: ok({
      description: 'Sorted by Id',
      schema: z
        .strictObject({
          deletedRecords: z.array(z.strictObject({ id: z.string(), deletedDate: z.string() })),
          earliestDateAvailable: z.string(),
          latestDateCovered: covered,
        })
        .meta({ id: 'DeletedRecords' }),
      example: {
        ...{
          deletedRecords: [{ id: LEAD, deletedDate: TIME }],
          earliestDateAvailable: TIME,
          latestDateCovered: TIME,
        },
      },
    }),
    async handle(exchange, context) {
      const { params } = exchange;
      const { start, end } = moments(exchange.query);
      const { name } = context.likeness.objectType(params['objectType']!);
      const during = within('SystemModstamp', start, end);
      const asked = `SELECT Id, SystemModstamp FROM ${name} WHERE IsDeleted = TRUE AND ${during}`;
      const shown = ({ Id, SystemModstamp }: Row) => ({ id: Id, deletedDate: SystemModstamp });
      return json({
        deletedRecords: await all(context, exchange, { query: asked, withDeleted: true }, shown),
        earliestDateAvailable: start,
        latestDateCovered: end,
      });
    },
  },
);

export const recordCounts = endpoint('recordCounts', 'GET', '/services/data/{version}/limits/recordCount', {
  ...shared,
  route: 'recordCount',
  summary: 'Get the exact number of records of each requested object',
  params: { version: VERSION },
  query: z.object({
    sObjects: z.string().min(1).max(8_000).optional().describe('Comma-separated object names. Default: all objects'),
  }),
  responses: ok({
    description: 'Counts in the order of the request; unknown objects are omitted',
    schema: z
      .strictObject({ sObjects: z.array(z.strictObject({ count: z.int(), name: z.string() })) })
      .meta({ id: 'RecordCounts' }),
    example: { sObjects: [{ count: 3, name: 'Lead' }] },
  }),
  async handle({ request, query, client }, context) {
    const types = context.likeness.objectTypes();
    const asked = query.sObjects?.split(',').slice(0, MOST.countedObjects) ?? types.map(({ name }) => name);
    const known = asked.flatMap(
      (one) => types.find(({ name }) => name.toLowerCase() === one.trim().toLowerCase()) ?? [],
    );
    const setting = querySettingOf(context, client);
    const countOf = (name: string) =>
      readFor({ request, client }, context.settings, (caller) =>
        context.likeness.queries.run(
          { query: `SELECT COUNT() FROM ${name}`, withDeleted: false, pageSize: 1, ...setting },
          caller,
        ),
      );
    const sObjects = [];
    for (const { name } of known) sObjects.push({ count: (await countOf(name)).totalSize, name });
    return json({ sObjects });
  },
});

const within = (field: string, start: string, end: string): string =>
  `${field} >= ${literal(start)} AND ${field} < ${literal(end)}`;
const literal = (canonical: string): string => canonical.replace('+0000', 'Z');

/** @throws RequestError 400 */
function moments(query: z.output<typeof span>): { start: string; end: string } {
  // Restore plus signs, because a plus sign in a URL is decoded as a space.
  const [start, end] = [query.start, query.end].map((text) => readDatetime(text.replace(/ (\d\d:?\d\d)$/, '+$1')));
  if (start === undefined || end === undefined || start >= end)
    throw new RequestError(400, 'INVALID_REPLICATION_DATE', 'expected start and end, where start is earlier than end');
  return { start, end };
}

type Row = Record<string, unknown>;

/** @throws RequestError 400 */
function all<T>(
  { likeness: { queries }, auth, settings }: AppContext,
  asker: { readonly request: Request; readonly client: Client },
  asked: { readonly query: string; readonly withDeleted: boolean },
  shown: (record: Row) => T,
): Promise<T[]> {
  const setting = querySettingOf({ auth }, asker.client);
  return readFor(asker, settings, async (caller) => {
    let page = await queries.run({ ...asked, pageSize: MOST.bulkQueryPage, ...setting }, caller);
    if (page.totalSize > MOST.replicatedIds)
      throw new RequestError(
        400,
        'EXCEEDED_ID_LIMIT',
        `more than ${MOST.replicatedIds} records: request a shorter period`,
      );
    const all = page.records.map(shown);
    while (page.next !== undefined) {
      page = await queries.more(page.next, setting, caller);
      for (const record of page.records) all.push(shown(record));
    }
    return all;
  });
}
