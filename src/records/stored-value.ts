import { coerce } from './coercion.js';
import type { Field } from './object-type.js';
import type { FieldValue } from './record.js';

/**
 * Reads a field of a record. A boolean is never blank: records from before its declaration read as false. A value from
 * before the field changed its type is coerced if nothing is lost, otherwise returned as stored: `isMisfit` detects it,
 * and formulas, filters and summaries cannot read it.
 */
export function storedValue(field: Field | undefined, stored: FieldValue | undefined): FieldValue {
  if (stored === undefined || stored === null) return field?.type === 'boolean' ? false : null;
  if (field === undefined || fits(field, stored)) return stored;
  const coerced = coerce(field, stored);
  return coerced.ok ? coerced.value : stored;
}

/** Whether a stored value has another type than its field and cannot be coerced. */
export function isMisfit(field: Field, stored: FieldValue): boolean {
  return stored !== null && !fits(field, stored) && !coerce(field, stored).ok;
}

const DATE = /^"?\d{4}-\d{2}-\d{2}"?$/;
const DATETIME = /^"?\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}\+0000"?$/;

/**
 * A switch, because this is the hot path of every result and a look-up by type takes twice as long.
 *
 * Whether a value needs no coercion, by a quick check. System fields never change their types.
 */
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

/**
 * `storedValue` for a value in JSON; parses it only if needed.
 *
 * @param json `null` if blank
 */
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
