import { valueTypes } from './field-types/index.js';
import type { Field } from './object-type.js';
import type { FieldValue } from './record.js';

/** Longer texts are not worth sorting, and would be held in memory twice. */
const LONGEST = 255;

/** The field must be stored, and short. */
export const isSortable = (field: Pick<Field, 'name' | 'type' | 'valueType' | 'length'>): boolean =>
  field.type !== 'formula' && (field.length ?? (field.valueType === 'textarea' ? Infinity : 0)) <= LONGEST;

/** In the order of conditions: texts by code units in lower case, false before true, dates by time. Blanks first. */
export function sortKeyOf(field: Pick<Field, 'valueType'>, value: FieldValue): string | number | null {
  if (value === null || value === '') return null;
  if (typeof value === 'boolean') return Number(value);
  if (typeof value === 'number') return value;
  return valueTypes[field.valueType].comparesAs === 'id' ? value : value.toLowerCase();
}
