import type { ErrorCode } from './contract/error-codes.js';
import type { FieldValue } from './record.js';

/** `message` begins with the field's name. The response contains `errorCode: message`. */
export type Coerced =
  | { readonly ok: true; readonly value: FieldValue }
  | { readonly ok: false; readonly errorCode: ErrorCode; readonly message: string };

export function accepted(value: FieldValue): Coerced {
  return { ok: true, value };
}

export function refused(errorCode: ErrorCode, field: string, problem: string): Coerced {
  return { ok: false, errorCode, message: `${field}: ${problem}` };
}

export function wrongType(field: string, expected: string, value: unknown): Coerced {
  return refused(
    'INVALID_TYPE_ON_FIELD_IN_RECORD',
    field,
    `value not of required type: ${glimpse(value)} (expected ${expected})`,
  );
}

const GLIMPSE_LENGTH = 60;

/** Shortens a value for a message, because it may have megabytes or control characters. */
export function glimpse(value: unknown): string {
  if (typeof value === 'string') {
    const start = value.length <= GLIMPSE_LENGTH ? value : `${value.slice(0, GLIMPSE_LENGTH - 3)}...`;
    // Removes control characters, line separators, and half surrogate pairs, which cutting may leave.
    return start.replace(/[\p{Cc}\p{Cs}\u2028\u2029]/gu, ' ');
  }
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return String(value);
  return Array.isArray(value) ? 'an array' : `a value of type ${typeof value}`;
}
