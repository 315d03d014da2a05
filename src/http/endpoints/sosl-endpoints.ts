import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { RequestError } from '../../contract/request-error.js';
import { SEARCH_SCOPES } from '../../soql/parse-search.js';
import type { Client } from '../../auth/client.js';
import type { AppContext } from '../app-context.js';
import { callerOf } from '../caller.js';
import { endpoint } from '../endpoint.js';
import { json, type Answer } from '../response/answer.js';
import { attributes, LEAD, VERSION } from './shared.js';
import { organisationOf } from './soql-endpoints.js';

const answerSchema = z
  .strictObject({ searchRecords: z.array(z.record(z.string(), z.unknown())) })
  .meta({ id: 'SearchRecords' });
const example = { searchRecords: [{ attributes, Id: LEAD }] };
const FOUND = { 200: { description: 'The records, the likest first', schema: answerSchema, example } };
const shared = {
  about: 'object',
  tag: 'Records',
  scope: 'read',
  params: { version: VERSION },
  responses: FOUND,
} as const;

export const soslSearch = endpoint({
  ...shared,
  id: 'soslSearch',
  isRead: true,
  method: 'GET',
  path: '/services/data/{version}/search',
  route: 'sosl',
  summary: "Records in which a term stands, in the platform's language (SOSL)",
  description:
    'FIND {jenniffer doe} IN ALL FIELDS RETURNING Lead(Id, Name WHERE City != null LIMIT 5). Records that are like ' +
    'the term come first, by score, then those in which its words stand; a term with * or ? or with operators ' +
    'is looked for as it is written. WITH is refused.',
  query: z.object({ q: z.string({ error: 'expected a search' }).min(1).max(20_000).describe('FIND {term} ...') }),
  handle: ({ query, client }, context) => found(query.q, client, context),
});

const count = z.coerce.number().int().min(1).max(2_000);
const names = z.string().min(1).max(4_000).describe('Names of fields, separated by commas');

export const parameterizedSearch = endpoint({
  ...shared,
  id: 'parameterizedSearch',
  isRead: true,
  method: 'GET',
  path: '/services/data/{version}/parameterizedSearch',
  route: 'parameterizedSearch',
  summary: 'The same without the language: words, in which only * and ? have a meaning',
  query: z.object({
    q: z.string({ error: 'expected a text' }).min(1).max(1_000).describe('The text'),
    in: z.enum(SEARCH_SCOPES).default('ALL').describe('Fields that are looked into'),
    sobject: z.string().min(1).max(400).optional().describe('Names of objects, separated by commas; absent: all'),
    fields: names.default('Id'),
    overallLimit: count.optional().describe('Records of all objects together'),
    defaultLimit: count.optional().describe('Records of each object'),
  }),
  handle({ query, client }, context) {
    const { fields, sobject, defaultLimit } = query;
    const sobjects = sobject?.split(',').map((name) => ({ name: name.trim() }));
    return found(written({ ...query, fields: fields.split(','), sobjects, defaultLimit }), client, context);
  },
});

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
          limit: z.int().min(1).max(2_000).optional(),
        }),
      )
      .min(1)
      .max(20)
      .optional(),
    overallLimit: z.int().min(1).max(2_000).optional(),
    defaultLimit: z.int().min(1).max(2_000).optional(),
  })
  .meta({ id: 'ParameterizedSearch' });

export const parameterizedSearchPosted = endpoint({
  ...shared,
  id: 'parameterizedSearchPosted',
  method: 'POST',
  path: '/services/data/{version}/parameterizedSearch',
  route: 'parameterizedSearch',
  summary: 'The same, with fields and conditions for each object',
  body: { schema: searchSchema, example: { q: 'jenniffer doe', sobjects: [{ name: 'Lead', fields: ['Id', 'Name'] }] } },
  handle: ({ body, client }, context) => found(written(body), client, context),
});

async function found(search: string, client: Client, context: AppContext): Promise<Answer> {
  const request = { search, organisation: organisationOf(context) };
  const searchRecords = await context.likeness.queries.search(request, callerOf(client, randomUUID()));
  return json({ searchRecords });
}

/** A search as the language has it. */
function written(asked: z.output<typeof searchSchema>): string {
  const { q, in: scope, fields, sobjects, overallLimit, defaultLimit } = asked;
  // In quotes it is looked for as it is: nothing of it is an operator.
  const words = q.split(/\s+/).map((word) => word.replaceAll('"', ''));
  const term = words.map((word) => (/^(?:AND|OR|NOT)$|[()]/.test(word) ? `"${word}"` : word)).join(' ');
  const objects = sobjects?.map(({ name, fields: own = fields, where, orderBy, limit = defaultLimit }) => {
    for (const text of [name, ...own])
      if (!(text === name ? /^\w+$/ : /^[\w.() ]+$/).test(text))
        throw new RequestError(400, 'INVALID_FIELD', `'${text.slice(0, 80)}' is no name`);
    const clauses = [where && `WHERE ${where}`, orderBy && `ORDER BY ${orderBy}`, limit && `LIMIT ${limit}`];
    return `${name}(${own.join(', ')} ${clauses.filter(Boolean).join(' ')})`;
  });
  const returning = objects === undefined ? '' : ` RETURNING ${objects.join(', ')}`;
  const limit = overallLimit === undefined ? '' : ` LIMIT ${overallLimit}`;
  return `FIND {${term.replaceAll(/[\\{}]/g, String.raw`\$&`)}} IN ${scope} FIELDS${returning}${limit}`;
}
