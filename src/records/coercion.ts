import { coerceBoolean } from './coercion/boolean.js';
import { coerceDate, coerceDatetime } from './coercion/date.js';
import { coerceEmail } from './coercion/email.js';
import { coerceNumber } from './coercion/number.js';
import { coercePicklist } from './coercion/picklist.js';
import { coerceReference } from './coercion/reference.js';
import { accepted, wrongType, type Coerced } from './coercion/result.js';
import { coerceText } from './coercion/text.js';
import type { ValueType } from './definition.js';
import type { Field } from './object-type.js';

export type { Coerced } from './coercion/result.js';

type Coercion = (field: Field, value: unknown) => Coerced;

const COERCIONS: Readonly<Record<ValueType, Coercion>> = {
  string: coerceText,
  textarea: coerceText,
  phone: coerceText,
  url: coerceText,
  email: coerceEmail,
  picklist: coercePicklist,
  boolean: coerceBoolean,
  integer: coerceNumber,
  number: coerceNumber,
  currency: coerceNumber,
  percent: coerceNumber,
  date: coerceDate,
  datetime: coerceDatetime,
  reference: coerceReference,
};

/**
 * A submitted value in the field's type, where nothing is lost; `""` and `null` give `null`, which a boolean never is.
 * Coercing a coerced value gives it again. Never throws, whatever the value. Neither whether the field may be written
 * nor whether it is required is asked here.
 *
 * Error codes: `INVALID_TYPE_ON_FIELD_IN_RECORD`, `STRING_TOO_LONG`, `NUMBER_OUTSIDE_VALID_RANGE`, `INVALID_EMAIL_ADDRESS`,
 * `INVALID_OR_NULL_FOR_RESTRICTED_PICKLIST`, `MALFORMED_ID`, `FIELD_INTEGRITY_EXCEPTION` (an Id of a type that the field may not point to).
 */
export function coerce(field: Field, value: unknown): Coerced {
  if (value === null || value === '')
    return field.valueType === 'boolean' ? coerceBoolean(field, value) : accepted(null);
  if (typeof value === 'object' || typeof value === 'function' || value === undefined)
    return wrongType(field.name, `a single value of type ${field.valueType}`, value);
  return COERCIONS[field.valueType](field, value);
}
