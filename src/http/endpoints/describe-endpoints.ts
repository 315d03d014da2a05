import { z } from 'zod';
import { describeField, describeObject } from '../describe-object.js';
import { endpoint } from '../endpoint.js';
import { schemaLike } from '../openapi/schema-like.js';
import { json } from '../response/answer.js';
import { OBJECT_TYPE, VERSION } from './shared.js';

const lead = describeObject({ name: 'Lead', label: 'Lead', keyPrefix: '00Q' }, 'v60.0');
const lastName = describeField({
  name: 'LastName',
  label: 'Last Name',
  type: 'string',
  valueType: 'string',
  length: 80,
  required: true,
  isWritable: true,
  isCustom: false,
  relationshipName: undefined,
});

const objectSchema = schemaLike(lead);
const objectsSchema = z
  .strictObject({ encoding: z.string(), maxBatchSize: z.number().int(), sobjects: z.array(objectSchema) })
  .meta({ id: 'Objects' });

const picklistValueSchema = schemaLike({ value: '', label: '', active: true, defaultValue: false });
const fieldSchema = schemaLike(lastName, {
  calculatedFormula: z.string().nullable(),
  relationshipName: z.string().nullable(),
  referenceTo: z.array(z.string()),
  picklistValues: z.array(picklistValueSchema),
});
const objectDescriptionSchema = objectSchema.extend({ fields: z.array(fieldSchema) }).meta({ id: 'ObjectDescription' });

const listOf = (sobjects: readonly object[]) => ({ encoding: 'UTF-8', maxBatchSize: 200, sobjects });

/** The objects that are configured, in the platform's form. */
export const objects = endpoint({
  id: 'objects',
  about: 'object',
  isRead: true,
  tag: 'Records',
  method: 'GET',
  path: '/services/data/{version}/sobjects',
  route: 'objects',
  scope: 'read',
  summary: 'The objects that are configured',
  params: { version: VERSION },
  responses: { 200: { description: 'A list', schema: objectsSchema, example: listOf([lead]) } },
  errors: [404],
  handle: ({ params }, { likeness }) =>
    json(listOf(likeness.objectTypes().map((type) => describeObject(type, params['version']!)))),
});

export const describe = endpoint({
  id: 'describe',
  about: 'object',
  isRead: true,
  tag: 'Records',
  method: 'GET',
  path: '/services/data/{version}/sobjects/{objectType}/describe',
  route: 'describe',
  scope: 'read',
  summary: 'An object and its fields',
  params: { version: VERSION, objectType: OBJECT_TYPE },
  responses: {
    200: {
      description: 'The description',
      schema: objectDescriptionSchema,
      example: { ...lead, fields: [lastName] },
    },
  },
  errors: [404],
  handle({ params }, { likeness }) {
    const type = likeness.objectType(params['objectType']!);
    return json({ ...describeObject(type, params['version']!), fields: type.fields.map(describeField) });
  },
});
