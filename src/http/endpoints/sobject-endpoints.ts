import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { objectDataSchema } from '../../contract/schemas.js';
import { RequestError } from '../../contract/request-error.js';
import type { RecordWrite, WriteResult } from '../../service/upsert/save-records.js';
import type { AppContext } from '../app-context.js';
import { callerOf } from '../caller.js';
import { endpoint } from '../endpoint.js';
import { DUPLICATE_RULE_HEADER, duplicateRuleOf, type DuplicateRule } from '../request/duplicate-rule-header.js';
import { changeCondition, PRECONDITION_HEADERS } from '../request/preconditions.js';
import { json, type Answer } from '../response/answer.js';
import { onlyResult } from '../response/write-results.js';
import { RECORD_ADDRESS, recordExample, recordSchema } from './read-record-endpoint.js';
import { attributes, LEAD, OBJECT_TYPE, person, VERSION } from './shared.js';

const createdSchema = z
  .strictObject({ id: z.string(), success: z.literal(true), errors: z.array(z.unknown()).max(0) })
  .meta({ id: 'CreatedRecord' });
const upsertedSchema = z
  .strictObject({ id: z.string(), success: z.literal(true), errors: z.array(z.unknown()).max(0), created: z.boolean() })
  .meta({ id: 'UpsertedRecord' });
const created = { id: LEAD, success: true, errors: [] };

/** Path of the record that holds a value in an external Id field. */
const BY_EXTERNAL_ID = {
  path: '/services/data/{version}/sobjects/{objectType}/{field}/{value}',
  route: 'externalId',
  params: {
    version: VERSION,
    objectType: OBJECT_TYPE,
    field: { description: 'A field with `externalId`, or Id', match: '[A-Za-z][A-Za-z0-9_]{0,79}' },
    value: { description: 'Its value', match: '[^/]{1,1000}' },
  },
} as const;

const SEVERAL = {
  description: 'Several records hold the value: their addresses',
  schema: z.array(z.string()).meta({ id: 'RecordAddresses' }),
  example: [attributes.url],
};

const RULE_HEADER = {
  [DUPLICATE_RULE_HEADER]: {
    description:
      'allowSave=false: a record that an upsert would find as a duplicate is not created (400 DUPLICATES_DETECTED ' +
      'with the record found; includeRecordDetails=true: its fields). Absent: as `duplicateRule` of the object says',
    type: 'string',
  },
};

export const createRecord = endpoint({
  id: 'createRecord',
  decides: true,
  about: 'object',
  tag: 'Records',
  method: 'POST',
  path: '/services/data/{version}/sobjects/{objectType}',
  route: 'sobject',
  scope: 'upsert',
  summary: 'Create a record; no duplicate is updated instead',
  params: { version: VERSION, objectType: OBJECT_TYPE },
  headers: RULE_HEADER,
  body: { schema: objectDataSchema.meta({ id: 'RecordData' }), example: person },
  responses: { 201: { description: 'Created', schema: createdSchema, example: created } },
  errors: [404],
  async handle({ request, params, body, client }, context) {
    const { likeness } = context;
    const objectType = likeness.objectType(params['objectType']!).name;
    const rule = duplicateRuleOf(request);
    const results = await save(context, [{ kind: 'create', objectType, data: body }], client, !rule.allowsSave);
    const { duplicate } = results[0]!;
    if (duplicate !== undefined) return duplicatesDetected(context, objectType, duplicate, rule);
    return json({ id: onlyResult(results).id, success: true, errors: [] }, 201);
  },
});

export const updateRecord = endpoint({
  id: 'updateRecord',
  decides: true,
  about: 'object',
  tag: 'Records',
  method: 'PATCH',
  ...RECORD_ADDRESS,
  scope: 'upsert',
  summary: 'Update fields of a record',
  headers: PRECONDITION_HEADERS,
  body: { schema: objectDataSchema.meta({ id: 'RecordData' }), example: { Company: 'Example Ltd' } },
  responses: { 204: { description: 'Updated' } },
  errors: [404, 412],
  async handle({ request, params, body, client }, context) {
    const objectType = context.likeness.objectType(params['objectType']!).name;
    const precondition = changeCondition(request);
    const write = { kind: 'update', objectType, id: params['recordId']!, data: body, precondition } as const;
    onlyResult(await save(context, [write], client));
    return { status: 204 };
  },
});

