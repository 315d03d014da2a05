import { accepted, wrongType, type Coerced } from './coerced.js';
import { valueTypes } from './field-types/index.js';
import type { Field } from './object-type.js';

export type { Coerced } from './coerced.js';

/**
 * A submitted value in the field's type, where nothing is lost; `""` and `null` give `null`, which a boolean never is.
 * Coercing a coerced value gives it again. Never throws, whatever the value. Neither whether the field may be written
 * nor whether it is required is asked here.
 *
 * Error codes: `INVALID_TYPE_ON_FIELD_IN_RECORD`, `STRING_TOO_LONG`, `NUMBER_OUTSIDE_VALID_RANGE`,
 * `INVALID_EMAIL_ADDRESS`,
 * `INVALID_OR_NULL_FOR_RESTRICTED_PICKLIST`, `MALFORMED_ID`, `FIELD_INTEGRITY_EXCEPTION` (an Id of a type that the
 * field may not point to).
 */
export function coerce(field: Field, value: unknown): Coerced {
  const type = valueTypes[field.valueType];
  if ((value === null || value === '') && type.blank === null) return accepted(null);
  if ((typeof value === 'object' && value !== null) || typeof value === 'function' || value === undefined)
    return wrongType(field.name, `a single value of type ${field.valueType}`, value);
  return type.coerce(field, value);
}
