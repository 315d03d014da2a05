import { z } from 'zod';
import { objectDataSchema } from '../../contract/schemas.js';
import { endpoint } from '../endpoint.js';
import { json } from '../response/answer.js';
import { attributes, LEAD, OBJECT_TYPE, person, RECORD_ID, TIME, USER, VERSION } from './shared.js';

/** More names than any object has fields. */
const MOST_FIELDS = 2_000;

/** Any `vNN.N`, a type name, an Id. What does not look like that is no address of a record. */
export const RECORD_ADDRESS = {
  path: '/services/data/{version}/sobjects/{objectType}/{recordId}',
  route: 'record',
  params: { version: VERSION, objectType: OBJECT_TYPE, recordId: { ...RECORD_ID, match: '[A-Za-z0-9]{1,40}' } },
} as const;

/** Fields of the record that are wanted. */
export const RECORD_FIELDS = z
  .string()
  .min(1, { error: 'expected names of fields, separated by commas' })
  .refine((names) => names.split(',', MOST_FIELDS + 1).length <= MOST_FIELDS, {
    error: `expected at most ${MOST_FIELDS} names`,
  })
  .optional()
  .describe('Names of fields, separated by commas; absent: all');

export const recordSchema = objectDataSchema
  .describe('attributes, Id and all fields that have a value')
  .meta({ id: 'StoredRecord' });

export const recordExample = {
  attributes,
  Id: LEAD,
  ...person,
  Title: null,
  OwnerId: USER,
  CreatedDate: TIME.replace('Z', '+0000'),
};

export const readRecord = endpoint({
  id: 'readRecord',
  about: 'object',
  isRead: true,
  tag: 'Records',
  method: 'GET',
  ...RECORD_ADDRESS,
  scope: 'read',
  summary: 'The whole stored record, or some of its fields',
  query: z.object({
    fields: RECORD_FIELDS,
  }),
  responses: { 200: { description: 'The record', schema: recordSchema, example: recordExample } },
  errors: [404],
  handle: ({ params, query }, { likeness }) =>
    json(likeness.readRecord(params['objectType']!, params['recordId']!, query.fields?.split(','))),
});
