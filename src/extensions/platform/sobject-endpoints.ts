import { z } from 'zod';
import { objectDataSchema } from '../../records/contract/schemas.js';
import type { Client } from '../../service/auth/client.js';
import { RequestError } from '../../records/contract/request-error.js';
import type { RecordWrite, WriteResult } from '../../service/upsert/save-records.js';
import { endpoint, type AppContext, type Exchange } from '../../http/endpoint.js';
import { callerAt } from '../../http/caller.js';
import {
  DUPLICATE_RULE_HEADER,
  duplicateRuleOf,
  type DuplicateRule,
} from '../../http/request/duplicate-rule-header.js';
import { changeCondition, PRECONDITION_HEADERS } from '../../http/request/preconditions.js';
import { json, type Answer } from '../../http/response/answer.js';
import { onlyResult } from '../../http/response/write-results.js';
import {
  RECORD_ADDRESS,
  RECORD_FIELDS,
  recordExample,
  recordSchema,
} from '../../http/endpoints/read-record-endpoint.js';
import { attributes, LEAD, OBJECT_TYPE, person, VERSION } from '../../http/endpoints/shared.js';

const createdSchema = z
  .strictObject({ id: z.string(), success: z.literal(true), errors: z.array(z.unknown()).max(0) })
  .meta({ id: 'CreatedRecord' });
const upsertedSchema = z
  .strictObject({ id: z.string(), success: z.literal(true), errors: z.array(z.unknown()).max(0), created: z.boolean() })
  .meta({ id: 'UpsertedRecord' });
const created = { id: LEAD, success: true, errors: [] };

const shared = { about: 'object', tag: 'Records' } as const;

/** Path that identifies a record by the value of an external Id field. */
const BY_EXTERNAL_ID = {
  path: '/services/data/{version}/sobjects/{objectType}/{field}/{value}',
  route: 'externalId',
  params: {
    version: VERSION,
    objectType: OBJECT_TYPE,
    field: { description: 'An external Id field, or Id', match: '(?!describe/)[A-Za-z][A-Za-z0-9_]{0,79}' },
    value: { description: 'Value of the field', match: '[^/]{1,1000}' },
  },
} as const;

const SEVERAL = {
  description: 'URLs of the records, if several records have this external Id',
  schema: z.array(z.string()).meta({ id: 'RecordAddresses' }),
  example: [attributes.url],
};

const RULE_HEADER = {
  [DUPLICATE_RULE_HEADER]: {
    description:
      'With allowSave=false, a record that an upsert would treat as a duplicate is not created. The request fails with 400 DUPLICATES_DETECTED and the existing record. includeRecordDetails=true adds the fields of that record. ' +
      'Default: the `duplicateRule` of the object',
    type: 'string',
  },
};

export const createRecord = endpoint('createRecord', 'POST', '/services/data/{version}/sobjects/{objectType}', {
  ...shared,
  decides: true,
  route: 'sobject',
  scope: 'upsert',
  summary: 'Create a record. An existing duplicate is never updated',
  params: { version: VERSION, objectType: OBJECT_TYPE },
  headers: RULE_HEADER,
  body: { schema: objectDataSchema.meta({ id: 'RecordData' }), example: person },
  responses: { 201: { description: 'Created', schema: createdSchema, example: created } },
  errors: [404],
  async handle(exchange, context) {
    const objectType = context.likeness.objectType(exchange.params['objectType']!).name;
    const rule = duplicateRuleOf(exchange.request);
    const write = { kind: 'create', objectType, data: exchange.body } as const;
    const results = await save(context, [write], exchange, !rule.allowsSave);
    const { duplicate } = results[0]!;
    if (duplicate !== undefined) return duplicatesDetected(context, objectType, duplicate, rule);
    return json({ id: onlyResult(results).id, success: true, errors: [] }, 201);
  },
});

export const updateRecord = endpoint('updateRecord', 'PATCH', RECORD_ADDRESS.path, {
  ...shared,
  decides: true,
  ...RECORD_ADDRESS,
  scope: 'upsert',
  summary: 'Update fields of a record',
  headers: PRECONDITION_HEADERS,
  body: { schema: objectDataSchema.meta({ id: 'RecordData' }), example: { Company: 'Example Ltd' } },
  responses: { 204: { description: 'Updated' } },
  errors: [404, 412],
  async handle(exchange, context) {
    const { request, params, body } = exchange;
    const objectType = context.likeness.objectType(params['objectType']!).name;
    const precondition = changeCondition(request);
    const write = { kind: 'update', objectType, id: params['recordId']!, data: body, precondition } as const;
    onlyResult(await save(context, [write], exchange));
    return { status: 204 };
  },
});

export const readByExternalId = endpoint('readByExternalId', 'GET', BY_EXTERNAL_ID.path, {
  ...shared,
  ...BY_EXTERNAL_ID,
  scope: 'read',
  summary: 'Get the record with the given external Id, or only some of its fields',
  query: z.object({ fields: RECORD_FIELDS }),
  responses: { 200: { description: 'The record', schema: recordSchema, example: recordExample }, 300: SEVERAL },
  errors: [404],
  async handle({ params, query, client }, { likeness }) {
    const { objectType, id } = await held(likeness, params, client);
    if (typeof id !== 'string') return severalChoices(params, objectType, id);
    return json(likeness.readRecord(objectType, id, query.fields?.split(',')));
  },
});

