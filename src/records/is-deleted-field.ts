import type { Field, ObjectType } from './object-type.js';

/** No record holds it: those that are stored are not deleted, and a query for all shows which are. */
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

/** A field that is asked for by its name: one of the object's, or this one. */
export function readableField(type: Pick<ObjectType, 'field'>, name: string): Field | undefined {
  return type.field(name) ?? (name.toLowerCase() === 'isdeleted' ? isDeletedField : undefined);
}
