import type { Field, ObjectType } from './object-type.js';

/** The field `IsDeleted` is never stored. Queries for all records fill it. */
export const isDeletedField: Field = {
  name: 'IsDeleted',
  type: 'boolean',
  valueType: 'boolean',
  label: 'Deleted',
  isCustom: false,
  isSystem: true,
  isWritable: false,
  targetPrefixes: [],
  relationshipName: undefined,
};

export function readableField(type: Pick<ObjectType, 'field'>, name: string): Field | undefined {
  return type.field(name) ?? (name.toLowerCase() === 'isdeleted' ? isDeletedField : undefined);
}
