import { z } from 'zod';
import type { Client } from '../../service/auth/client.js';
import { MOST } from '../../store/config/config-limits.js';
import { RequestError } from '../../records/contract/request-error.js';
import { failed, type RecordWrite } from '../../service/upsert/save-records.js';
import { endpoint, type AppContext, type Exchange, ok } from '../../http/endpoint.js';
import { callerAt } from '../../http/caller.js';
import { countRecords } from '../../http/count-records.js';
import { DUPLICATE_RULE_HEADER, duplicateRuleOf } from '../../http/request/duplicate-rule-header.js';
import { readFor } from '../../http/request/while-connected.js';
import { json, type Answer } from '../../http/response/answer.js';
import { shownResult, writeResultSchema } from '../../http/response/write-results.js';
import { recordExample } from '../../http/endpoints/read-record-endpoint.js';
import { LEAD, OBJECT_TYPE, person, VERSION } from '../../http/endpoints/shared.js';

const { writtenRecords: MOST_WRITTEN, readRecords: MOST_READ } = MOST;

const recordSchema = z.looseObject({
  attributes: z.looseObject({ type: z.string().describe('API name of the object') }),
});
const collectionSchema = z
  .strictObject({
    allOrNone: z.boolean().default(false).describe('If true, no record is saved unless all records can be saved'),
    records: z.array(recordSchema).min(1).max(MOST_WRITTEN),
  })
  .meta({ id: 'RecordCollection' });
type Collection = z.output<typeof collectionSchema>;

const resultsSchema = z.array(writeResultSchema).meta({ id: 'SaveResults' });
const example = { allOrNone: true, records: [{ attributes: { type: 'Lead' }, ...person }] };
const results = [{ id: LEAD, success: true, errors: [] }];

const path = '/services/data/{version}/composite/sobjects';
const shared = {
  decides: true,
  about: 'object',
  tag: 'Records',
  params: { version: VERSION },
  route: 'collections',
  responses: ok({
    description: 'One result per record, in the order of the request',
    schema: resultsSchema,
    example: results,
  }),
} as const;

const written = (id: string, method: 'POST' | 'PATCH', summary: string) =>
  endpoint(id, method, path, {
    ...shared,
    scope: 'upsert',
    summary,
    headers: { [DUPLICATE_RULE_HEADER]: { description: 'Present only for created records', type: 'string' } },
    body: { schema: collectionSchema, example },
    handle(exchange, context) {
      const { request, body } = exchange;
      const writes = body.records.map((record): RecordWrite => {
        const { attributes, ...data } = record;
        const objectType = attributes.type;
        if (method === 'POST') return { kind: 'create', objectType, data };
        return { kind: 'update', objectType, id: idOf(data), data };
      });
      const refusesDuplicates = !duplicateRuleOf(request).allowsSave;
      return saved(context, writes, { allOrNone: body.allOrNone, refusesDuplicates }, exchange);
    },
  });

export const createRecords = written('createRecords', 'POST', 'Create up to 200 records of one or more objects');
export const updateRecords = written('updateRecords', 'PATCH', 'Update up to 200 records of one or more objects');

export const deleteRecords = endpoint('deleteRecords', 'DELETE', path, {
  ...shared,
  scope: 'delete',
  isAuditedInside: true,
  summary: 'Delete up to 200 records of one or more objects',
  query: z.object({
    ids: z.string({ error: 'expected comma-separated Ids' }).min(1).max(10_000).describe('Comma-separated'),
    allOrNone: z
      .enum(['true', 'false'])
      .default('false')
      .describe('If true, no record is deleted unless all records can be deleted'),
  }),
  handle(exchange, context) {
    const { ids, allOrNone } = exchange.query;
    const writes = listed(ids, MOST_WRITTEN).map((id): RecordWrite => ({ kind: 'delete', id }));
    return saved(context, writes, { allOrNone: allOrNone === 'true' }, exchange);
  },
});

export const upsertRecords = endpoint(
  'upsertRecords',
  'PATCH',
  '/services/data/{version}/composite/sobjects/{objectType}/{field}',
  {
    ...shared,
    route: 'collectionByExternalId',
    scope: 'upsert',
    summary: 'Upsert up to 200 records by the values of an external Id field',
    params: {
      version: VERSION,
      objectType: OBJECT_TYPE,
      field: { description: 'An external Id field, or Id', match: '[A-Za-z][A-Za-z0-9_]{0,79}' },
    },
    body: { schema: collectionSchema, example },
    errors: [404],
    handle(exchange, context) {
      const { params, body } = exchange;
      const { name: objectType } = context.likeness.objectType(params['objectType']!);
      return saved(context, externalWrites(body, objectType, params['field']!), body, exchange, true);
    },
  },
);

