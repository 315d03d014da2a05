import { accepted, wrongType, type Coerced } from './coerced.js';
import { valueTypes } from './field-types/index.js';
import type { Field } from './object-type.js';

export type { Coerced } from './coerced.js';

/**
 * Converts a submitted value if no information is lost. `""` and `null` become `null`, except in booleans, which are
 * never `null`. Idempotent. Never throws. Does not check whether the field may be written or is required. Error codes:
 * `INVALID_TYPE_ON_FIELD_IN_RECORD`, `STRING_TOO_LONG`, `NUMBER_OUTSIDE_VALID_RANGE`, `INVALID_EMAIL_ADDRESS`,
 * `INVALID_OR_NULL_FOR_RESTRICTED_PICKLIST`, `MALFORMED_ID`, `FIELD_INTEGRITY_EXCEPTION` (the field may not refer to an
 * Id of this type).
 */
export function coerce(field: Field, value: unknown): Coerced {
  const type = valueTypes[field.valueType];
  if ((value === null || value === '') && type.blank === null) return accepted(null);
  if ((typeof value === 'object' && value !== null) || typeof value === 'function' || value === undefined)
    return wrongType(field.name, `a single value of type ${field.valueType}`, value);
  return type.coerce(field, value);
}
