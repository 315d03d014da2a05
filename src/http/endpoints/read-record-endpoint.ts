import { z } from 'zod';
import { objectDataSchema } from '../../records/contract/schemas.js';
import { endpoint } from '../endpoint.js';
import { preconditionFailed } from '../../service/upsert/save-records.js';
import { changeCondition, isKnownState, READ_HEADERS, PRECONDITION_HEADERS } from '../request/preconditions.js';
import { json } from '../response/answer.js';
import { attributes, LEAD, OBJECT_TYPE, person, RECORD_ID, TIME, USER, VERSION } from './shared.js';
import { callerAt } from '../caller.js';

/** No object has more fields than this number. */
const MOST_FIELDS = 2_000;

/** Path parameters of a record. Only paths that match this pattern are treated as records. */
export const RECORD_ADDRESS = {
  path: '/services/data/{version}/sobjects/{objectType}/{recordId}',
  route: 'record',
  params: {
    version: VERSION,
    objectType: OBJECT_TYPE,
    recordId: { ...RECORD_ID, match: '(?!quickActions|listviews)[A-Za-z0-9]{1,40}' },
  },
} as const;

export const RECORD_FIELDS = z
  .string()
  .min(1, { error: 'expected comma-separated field names' })
  .refine((names) => names.split(',', MOST_FIELDS + 1).length <= MOST_FIELDS, {
    error: `expected at most ${MOST_FIELDS} field names`,
  })
  .optional()
  .describe('Comma-separated field names. Default: all fields');

export const recordSchema = objectDataSchema
  .describe('The attributes, the Id and all fields with a value')
  .meta({ id: 'StoredRecord' });

export const recordExample = {
  attributes,
  Id: LEAD,
  ...person,
  Title: null,
  OwnerId: USER,
  CreatedDate: TIME.replace('Z', '+0000'),
};

export const readRecord = endpoint('readRecord', 'GET', RECORD_ADDRESS.path, {
  about: 'object',
  tag: 'Records',
  ...RECORD_ADDRESS,
  scope: 'read',
  summary: 'Get a record, or some of its fields',
  query: z.object({ fields: RECORD_FIELDS }),
  headers: READ_HEADERS,
  responses: {
    200: {
      description: 'The record',
      schema: recordSchema,
      example: recordExample,
      headers: { ETag: { description: 'Identifies this version of the record', schema: { type: 'string' } } },
    },
    304: { description: 'The record has not changed since the version or time in the request' },
  },
  errors: [404, 412],
  handle({ request, params, query }, { likeness }) {
    const [objectType, id] = [params['objectType']!, params['recordId']!];
    const record = likeness.readRecord(objectType, id, query.fields?.split(','));
    // Users cannot be changed as records, so they get no entity tag.
    if (objectType.toLowerCase() === 'user') return json(record);
    const state = likeness.recordState(objectType, id);
    if (changeCondition(request)?.(state) === false) throw preconditionFailed();
    const headers = ['ETag', state.tag, 'Last-Modified', new Date(state.modified).toUTCString()];
    return isKnownState(request, state) ? { status: 304, headers } : json(record, 200, headers);
  },
});

export const deleteRecord = endpoint('deleteRecord', 'DELETE', RECORD_ADDRESS.path, {
  decides: true,
  about: 'object',
  tag: 'Records',
  ...RECORD_ADDRESS,
  scope: 'delete',
  isAuditedInside: true,
  summary: 'Delete a record from the store and all indexes',
  headers: PRECONDITION_HEADERS,
  responses: { 204: { description: 'Gone' } },
  errors: [404, 412],
  async handle(exchange, context) {
    const { objectType, recordId } = exchange.params;
    const caller = callerAt(exchange, context);
    await context.likeness.deleteRecord(objectType!, recordId!, caller, changeCondition(exchange.request));
    return { status: 204 };
  },
});
