import type { Field } from './object-type.js';

const OF_CHANGE = new Set(['CreatedDate', 'CreatedById', 'LastModifiedDate', 'LastModifiedById', 'SystemModstamp']);

/** Filled by the service and stored, so that an export must include it: audit fields, auto-numbers. */
export function isKeptField({ name, type, isWritable }: Pick<Field, 'name' | 'type' | 'isWritable'>): boolean {
  return !isWritable && (type === 'autoNumber' || OF_CHANGE.has(name));
}
