import type { Field, ObjectType } from '../records/object-type.js';
import type { ValueType } from '../records/definition.js';
import { json } from './answer.js';
import type { Endpoint } from './resource.js';
import type { Runtime } from './runtime.js';

/** Path of the list of objects: any `vNN.N`. */
export const OBJECTS_PATH = /^\/services\/data\/(v\d{1,3}\.\d)\/sobjects$/;
/** Path of the description of one object. */
export const DESCRIBE_PATH = /^\/services\/data\/(v\d{1,3}\.\d)\/sobjects\/([A-Za-z][A-Za-z0-9_]{0,79})\/describe$/;

/** `GET /services/data/vNN.N/sobjects`: the objects that are configured, in the platform's form. */
export function objectsEndpoint({ likeness }: Runtime): Endpoint {
  return ({ params }) => {
    const sobjects = likeness.objectTypes().map((type) => describeObject(type, params[0]!));
    return json({ encoding: 'UTF-8', maxBatchSize: 200, sobjects });
  };
}

/** `GET /services/data/vNN.N/sobjects/<type>/describe`: an object and its fields. */
export function describeEndpoint({ likeness }: Runtime): Endpoint {
  return ({ params }) => {
    const type = likeness.objectType(params[1]!);
    return json({ ...describeObject(type, params[0]!), fields: type.fields.map(describeField) });
  };
}

function describeObject({ name, keyPrefix, label }: ObjectType, version: string) {
  const address = `/services/data/${version}/sobjects/${name}`;
  return {
    name,
    label,
    keyPrefix,
    custom: name.endsWith('__c'),
    createable: true,
    updateable: true,
    deletable: true,
    queryable: false,
    retrieveable: true,
    searchable: true,
    urls: { describe: `${address}/describe`, rowTemplate: `${address}/{ID}` },
  };
}

/** The platform's names for kinds of values that it calls otherwise. */
const TYPES: Partial<Record<ValueType, string>> = { integer: 'int', number: 'double' };

function describeField(field: Field) {
  const { name, type, isWritable, valueType } = field;
  const isId = name === 'Id';
  return {
    name,
    label: field.label ?? name,
    type: isId ? 'id' : (TYPES[valueType] ?? valueType),
    length: isId || type === 'reference' ? 18 : (field.length ?? 0),
    nillable: !isId && field.required !== true && valueType !== 'boolean',
    defaultedOnCreate: field.default !== undefined || valueType === 'boolean',
    createable: isWritable,
    updateable: isWritable,
    custom: field.isCustom,
    calculated: type === 'formula' || type === 'summary',
    calculatedFormula: field.formula ?? null,
    autoNumber: type === 'autoNumber',
    externalId: field.externalId === true,
    referenceTo: field.referenceTo ?? [],
    relationshipName: field.relationshipName ?? null,
    restrictedPicklist: field.values !== undefined,
    picklistValues: (field.values ?? []).map((value) => ({ value, label: value, active: true, defaultValue: false })),
  };
}
