import type { Field } from './object-type.js';

const OF_CHANGE = new Set(['CreatedDate', 'CreatedById', 'LastModifiedDate', 'LastModifiedById', 'SystemModstamp']);

/** Whether the service fills a field once, or at each change: not worked out of others, so an export has to keep it. */
export function isKeptField({ name, type, isWritable }: Pick<Field, 'name' | 'type' | 'isWritable'>): boolean {
  return !isWritable && (type === 'autoNumber' || OF_CHANGE.has(name));
}
