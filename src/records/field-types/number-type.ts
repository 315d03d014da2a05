import { Decimal } from 'decimal.js';
import type { Field } from '../object-type.js';
import { accepted, glimpse, refused, wrongType, type Coerced } from '../coerced.js';
import type { ValueTypeDefinition } from './type-definition.js';

export function numberType(platformName?: string): ValueTypeDefinition {
  return {
    attributes: ['required', 'default', 'externalId', 'unique'],
    coerce,
    comparesAs: 'number',
    blank: null,
    ...(platformName !== undefined && { platformName }),
  };
}

/** Maximum length of a number as text. No valid number is longer. */
const MAX_TEXT = 64;
const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,4})?$/;
/** A double always preserves this many significant digits. */
const SAFE_DIGITS = 15;

/** Accepts numbers from -(2^53-1) to 2^53-1. Converts -0 to 0. */
function coerce(field: Field, value: unknown): Coerced {
  const expected = field.valueType === 'integer' ? 'an integer' : 'a number';
  const parsed = typeof value === 'string' ? readNumber(value.trim()) : value;
  if (parsed === null) return accepted(null);
  if (parsed === 'inexact')
    return refused('NUMBER_OUTSIDE_VALID_RANGE', field.name, `${glimpse(value)} has more digits than can be stored`);
  if (typeof parsed !== 'number' || Number.isNaN(parsed)) return wrongType(field.name, expected, value);
  if (Math.abs(parsed) > Number.MAX_SAFE_INTEGER)
    return refused('NUMBER_OUTSIDE_VALID_RANGE', field.name, `${glimpse(value)} exceeds ${Number.MAX_SAFE_INTEGER}`);
  if (field.valueType === 'integer' && !Number.isInteger(parsed)) return wrongType(field.name, expected, value);
  return accepted(parsed === 0 ? 0 : parsed);
}

/** Returns `null` if the text is blank, `undefined` if it is not a number, `inexact` if no double is exactly equal. */
function readNumber(text: string): number | 'inexact' | null | undefined {
  if (text === '') return null;
  if (text.length > MAX_TEXT || !DECIMAL.test(text)) return undefined;
  const number = Number(text);
  // If the number is out of range, the caller has a clearer message.
  if (Math.abs(number) > Number.MAX_SAFE_INTEGER || (text.length <= SAFE_DIGITS && !/e/i.test(text))) return number;
  const exact = new Decimal(text);
  return exact.equals(new Decimal(number)) ? number : 'inexact';
}