export const readByExternalId = endpoint({
  id: 'readByExternalId',
  about: 'object',
  isRead: true,
  tag: 'Records',
  method: 'GET',
  ...BY_EXTERNAL_ID,
  scope: 'read',
  summary: 'The whole record that holds a value in an external Id field',
  responses: { 200: { description: 'The record', schema: recordSchema, example: recordExample }, 300: SEVERAL },
  errors: [404],
  async handle({ params }, { likeness }) {
    const { objectType, id } = await held(likeness, params);
    return typeof id === 'string' ? json(likeness.readRecord(objectType, id)) : severalChoices(params, objectType, id);
  },
});

export const upsertByExternalId = endpoint({
  id: 'upsertByExternalId',
  decides: true,
  about: 'object',
  tag: 'Records',
  method: 'PATCH',
  ...BY_EXTERNAL_ID,
  scope: 'upsert',
  summary: 'Update the record that holds a value in an external Id field, or create one',
  headers: RULE_HEADER,
  body: { schema: objectDataSchema.meta({ id: 'RecordData' }), example: person },
  responses: {
    200: { description: 'Updated', schema: upsertedSchema, example: { ...created, created: false } },
    201: { description: 'Created', schema: upsertedSchema, example: { ...created, created: true } },
    300: SEVERAL,
  },
  errors: [404],
  async handle({ request, params, body, client }, context) {
    const objectType = context.likeness.objectType(params['objectType']!).name;
    const rule = duplicateRuleOf(request);
    const write = { kind: 'upsert', objectType, field: params['field']!, value: params['value']!, data: body } as const;
    const results = await save(context, [write], client, !rule.allowsSave);
    const { others, duplicate } = results[0]!;
    if (duplicate !== undefined) return duplicatesDetected(context, objectType, duplicate, rule);
    if (others.length > 0) return severalChoices(params, objectType, others);
    const { id, isCreated } = onlyResult(results);
    return json({ id, success: true, errors: [], created: isCreated }, isCreated ? 201 : 200);
  },
});

export const deleteByExternalId = endpoint({
  id: 'deleteByExternalId',
  decides: true,
  about: 'object',
  tag: 'Records',
  method: 'DELETE',
  ...BY_EXTERNAL_ID,
  scope: 'delete',
  summary: 'Delete the record that holds a value in an external Id field',
  responses: { 204: { description: 'Gone' }, 300: SEVERAL },
  errors: [404],
  async handle({ params, client }, context) {
    const { objectType, id } = await held(context.likeness, params);
    if (typeof id !== 'string') return severalChoices(params, objectType, id);
    onlyResult(await save(context, [{ kind: 'delete', objectType, id }], client));
    return { status: 204 };
  },
});

type Client = Parameters<typeof callerOf>[0];

function save(
  { likeness }: AppContext,
  writes: readonly RecordWrite[],
  client: Client,
  refusesDuplicates = false,
): Promise<WriteResult[]> {
  return likeness.saveRecords(writes, { allOrNone: false, refusesDuplicates }, callerOf(client, randomUUID()));
}

/** @returns an Id, or those of several. @throws RequestError 404 */
async function held(
  likeness: AppContext['likeness'],
  params: Readonly<Record<string, string>>,
): Promise<{ objectType: string; id: string | readonly string[] }> {
  const { name: objectType } = likeness.objectType(params['objectType']!);
  const ids = await likeness.holdersOf(objectType, params['field']!, params['value']!);
  if (ids.length === 0) throw new RequestError(404, 'NOT_FOUND', 'The requested resource does not exist');
  return { objectType, id: ids.length === 1 ? ids[0]! : ids };
}

/** As the platform: the addresses of those that it may be. */
function severalChoices(params: Readonly<Record<string, string>>, objectType: string, ids: readonly string[]): Answer {
  return json(
    ids.map((id) => `/services/data/${params['version']!}/sobjects/${objectType}/${id}`),
    300,
  );
}

/** As the platform answers where a rule for duplicates blocks a record. */
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
    // The rule of the object blocks it, whatever the header says.
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
  // The platform's own member is misspelt; clients read it so.
  return json([{ duplicateResut: duplicateResult, errorCode: 'DUPLICATES_DETECTED', message, fields: [] }], 400);
}
