import type { FieldDefinition } from './object-schema.js';

/** Fields that the service fills. Old records have no `CreatedById` and `LastModifiedById`. */
export const idField: FieldDefinition = { name: 'Id', type: 'string', length: 18, label: 'Record ID' };

export const auditFields: readonly FieldDefinition[] = [
  { name: 'CreatedDate', type: 'datetime', label: 'Created Date' },
  { name: 'CreatedById', type: 'reference', referenceTo: ['User'], label: 'Created By ID' },
  { name: 'LastModifiedDate', type: 'datetime', label: 'Last Modified Date' },
  { name: 'LastModifiedById', type: 'reference', referenceTo: ['User'], label: 'Last Modified By ID' },
  { name: 'SystemModstamp', type: 'datetime', label: 'System Modstamp' },
];

export const systemFieldNames: ReadonlySet<string> = new Set(
  [idField, ...auditFields].map((field) => field.name.toLowerCase()),
);
