import type { FieldTypeDefinition } from './type-definition.js';

/** Calculated when it is read, never stored. */
export const formula: FieldTypeDefinition = {
  attributes: ['formula', 'returns', 'blankAs'],
  needs: ['formula', 'returns'],
  isDerived: true,
  valueType: ({ returns }) => returns,
};

/** Numbered when a record is created. */
export const autoNumber: FieldTypeDefinition = {
  attributes: ['autoNumber', 'externalId'],
  needs: ['autoNumber'],
  isDerived: true,
  valueType: () => 'string',
};

/** Aggregated over child records, updated as they change. */
export const summary: FieldTypeDefinition = {
  attributes: ['summary'],
  needs: ['summary'],
  isDerived: true,
  valueType: () => undefined,
};
