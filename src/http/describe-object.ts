import type { Field, ObjectType } from '../records/object-type.js';
import { valueTypes } from '../records/field-types/index.js';
import { isSortable } from '../records/sortable.js';

/** An object as the platform describes it. @param version `vNN.N`, as the caller wrote it */
export function describeObject(
  { name, keyPrefix, label }: Pick<ObjectType, 'name' | 'keyPrefix' | 'label'>,
  version: string,
) {
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

/** A field as the platform describes it. */
export function describeField(field: Omit<Field, 'isSystem' | 'targetPrefixes'>) {
  const { name, type, isWritable, valueType } = field;
  const { platformName, blank } = valueTypes[valueType];
  const isId = name === 'Id';
  return {
    name,
    label: field.label ?? name,
    type: isId ? 'id' : (platformName ?? valueType),
    length: isId || type === 'reference' ? 18 : (field.length ?? 0),
    nillable: !isId && field.required !== true && blank === null,
    defaultedOnCreate: field.default !== undefined || blank !== null,
    createable: isWritable,
    updateable: isWritable,
    custom: field.isCustom,
    calculated: type === 'formula' || type === 'summary',
    calculatedFormula: field.formula ?? null,
    autoNumber: type === 'autoNumber',
    sortable: isSortable(field),
    externalId: field.externalId === true,
    referenceTo: field.referenceTo ?? [],
    relationshipName: field.relationshipName ?? null,
    restrictedPicklist: field.values !== undefined,
    picklistValues: (field.values ?? []).map((value) => ({ value, label: value, active: true, defaultValue: false })),
  };
}
