import type { Request } from 'express';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { RequestError } from '../../contract/request-error.js';
import type { Organisation, QueryPage } from '../../service/soql/query-request.js';
import type { AppContext } from '../app-context.js';
import { callerOf } from '../caller.js';
import { endpoint } from '../endpoint.js';
import { json, type Answer } from '../response/answer.js';
import { attributes, LEAD, VERSION } from './shared.js';

/** As the platform has it. */
const MOST_ON_PAGE = 2_000;
const LEAST_ON_PAGE = 200;
const OPTIONS_HEADER = 'Sforce-Query-Options';
const LOCATOR = { description: 'The end of `nextRecordsUrl`', match: '[A-Za-z0-9_-]{1,12000}' };

const pageSchema = z
  .strictObject({
    totalSize: z.number().int().describe('Records that the query is about'),
    done: z.boolean().describe('Whether these are the last ones'),
    nextRecordsUrl: z.string().optional().describe('Address of the next page; it stays valid'),
    records: z.array(z.record(z.string(), z.unknown())),
  })
  .meta({ id: 'QueryResult' });
const columnsSchema = z
  .strictObject({
    columnMetadata: z.array(z.record(z.string(), z.unknown())),
    entityName: z.string(),
    keyPrefix: z.string(),
  })
  .meta({ id: 'QueryColumns' });
const planSchema = z.strictObject({
  leadingOperationType: z.enum(['Index', 'TableScan']),
  fields: z.array(z.string()).describe('The field that records are looked up by'),
  cardinality: z.number().int().describe('Records that are looked at, at the most'),
  sobjectCardinality: z.number().int().describe('Records of the object'),
  sobjectType: z.string(),
  relativeCost: z.number().describe('Share of them that is looked at, 0 to 1'),
  notes: z.array(z.unknown()).describe('Always empty'),
});
const plansSchema = z.strictObject({ plans: z.array(planSchema), sourceQuery: z.string() }).meta({ id: 'QueryPlans' });
const answerSchema = z.union([pageSchema, columnsSchema, plansSchema]).meta({ id: 'QueryAnswer' });

const example = { totalSize: 1, done: true, records: [{ attributes, Id: LEAD, Name: 'Jenniffer Doe' }] };

const shared = { about: 'object', isRead: true, tag: 'Records', method: 'GET', scope: 'read' } as const;

const queryText = z.string().min(1).max(100_000).optional();

const queryAt = (path: 'query' | 'queryAll', id: string, summary: string) =>
  endpoint({
    id,
    ...shared,
    path: `/services/data/{version}/${path}`,
    route: path,
    summary,
    description:
      'The language, what is refused by name, and how fast it is: src/soql/LANGUAGE.md. A page holds 2,000 records, ' +
      'or as many as the header asks for.',
    params: { version: VERSION },
    query: z.object({
      q: queryText.describe("SELECT Id FROM Lead WHERE Email = 'x'"),
      columns: z.enum(['true', 'false']).optional().describe('true: the columns of the query instead of its records'),
      explain: queryText.describe('Instead of q: a query whose plan is told; it is not run'),
    }),
    headers: {
      [OPTIONS_HEADER]: { description: 'Records on a page, from 200 on: batchSize=500', type: 'string' },
    },
    responses: {
      200: { description: 'The first page, or the columns, or the plan', schema: answerSchema, example },
    },
    async handle({ request, params, query, client }, context) {
      const caller = callerOf(client, randomUUID());
      const { queries } = context.likeness;
      const asked = { withDeleted: path === 'queryAll', organisation: organisationOf(context) };
      const { explain, q = explain } = query;
      if (q === undefined) throw badQuery('q: expected a query');
      if (explain !== undefined) {
        if (q !== explain) throw badQuery('explain: stands instead of q');
        const plan = await queries.explain({ ...asked, query: explain }, caller);
        return json({ plans: [{ ...plan, notes: [] }], sourceQuery: explain });
      }
      if (query.columns === 'true') {
        const { type, columns } = queries.describe(q, caller);
        return json({ columnMetadata: columns, entityName: type.name, keyPrefix: type.keyPrefix });
      }
      const page = await queries.run({ ...asked, query: q, pageSize: pageSizeOf(request) }, caller);
      return answerOf(page, `/services/data/${params['version']!}/${path}`);
    },
  });

const moreAt = (path: 'query' | 'queryAll', id: string) =>
  endpoint({
    id,
    ...shared,
    path: `/services/data/{version}/${path}/{locator}`,
    route: `${path}More`,
    summary: 'The next page of a query',
    params: { version: VERSION, locator: LOCATOR },
    responses: { 200: { description: 'The page', schema: pageSchema, example } },
    async handle({ params, client }, context) {
      const request = { organisation: organisationOf(context) };
      const page = await context.likeness.queries.more(params['locator']!, request, callerOf(client, randomUUID()));
      return answerOf(page, `/services/data/${params['version']!}/${path}`);
    },
  });

export const soqlQuery = queryAt('query', 'soqlQuery', "What a query in the platform's language asks for");
export const soqlQueryAll = queryAt(
  'queryAll',
  'soqlQueryAll',
  'The same, of deleted records too while undo is possible',
);
export const soqlQueryMore = moreAt('query', 'soqlQueryMore');
export const soqlQueryAllMore = moreAt('queryAll', 'soqlQueryAllMore');

export function organisationOf({ auth }: AppContext): Organisation {
  return { id: auth.organisationId, name: 'Likeness' };
}

function answerOf({ totalSize, done, next, records }: QueryPage, address: string): Answer {
  return json({ totalSize, done, ...(next !== undefined && { nextRecordsUrl: `${address}/${next}` }), records });
}

/** @throws RequestError 400 for a header that does not say how many */
function pageSizeOf({ headers }: Request): number {
  const option = headers[OPTIONS_HEADER.toLowerCase()];
  if (option === undefined) return MOST_ON_PAGE;
  const asked = /^\s*batchSize\s*=\s*(\d{1,6})\s*$/i.exec(String(option))?.[1];
  if (asked === undefined)
    throw new RequestError(400, 'INVALID_QUERY_PARAMETER', `${OPTIONS_HEADER}: expected batchSize=500 or the like`);
  return Math.min(MOST_ON_PAGE, Math.max(LEAST_ON_PAGE, Number(asked)));
}

const badQuery = (why: string): RequestError => new RequestError(400, 'INVALID_QUERY_PARAMETER', why);