export const upsertByExternalId = endpoint('upsertByExternalId', 'PATCH', BY_EXTERNAL_ID.path, {
  ...shared,
  decides: true,
  ...BY_EXTERNAL_ID,
  scope: 'upsert',
  summary: 'Update the record with the given external Id, or create it',
  headers: RULE_HEADER,
  body: { schema: objectDataSchema.meta({ id: 'RecordData' }), example: person },
  responses: {
    200: { description: 'Updated', schema: upsertedSchema, example: { ...created, created: false } },
    201: { description: 'Created', schema: upsertedSchema, example: { ...created, created: true } },
    300: SEVERAL,
  },
  errors: [404],
  async handle(exchange, context) {
    const { request, params, body } = exchange;
    const type = context.likeness.objectType(params['objectType']!);
    const objectType = type.name;
    const key = type.field(params['field']!);
    if (key !== undefined && Object.keys(body).some((name) => type.field(name) === key))
      throw new RequestError(
        400,
        'INVALID_FIELD',
        `The ${key.name} field should not be specified in the sobject data: it is in the URL`,
        [key.name],
      );
    const rule = duplicateRuleOf(request);
    const write = { kind: 'upsert', objectType, field: params['field']!, value: params['value']!, data: body } as const;
    const results = await save(context, [write], exchange, !rule.allowsSave);
    const { others, duplicate } = results[0]!;
    if (duplicate !== undefined) return duplicatesDetected(context, objectType, duplicate, rule);
    if (others.length > 0) return severalChoices(params, objectType, others);
    const { id, isCreated } = onlyResult(results);
    return json({ id, success: true, errors: [], created: isCreated }, isCreated ? 201 : 200);
  },
});

export const deleteByExternalId = endpoint('deleteByExternalId', 'DELETE', BY_EXTERNAL_ID.path, {
  ...shared,
  decides: true,
  ...BY_EXTERNAL_ID,
  scope: 'delete',
  isAuditedInside: true,
  summary: 'Delete the record with the given external Id',
  responses: { 204: { description: 'Gone' }, 300: SEVERAL },
  errors: [404],
  async handle(exchange, context) {
    const { params, client } = exchange;
    const { objectType, id } = await held(context.likeness, params, client);
    if (typeof id !== 'string') return severalChoices(params, objectType, id);
    onlyResult(await save(context, [{ kind: 'delete', objectType, id }], exchange));
    return { status: 204 };
  },
});

type Asked = Pick<Exchange<unknown, unknown, Client>, 'request' | 'client'>;

function save(
  context: AppContext,
  writes: readonly RecordWrite[],
  exchange: Asked,
  refusesDuplicates = false,
): Promise<WriteResult[]> {
  const options = { allOrNone: false, refusesDuplicates };
  return context.likeness.saveRecords(writes, options, callerAt(exchange, context));
}

/** Finds the records with an external Id. @returns an Id, or several Ids @throws RequestError 404 */
async function held(
  likeness: AppContext['likeness'],
  params: Readonly<Record<string, string>>,
  { client_id: clientId }: Client,
): Promise<{ objectType: string; id: string | readonly string[] }> {
  const { name: objectType } = likeness.objectType(params['objectType']!);
  const turns = likeness.scheduler.turns({ clientId });
  const ids = await likeness.holdersOf(objectType, params['field']!, params['value']!, turns);
  if (ids.length === 0) throw new RequestError(404, 'NOT_FOUND', 'The requested resource does not exist');
  return { objectType, id: ids.length === 1 ? ids[0]! : ids };
}

function severalChoices(params: Readonly<Record<string, string>>, objectType: string, ids: readonly string[]): Answer {
  return json(
    ids.map((id) => `/services/data/${params['version']!}/sobjects/${objectType}/${id}`),
    300,
  );
}

function duplicatesDetected(
  { likeness }: AppContext,
  objectType: string,
  id: string,
  { includesDetails }: DuplicateRule,
): Answer {
  const whole = likeness.readRecord(objectType, id);
  const record = includesDetails ? whole : { attributes: whole['attributes'], Id: id };
  const message = 'Use one of these records?';
  const duplicateResult = {
    // If the object's rule is `block`, the record is rejected regardless of the header.
    allowSave: likeness.objectType(objectType).duplicateRule !== 'block',
    duplicateRule: 'Likeness',
    duplicateRuleEntityType: objectType,
    errorMessage: message,
    matchResults: [
      {
        entityType: objectType,
        errors: [],
        matchEngine: 'FuzzyMatchEngine',
        matchRecords: [{ additionalInformation: [], fieldDiffs: [], matchConfidence: 100, record }],
        rule: 'Likeness',
        size: 1,
        success: true,
      },
    ],
  };
  // The platform misspells this member, and clients depend on the spelling.
  return json([{ duplicateResut: duplicateResult, errorCode: 'DUPLICATES_DETECTED', message, fields: [] }], 400);
}
