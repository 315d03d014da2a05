import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { RequestError } from '../../contract/request-error.js';
import type { RecordWrite } from '../../service/upsert/save-records.js';
import type { AppContext } from '../app-context.js';
import { callerOf } from '../caller.js';
import { endpoint } from '../endpoint.js';
import { DUPLICATE_RULE_HEADER, duplicateRuleOf } from '../request/duplicate-rule-header.js';
import { json, type Answer } from '../response/answer.js';
import { shownResult, writeResultSchema } from '../response/write-results.js';
import { recordExample } from './read-record-endpoint.js';
import { LEAD, OBJECT_TYPE, person, VERSION } from './shared.js';

/** As on the platform. */
const MOST_WRITTEN = 200;
const MOST_READ = 2_000;

const recordSchema = z.looseObject({
  attributes: z.looseObject({ type: z.string().describe('API name of the object') }),
});
const collectionSchema = z
  .strictObject({
    allOrNone: z.boolean().default(false).describe('Nothing is saved where a record fails'),
    records: z.array(recordSchema).min(1).max(MOST_WRITTEN),
  })
  .meta({ id: 'RecordCollection' });
type Collection = z.output<typeof collectionSchema>;

const resultsSchema = z.array(writeResultSchema).meta({ id: 'SaveResults' });
const example = { allOrNone: true, records: [{ attributes: { type: 'Lead' }, ...person }] };
const results = [{ id: LEAD, success: true, errors: [] }];

const written = (id: string, method: 'POST' | 'PATCH', summary: string) =>
  endpoint({
    id,
    decides: true,
    about: 'object',
    tag: 'Records',
    method,
    path: '/services/data/{version}/composite/sobjects',
    route: 'collections',
    scope: 'upsert',
    summary,
    params: { version: VERSION },
    headers: {
      [DUPLICATE_RULE_HEADER]: { description: 'As of a single record; of created ones', type: 'string' },
    },
    body: { schema: collectionSchema, example },
    responses: { 200: { description: 'A result for each, in their order', schema: resultsSchema, example: results } },
    async handle({ request, body, client }, context) {
      const writes = body.records.map((record): RecordWrite => {
        const { attributes, ...data } = record;
        const objectType = attributes.type;
        if (method === 'POST') return { kind: 'create', objectType, data };
        return { kind: 'update', objectType, id: idOf(data), data };
      });
      const refusesDuplicates = !duplicateRuleOf(request).allowsSave;
      return saved(context, writes, { allOrNone: body.allOrNone, refusesDuplicates }, client);
    },
  });

export const createRecords = written('createRecords', 'POST', 'Create up to 200 records, of several objects');
export const updateRecords = written('updateRecords', 'PATCH', 'Update up to 200 records, of several objects');

export const deleteRecords = endpoint({
  id: 'deleteRecords',
  decides: true,
  about: 'object',
  tag: 'Records',
  method: 'DELETE',
  path: '/services/data/{version}/composite/sobjects',
  route: 'collections',
  scope: 'delete',
  summary: 'Delete up to 200 records, of several objects',
  params: { version: VERSION },
  query: z.object({
    ids: z.string({ error: 'expected Ids, separated by commas' }).min(1).max(10_000).describe('Separated by commas'),
    allOrNone: z.enum(['true', 'false']).default('false').describe('Nothing is deleted where a record fails'),
  }),
  responses: { 200: { description: 'A result for each, in their order', schema: resultsSchema, example: results } },
  handle({ query, client }, context) {
    const ids = listed(query.ids, MOST_WRITTEN);
    const writes = ids.map((id): RecordWrite => ({ kind: 'delete', id }));
    return saved(context, writes, { allOrNone: query.allOrNone === 'true', refusesDuplicates: false }, client);
  },
});

export const upsertRecords = endpoint({
  id: 'upsertRecords',
  decides: true,
  about: 'object',
  tag: 'Records',
  method: 'PATCH',
  path: '/services/data/{version}/composite/sobjects/{objectType}/{field}',
  route: 'collectionByExternalId',
  scope: 'upsert',
  summary: 'Update or create up to 200 records by the values of an external Id field',
  params: {
    version: VERSION,
    objectType: OBJECT_TYPE,
    field: { description: 'A field with `externalId`, or Id', match: '[A-Za-z][A-Za-z0-9_]{0,79}' },
  },
  body: { schema: collectionSchema, example },
  responses: { 200: { description: 'A result for each, in their order', schema: resultsSchema, example: results } },
  errors: [404],
  handle({ params, body, client }, context) {
    const { name: objectType } = context.likeness.objectType(params['objectType']!);
    return saved(context, externalWrites(body, objectType, params['field']!), body, client, true);
  },
});

