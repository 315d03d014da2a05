import type { Request } from 'express';
import { z } from 'zod';
import { MOST } from '../../store/config/config-limits.js';
import { RequestError } from '../../records/contract/request-error.js';
import type { Auth } from '../../service/auth/auth.js';
import type { Client } from '../../service/auth/client.js';
import type { SealedKind } from '../../service/auth/seal.js';
import { invalidLocator, locatorSchema, type Locator } from '../../service/soql/locator.js';
import type { QueryPage, QuerySetting } from '../../service/soql/query-request.js';
import { endpoint, ok } from '../../http/endpoint.js';
import { readFor } from '../../http/request/while-connected.js';
import { json, type Answer } from '../../http/response/answer.js';
import { attributes, LEAD, VERSION } from '../../http/endpoints/shared.js';

/** Minimum page size, as on the platform. */
const LEAST_ON_PAGE = 200;
const OPTIONS_HEADER = 'Sforce-Query-Options';
/** Locators expire after two days, as on the platform. */
const LOCATORS: SealedKind<Locator> = { purpose: 'query locator', schema: locatorSchema, life: 172_800 };
const LOCATOR = { description: 'Last path segment of `nextRecordsUrl`', match: '[A-Za-z0-9_-]{1,12000}' };

const pageSchema = z
  .strictObject({
    totalSize: z.int().describe('Number of records that match the query'),
    done: z.boolean().describe('Whether this is the last page'),
    nextRecordsUrl: z.string().optional().describe('URL of the next page, valid for this client for two days'),
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
  fields: z.array(z.string()).describe('Field that the query uses to find records'),
  cardinality: z.int().describe('Maximum number of records examined'),
  sobjectCardinality: z.int().describe('Number of records of the object'),
  sobjectType: z.string(),
  relativeCost: z.number().describe('Share of records examined, 0 to 1'),
  notes: z.array(z.unknown()).describe('Always empty'),
});
const plansSchema = z.strictObject({ plans: z.array(planSchema), sourceQuery: z.string() }).meta({ id: 'QueryPlans' });
const answerSchema = z.union([pageSchema, columnsSchema, plansSchema]).meta({ id: 'QueryAnswer' });

const example = { totalSize: 1, done: true, records: [{ attributes, Id: LEAD, Name: 'Jenniffer Doe' }] };

const shared = { about: 'object', tag: 'Records', scope: 'read' } as const;

const queryText = z.string().min(1).max(MOST.queryLength).optional();

const queryAt = (path: 'query' | 'queryAll', id: string, summary: string) =>
  endpoint(id, 'GET', `/services/data/{version}/${path}`, {
    ...shared,
    route: path,
    summary,
    description:
      'For the language, its limits and its speed, see src/service/soql/LANGUAGE.md. ' +
      'A page has 2,000 records, or the number in the header.',
    params: { version: VERSION },
    query: z.object({
      q: queryText.describe("SELECT Id FROM Lead WHERE Email = 'x'"),
      columns: z
        .enum(['true', 'false'])
        .optional()
        .describe('If true, returns the columns of the query instead of records'),
      explain: queryText.describe('Instead of q: returns the plan of this query without running it'),
    }),
    headers: {
      [OPTIONS_HEADER]: { description: 'Records per page, at least 200, such as batchSize=500', type: 'string' },
    },
    responses: ok({ description: 'The first page, or the columns, or the plan', schema: answerSchema, example }),
    handle: ({ request, params, query, client }, context) =>
      readFor({ request, client }, context.settings, async (caller) => {
        const { queries } = context.likeness;
        const asked = { withDeleted: path === 'queryAll', ...querySettingOf(context, client) };
        const { explain, q = explain } = query;
        if (q === undefined) throw badQuery('q: expected a query');
        if (explain !== undefined) {
          if (q !== explain) throw badQuery('expected either q or explain, not both');
          const plan = await queries.explain({ ...asked, query: explain }, caller);
          return json({ plans: [{ ...plan, notes: [] }], sourceQuery: explain });
        }
        if (query.columns === 'true') {
          const { type, columns } = queries.describe(q, caller);
          return json({ columnMetadata: columns, entityName: type.name, keyPrefix: type.keyPrefix });
        }
        const page = await queries.run({ ...asked, query: q, pageSize: pageSizeOf(request) }, caller);
        return answerOf(page, `/services/data/${params['version']!}/${path}`, page.next !== undefined);
      }),
  });

const moreAt = (path: 'query' | 'queryAll', id: string) =>
  endpoint(id, 'GET', `/services/data/{version}/${path}/{locator}`, {
    ...shared,
    route: `${path}More`,
    summary: 'Get the next page of a query',
    params: { version: VERSION, locator: LOCATOR },
    responses: ok({ description: 'The page', schema: pageSchema, example }),
    async handle({ request, params, client }, context) {
      const setting = querySettingOf(context, client);
      const page = await readFor({ request, client }, context.settings, (caller) =>
        context.likeness.queries.more(params['locator']!, setting, caller),
      );
      return answerOf(page, `/services/data/${params['version']!}/${path}`, true);
    },
  });

export const soqlQuery = queryAt('query', 'soqlQuery', 'Run a query in SOQL, the Salesforce query language');
export const soqlQueryAll = queryAt(
  'queryAll',
  'soqlQueryAll',
  'Run a query that includes deleted records that can still be restored',
);
export const soqlQueryMore = moreAt('query', 'soqlQueryMore');
export const soqlQueryAllMore = moreAt('queryAll', 'soqlQueryAllMore');

/** Locators are valid only for their client and list. @param list Id of a bulk job; absent for any other query */
export function querySettingOf(
  { auth }: { readonly auth: Pick<Auth, 'organisationId' | 'seal'> },
  client: Pick<Client, 'client_id'>,
  list = '',
): QuerySetting {
  const holder = `${client.client_id} ${list}`;
  return {
    organisation: { id: auth.organisationId, name: 'Likeness' },
    locators: {
      write: (locator) => auth.seal.seal(LOCATORS, locator, holder),
      async read(text) {
        const opened = await auth.seal.open(LOCATORS, text, holder);
        if (opened === undefined) throw invalidLocator();
        return opened.value;
      },
    },
  };
}

/** @param isOfMany whether there are several pages, so that reading all of them is an export */
function answerOf(page: QueryPage, address: string, isOfMany: boolean): Answer {
  const { objectType, totalSize, done, next, records } = page;
  const more = next !== undefined && { nextRecordsUrl: `${address}/${next}` };
  const answer = json({ totalSize, done, ...more, records });
  return isOfMany ? { ...answer, exports: objectType } : answer;
}

/** @throws RequestError 400 for a header without a valid number */
function pageSizeOf({ headers }: Request): number {
  const option = headers[OPTIONS_HEADER.toLowerCase()];
  if (option === undefined) return MOST.queryPage;
  const asked = /^\s*batchSize\s*=\s*(\d{1,6})\s*$/i.exec(String(option))?.[1];
  if (asked === undefined)
    throw new RequestError(400, 'INVALID_QUERY_PARAMETER', `${OPTIONS_HEADER}: expected a value such as batchSize=500`);
  return Math.min(MOST.queryPage, Math.max(LEAST_ON_PAGE, Number(asked)));
}

const badQuery = (why: string): RequestError => new RequestError(400, 'INVALID_QUERY_PARAMETER', why);
