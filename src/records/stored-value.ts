import { coerce } from './coercion.js';
import type { Field } from './object-type.js';
import type { FieldValue } from './record.js';

/**
 * Returns a stored value. A blank boolean is false. If the field's type has changed, older values are converted if no
 * information is lost. Otherwise, they are returned as stored (see `isMisfit`), but formulas, filters and summaries
 * cannot read them.
 */
export function storedValue(field: Field | undefined, stored: FieldValue | undefined): FieldValue {
  if (stored === undefined || stored === null) return field?.type === 'boolean' ? false : null;
  if (field === undefined || fits(field, stored)) return stored;
  const coerced = coerce(field, stored);
  return coerced.ok ? coerced.value : stored;
}

/** Returns whether a stored value has another type than its field and cannot be converted. */
export function isMisfit(field: Field, stored: FieldValue): boolean {
  return stored !== null && !fits(field, stored) && !coerce(field, stored).ok;
}

const DATE = /^"?\d{4}-\d{2}-\d{2}"?$/;
const DATETIME = /^"?\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}\+0000"?$/;

/** Returns whether a value needs no conversion. A `switch` takes half the time of a lookup on this hot path. */
function fits(field: Field, value: string | number | boolean): boolean {
  if (field.isSystem) return true;
  switch (field.valueType) {
    case 'boolean':
      return typeof value === 'boolean';
    case 'integer':
    case 'number':
    case 'currency':
    case 'percent':
      return typeof value === 'number';
    case 'date':
      return typeof value === 'string' && DATE.test(value);
    case 'datetime':
      return typeof value === 'string' && DATETIME.test(value);
    case 'reference':
      return typeof value === 'string' && value.length === 18;
    default:
      return typeof value === 'string';
  }
}

const QUOTE = 34;
const LETTER_F = 102;
const LETTER_T = 116;

/** Returns a stored value's JSON. Parses the JSON only if it must change. @param json `null` if blank */
export function storedJson(field: Field, json: string): string {
  if (json === 'null') return field.type === 'boolean' ? 'false' : json;
  return jsonFits(field, json) ? json : JSON.stringify(storedValue(field, JSON.parse(json) as FieldValue));
}

function jsonFits(field: Field, json: string): boolean {
  if (field.isSystem) return true;
  const first = json.charCodeAt(0);
  switch (field.valueType) {
    case 'boolean':
      return first === LETTER_T || first === LETTER_F;
    case 'integer':
    case 'number':
    case 'currency':
    case 'percent':
      return first !== QUOTE && first !== LETTER_T && first !== LETTER_F;
    case 'date':
      return DATE.test(json);
    case 'datetime':
      return DATETIME.test(json);
    case 'reference':
      return first === QUOTE && json.length === 20;
    default:
      return first === QUOTE;
  }
}
