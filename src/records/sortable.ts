import { valueTypes } from './field-types/index.js';
import type { Field } from './object-type.js';
import type { FieldValue } from './record.js';

/** Maximum length. Longer strings are not worth sorting, and would take memory twice. */
const LONGEST = 255;

export const isSortable = (field: Pick<Field, 'name' | 'type' | 'valueType' | 'length'>): boolean =>
  field.type !== 'formula' && (field.length ?? (field.valueType === 'textarea' ? Infinity : 0)) <= LONGEST;

/** Returns a key with the order of conditions: blanks first, text in lower case, false before true, dates by time. */
export function sortKeyOf(field: Pick<Field, 'valueType'>, value: FieldValue): string | number | null {
  if (value === null || value === '') return null;
  if (typeof value === 'boolean') return Number(value);
  if (typeof value === 'number') return value;
  return valueTypes[field.valueType].comparesAs === 'id' ? value : value.toLowerCase();
}
