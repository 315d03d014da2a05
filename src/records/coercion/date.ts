import { readDate, readDatetime } from '../dates.js';
import type { Field } from '../object-type.js';
import { accepted, wrongType, type Coerced } from './result.js';

/** A day; a datetime is taken where it is midnight in UTC, since nothing is lost by leaving the time away. */
export function coerceDate(field: Field, value: unknown): Coerced {
  if (typeof value === 'string') {
    const text = value.trim();
    if (text === '') return accepted(null);
    const date = readDate(text) ?? midnight(readDatetime(text));
    if (date !== undefined) return accepted(date);
  }
  return wrongType(field.name, 'a date, YYYY-MM-DD', value);
}

export function coerceDatetime(field: Field, value: unknown): Coerced {
  if (typeof value === 'string') {
    const text = value.trim();
    if (text === '') return accepted(null);
    const datetime = readDatetime(text);
    if (datetime !== undefined) return accepted(datetime);
  }
  return wrongType(field.name, 'a datetime, YYYY-MM-DDTHH:mm:ss.SSSZ', value);
}

function midnight(datetime: string | undefined): string | undefined {
  return datetime?.endsWith('T00:00:00.000+0000') === true ? datetime.slice(0, 10) : undefined;
}
