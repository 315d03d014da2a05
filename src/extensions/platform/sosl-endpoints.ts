import { z } from 'zod';
import { MOST } from '../../store/config/config-limits.js';
import { RequestError } from '../../records/contract/request-error.js';
import { SEARCH_SCOPES } from '../../service/soql/parse-search.js';
import { endpoint, type AppContext, ok } from '../../http/endpoint.js';
import { readFor } from '../../http/request/while-connected.js';
import { json, type Answer } from '../../http/response/answer.js';
import { attributes, LEAD, VERSION } from '../../http/endpoints/shared.js';
import { querySettingOf } from './soql-endpoints.js';

const answerSchema = z
  .strictObject({ searchRecords: z.array(z.record(z.string(), z.unknown())) })
  .meta({ id: 'SearchRecords' });
const example = { searchRecords: [{ attributes, Id: LEAD }] };
const shared = {
  about: 'object',
  tag: 'Records',
  scope: 'read',
  params: { version: VERSION },
  responses: ok({ description: 'Records, most similar first', schema: answerSchema, example }),
} as const;

export const soslSearch = endpoint('soslSearch', 'GET', '/services/data/{version}/search', {
  ...shared,
  route: 'sosl',
  summary: 'Find records that contain a term, with a query in SOSL, the Salesforce search language',
  description:
    'Example: FIND {jenniffer doe} IN ALL FIELDS RETURNING Lead(Id, Name WHERE City != null LIMIT 5). ' +
    'Records similar to the term come first, sorted by score. Records that contain its words follow. ' +
    'A term with *, ? or operators finds no similar records. WITH is not supported.',
  query: z.object({
    q: z.string({ error: 'expected a search' }).min(1).max(MOST.searchLength).describe('FIND {term} ...'),
  }),
  handle: (exchange, context) => found(exchange.query.q, exchange, context),
});

const count = z.coerce.number().int().min(1).max(MOST.searchRecords);
const names = z.string().min(1).max(4_000).describe('Comma-separated field names');

export const parameterizedSearch = endpoint(
  'parameterizedSearch',
  'GET',
  '/services/data/{version}/parameterizedSearch',
  {
    ...shared,
    route: 'parameterizedSearch',
    summary: 'Find records that contain plain words. Only * and ? are special characters',
    query: z.object({
      q: z.string({ error: 'expected text' }).min(1).max(1_000).describe('The text'),
      in: z.enum(SEARCH_SCOPES).default('ALL').describe('Fields to search'),
      sobject: z.string().min(1).max(400).optional().describe('Comma-separated object names. Default: all objects'),
      fields: names.default('Id'),
      overallLimit: count.optional().describe('Maximum number of records in total'),
      defaultLimit: count.optional().describe('Maximum number of records per object'),
    }),
    handle(exchange, context) {
      const { query } = exchange;
      const sobjects = query.sobject?.split(',').map((name) => ({ name: name.trim() }));
      return found(written({ ...query, fields: query.fields.split(','), sobjects }), exchange, context);
    },
  },
);

const searchSchema = z
  .object({
    q: z.string().min(1).max(1_000).describe('The text'),
    in: z.enum(SEARCH_SCOPES).default('ALL'),
    fields: z.array(z.string().max(400)).min(1).max(200).default(['Id']),
    sobjects: z
      .array(
        z.object({
          name: z.string().min(1).max(80),
          fields: z.array(z.string().max(400)).min(1).max(200).optional(),
          where: z.string().max(10_000).optional(),
          orderBy: z.string().max(1_000).optional(),
          limit: z.int().min(1).max(MOST.searchRecords).optional(),
        }),
      )
      .min(1)
      .max(MOST.searchObjects)
      .optional(),
    overallLimit: z.int().min(1).max(MOST.searchRecords).optional(),
    defaultLimit: z.int().min(1).max(MOST.searchRecords).optional(),
  })
  .meta({ id: 'ParameterizedSearch' });

export const parameterizedSearchPosted = endpoint(
  'parameterizedSearchPosted',
  'POST',
  '/services/data/{version}/parameterizedSearch',
  {
    ...shared,
    route: 'parameterizedSearch',
    summary: 'Find records that contain plain words, with fields and conditions for each object',
    body: {
      schema: searchSchema,
      example: { q: 'jenniffer doe', sobjects: [{ name: 'Lead', fields: ['Id', 'Name'] }] },
    },
    handle: (exchange, context) => found(written(exchange.body), exchange, context),
  },
);

async function found(search: string, asker: Parameters<typeof readFor>[0], context: AppContext): Promise<Answer> {
  const { likeness, settings } = context;
  const asked = { search, ...querySettingOf(context, asker.client) };
  return json({ searchRecords: await readFor(asker, settings, (caller) => likeness.queries.search(asked, caller)) });
}

function written(asked: z.output<typeof searchSchema>): string {
  const { q, in: scope, fields, sobjects, overallLimit, defaultLimit } = asked;
  // Quote words, so that they are not treated as operators.
  const words = q.split(/\s+/).map((word) => word.replaceAll('"', ''));
  const term = words.map((word) => (/^(?:AND|OR|NOT)$|[()]/.test(word) ? `"${word}"` : word)).join(' ');
  const objects = sobjects?.map(({ name, fields: own = fields, where, orderBy, limit = defaultLimit }) => {
    for (const text of [name, ...own])
      if (!(text === name ? /^\w+$/ : /^[\w.() ]+$/).test(text))
        throw new RequestError(400, 'INVALID_FIELD', `'${text.slice(0, 80)}' is not a name`);
    const clauses = [where && `WHERE ${where}`, orderBy && `ORDER BY ${orderBy}`, limit && `LIMIT ${limit}`];
    return `${name}(${own.join(', ')} ${clauses.filter(Boolean).join(' ')})`;
  });
  const returning = objects === undefined ? '' : ` RETURNING ${objects.join(', ')}`;
  const limit = overallLimit === undefined ? '' : ` LIMIT ${overallLimit}`;
  return `FIND {${term.replaceAll(/[\\{}]/g, String.raw`\$&`)}} IN ${scope} FIELDS${returning}${limit}`;
}