const readSchema = z.array(z.record(z.string(), z.unknown()).nullable()).meta({ id: 'RetrievedRecords' });
const READ = {
  about: 'object',
  tag: 'Records',
  path: '/services/data/{version}/composite/sobjects/{objectType}',
  route: 'collectionRead',
  scope: 'read',
  params: { version: VERSION, objectType: OBJECT_TYPE },
  responses: ok({
    description: 'Records in the order of the Ids; null for missing records',
    schema: readSchema,
    example: [recordExample],
  }),
  errors: [404],
} as const;

export const readRecords = endpoint('readRecords', 'GET', READ.path, {
  ...READ,
  summary: 'Get some fields of several records',
  query: z.object({
    ids: z.string({ error: 'expected comma-separated Ids' }).min(1).max(40_000).describe('Comma-separated'),
    fields: z.string({ error: 'expected comma-separated names' }).min(1).max(40_000).describe('Comma-separated'),
  }),
  handle(exchange, context) {
    const [ids, fields] = [exchange.query.ids, exchange.query.fields].map((text) => listed(text, MOST_READ));
    return retrieved(context, exchange, { ids: ids!, fields: fields! });
  },
});

export const readRecordsPosted = endpoint('readRecordsPosted', 'POST', READ.path, {
  ...READ,
  summary: 'Get some fields of several records, if the list of Ids is too long for a URL',
  description: 'This request only reads, but proxies treat it as a change because its method is POST.',
  body: {
    schema: z
      .strictObject({
        ids: z.array(z.string()).min(1).max(MOST_READ),
        fields: z.array(z.string()).min(1).max(MOST_READ),
      })
      .meta({ id: 'RetrieveRequest' }),
    example: { ids: [LEAD], fields: ['LastName', 'Email'] },
  },
  handle: (exchange, context) => retrieved(context, exchange, exchange.body),
});

type Asked = Pick<Exchange<unknown, unknown, Client>, 'request' | 'params' | 'client'>;

async function saved(
  context: AppContext,
  writes: readonly RecordWrite[],
  options: { readonly allOrNone: boolean; readonly refusesDuplicates?: boolean },
  exchange: Asked,
  isUpsert = false,
): Promise<Answer> {
  const { allOrNone, refusesDuplicates = false } = options;
  const { counted, refusal } = countRecords(context, exchange.client, writes.length, allOrNone);
  const saving = { allOrNone, refusesDuplicates };
  const found = await context.likeness.saveRecords(writes.slice(0, counted), saving, callerAt(exchange, context));
  const left = writes.slice(counted).map(() => failed(`${refusal!.errorCode}: ${refusal!.message}`));
  return json([...found, ...left].map((result) => shownResult(result, isUpsert)));
}

function externalWrites({ records }: Collection, objectType: string, field: string): RecordWrite[] {
  return records.map(({ attributes, ...data }): RecordWrite => {
    if (attributes.type.toLowerCase() !== objectType.toLowerCase())
      throw new RequestError(400, 'INVALID_TYPE', `attributes.type: expected ${objectType}, as in the URL`);
    const [, value] = Object.entries(data).find(([name]) => name.toLowerCase() === field.toLowerCase()) ?? [];
    return { kind: 'upsert', objectType, field, value, data };
  });
}

function retrieved(
  { likeness, settings }: AppContext,
  asker: Asked,
  asked: { readonly ids: readonly string[]; readonly fields: readonly string[] },
): Promise<Answer> {
  const { name } = likeness.objectType(asker.params['objectType']!);
  const fields = [...new Set(asked.fields)];
  return readFor(asker, settings, async (caller) => {
    const turns = likeness.scheduler.turns(caller);
    const records: (Record<string, unknown> | null)[] = [];
    let bytes = 0;
    for (const id of asked.ids) {
      const record = found(likeness, name, id, fields);
      records.push(record);
      for (const value of Object.values(record ?? {})) bytes += typeof value === 'string' ? value.length : 8;
      if (bytes > MOST.readBytes)
        throw new RequestError(
          400,
          'EXCEEDED_ID_LIMIT',
          `The records have more than ${MOST.readBytes} bytes: request fewer records or fields`,
        );
      if (turns.spend(fields.length)) await turns.next();
    }
    return json(records);
  });
}

function found(
  likeness: AppContext['likeness'],
  objectType: string,
  id: string,
  fields: readonly string[],
): Record<string, unknown> | null {
  try {
    return likeness.readRecord(objectType, id, fields);
  } catch (error) {
    if (error instanceof RequestError && error.status === 404) return null;
    throw error;
  }
}

function idOf(data: Readonly<Record<string, unknown>>): string {
  const [, id] = Object.entries(data).find(([name]) => name.toLowerCase() === 'id') ?? [];
  return typeof id === 'string' ? id : '';
}

/** Splits a list of names. @throws RequestError 400 for too many names */
function listed(text: string, most: number): string[] {
  const names = text.split(',').map((name) => name.trim());
  if (names.length > most) throw new RequestError(400, 'INVALID_QUERY_PARAMETER', `expected at most ${most}`);
  return names;
}
