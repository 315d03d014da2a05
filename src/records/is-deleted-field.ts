import type { Field } from './object-type.js';

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
