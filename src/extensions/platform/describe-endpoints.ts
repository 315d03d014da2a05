import { z } from 'zod';
import { isDeletedField } from '../../records/is-deleted-field.js';
import { createRegistry } from '../../records/registry.js';
import { describeField, describeObject, describeWhole } from '../../http/describe-object.js';
import { endpoint, ok } from '../../http/endpoint.js';
import { schemaLike } from '../../http/openapi/schema-like.js';
import { json } from '../../http/response/answer.js';
import { OBJECT_TYPE, VERSION } from '../../http/endpoints/shared.js';

const leadType = createRegistry().byName('Lead')!;
const lead = describeObject(leadType, 'v60.0');
const whole = describeWhole(leadType, [], 'v60.0');
const lastName = describeField(leadType.field('LastName')!);

const text = z.string().nullable();
const listedSchema = schemaLike(lead, { associateEntityType: text, associateParentEntity: text });
const objectsSchema = z
  .strictObject({ encoding: z.string(), maxBatchSize: z.int(), sobjects: z.array(listedSchema) })
  .meta({ id: 'Objects' });

const scalar = z.union([z.string(), z.number(), z.boolean()]).nullable();
/** Add types that the example does not show, because values are blank or lists are empty. */
const fieldSchema = schemaLike(
  lastName,
  Object.fromEntries(
    Object.entries(lastName)
      .filter(([name, value]) => value === null || name === 'defaultValue' || Array.isArray(value))
      .map(([name, value]) => [name, Array.isArray(value) ? z.array(z.unknown()) : scalar]),
  ),
);
const objectDescriptionSchema = z
  .looseObject({ ...listedSchema.shape, fields: z.array(fieldSchema) })
  .meta({ id: 'ObjectDescription' });

const listOf = (sobjects: readonly object[]) => ({ encoding: 'UTF-8', maxBatchSize: 200, sobjects });

const shared = { about: 'object', tag: 'Records', scope: 'read', errors: [404] } as const;

export const objects = endpoint('objects', 'GET', '/services/data/{version}/sobjects', {
  ...shared,
  route: 'objects',
  summary: 'List the configured objects',
  params: { version: VERSION },
  responses: ok({ description: 'The objects', schema: objectsSchema, example: listOf([lead]) }),
  handle: ({ params }, { likeness }) =>
    json(listOf(likeness.objectTypes().map((type) => describeObject(type, params['version']!)))),
});

export const describe = endpoint('describe', 'GET', '/services/data/{version}/sobjects/{objectType}/describe', {
  ...shared,
  route: 'describe',
  summary: 'Get the description of an object and its fields',
  params: { version: VERSION, objectType: OBJECT_TYPE },
  responses: ok({
    description: 'The description',
    schema: objectDescriptionSchema,
    example: { ...whole, fields: [lastName] },
  }),
  handle({ params }, { likeness }) {
    const type = likeness.objectType(params['objectType']!);
    const described = describeWhole(type, likeness.objectTypes(), params['version']!);
    return json({ ...described, fields: [...type.fields, isDeletedField].map(describeField) });
  },
});

export const objectBasics = endpoint('objectBasics', 'GET', '/services/data/{version}/sobjects/{objectType}', {
  ...shared,
  route: 'sobject',
  summary: 'Get the description of an object without its fields. recentItems is always empty',
  params: { version: VERSION, objectType: OBJECT_TYPE },
  responses: ok({
    description: 'The description',
    schema: z
      .strictObject({ objectDescribe: listedSchema, recentItems: z.array(z.unknown()) })
      .meta({ id: 'ObjectBasics' }),
    example: { objectDescribe: lead, recentItems: [] },
  }),
  handle({ params }, { likeness }) {
    const type = likeness.objectType(params['objectType']!);
    return json({ objectDescribe: describeObject(type, params['version']!), recentItems: [] });
  },
});
