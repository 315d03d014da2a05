import type { FieldValue } from '../../records/record.js';
import type { DuplicateRecord, SurvivorshipRules } from './rules.js';

type Rules = Pick<SurvivorshipRules, 'isPlaceholder'>;

/** No value, white space, or a placeholder. */
export function isBlank(record: DuplicateRecord, field: string, rules: Rules): boolean {
  const value = valueOf(record, field);
  if (typeof value !== 'string') return value === null;
  return value.trim() === '' || rules.isPlaceholder?.(field, value) === true;
}

export function valueOf({ values }: DuplicateRecord, field: string): FieldValue {
  return Object.hasOwn(values, field) ? (values[field] ?? null) : null;
}

/** Ignores case, spacing and the form of accents. */
export function valueKey(value: FieldValue): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  return value.normalize('NFC').toLowerCase().split(/\s+/).filter(Boolean).join(' ');
}