const readSchema = z.array(z.record(z.string(), z.unknown()).nullable()).meta({ id: 'RetrievedRecords' });
const READ = {
  about: 'object',
  tag: 'Records',
  path: '/services/data/{version}/composite/sobjects/{objectType}',
  route: 'collectionRead',
  scope: 'read',
  params: { version: VERSION, objectType: OBJECT_TYPE },
  responses: {
    200: {
      description: 'In the order of the Ids, null for one that is not there',
      schema: readSchema,
      example: [recordExample],
    },
  },
  errors: [404],
} as const;

export const readRecords = endpoint({
  ...READ,
  id: 'readRecords',
  isRead: true,
  method: 'GET',
  summary: 'Some fields of several records',
  query: z.object({
    ids: z.string({ error: 'expected Ids, separated by commas' }).min(1).max(40_000).describe('Separated by commas'),
    fields: z
      .string({ error: 'expected names, separated by commas' })
      .min(1)
      .max(40_000)
      .describe('Separated by commas'),
  }),
  handle: ({ params, query }, context) =>
    retrieved(context, params['objectType']!, listed(query.ids, MOST_READ), listed(query.fields, MOST_READ)),
});

export const readRecordsPosted = endpoint({
  ...READ,
  id: 'readRecordsPosted',
  method: 'POST',
  summary: 'Some fields of several records, for lists too long for an address',
  description: 'A proxy cannot tell its address from those of changes: it goes where they go.',
  body: {
    schema: z
      .strictObject({
        ids: z.array(z.string()).min(1).max(MOST_READ),
        fields: z.array(z.string()).min(1).max(MOST_READ),
      })
      .meta({ id: 'RetrieveRequest' }),
    example: { ids: [LEAD], fields: ['LastName', 'Email'] },
  },
  handle: ({ params, body }, context) => retrieved(context, params['objectType']!, body.ids, body.fields),
});

type Client = Parameters<typeof callerOf>[0];

async function saved(
  { likeness }: AppContext,
  writes: readonly RecordWrite[],
  options: { readonly allOrNone: boolean; readonly refusesDuplicates?: boolean },
  client: Client,
  isUpsert = false,
): Promise<Answer> {
  const { allOrNone, refusesDuplicates = false } = options;
  const found = await likeness.saveRecords(writes, { allOrNone, refusesDuplicates }, callerOf(client, randomUUID()));
  return json(found.map((result) => shownResult(result, isUpsert)));
}

function externalWrites({ records }: Collection, objectType: string, field: string): RecordWrite[] {
  return records.map(({ attributes, ...data }): RecordWrite => {
    if (attributes.type.toLowerCase() !== objectType.toLowerCase())
      throw new RequestError(400, 'INVALID_TYPE', `attributes.type: expected ${objectType}, as the address says`);
    const [, value] = Object.entries(data).find(([name]) => name.toLowerCase() === field.toLowerCase()) ?? [];
    return { kind: 'upsert', objectType, field, value, data };
  });
}

function retrieved(
  { likeness }: AppContext,
  objectType: string,
  ids: readonly string[],
  fields: readonly string[],
): Answer {
  const { name } = likeness.objectType(objectType);
  return json(
    ids.map((id) => {
      try {
        return likeness.readRecord(name, id, fields);
      } catch (error) {
        if (error instanceof RequestError && error.status === 404) return null;
        throw error;
      }
    }),
  );
}

function idOf(data: Readonly<Record<string, unknown>>): string {
  const [, id] = Object.entries(data).find(([name]) => name.toLowerCase() === 'id') ?? [];
  return typeof id === 'string' ? id : '';
}

/** @throws RequestError 400 for too many */
function listed(text: string, most: number): string[] {
  const names = text.split(',').map((name) => name.trim());
  if (names.length > most) throw new RequestError(400, 'INVALID_QUERY_PARAMETER', `expected at most ${most}`);
  return names;
}
