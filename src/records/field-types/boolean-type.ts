import type { Field } from '../object-type.js';
import { accepted, wrongType, type Coerced } from '../coerced.js';
import type { ValueTypeDefinition } from './type-definition.js';

export const boolean: ValueTypeDefinition = {
  attributes: ['required', 'default'],
  coerce,
  comparesAs: 'boolean',
  blank: false,
};

/** Accepts booleans, words for them in any case, and 1 and 0 from spreadsheets. Never returns a blank. */
function coerce(field: Field, value: unknown): Coerced {
  if (typeof value === 'boolean') return accepted(value);
  if (value === 1) return accepted(true);
  if (value === 0) return accepted(false);
  if (typeof value === 'string') {
    const text = value.trim();
    if (text === '1' || /^true$/i.test(text)) return accepted(true);
    if (text === '0' || /^false$/i.test(text)) return accepted(false);
  }
  return wrongType(field.name, 'true or false', value);
}
