import type { Field } from '../object-type.js';
import { accepted, glimpse, refused, wrongType, type Coerced } from '../coerced.js';
import type { ValueTypeDefinition } from './type-definition.js';

/** @param defaultLength in UTF-16 code units */
export function textType(
  defaultLength: number,
  coerce: ValueTypeDefinition['coerce'] = coerceText,
): ValueTypeDefinition {
  return {
    attributes: ['length', 'required', 'default', 'externalId', 'unique'],
    defaultLength,
    coerce,
    comparesAs: 'text',
    blank: null,
  };
}

/** Trims blanks at both ends, as on the platform; empty text is `null`. */
export function coerceText(field: Field, value: unknown): Coerced {
  const text = asText(value);
  if (text === undefined) return wrongType(field.name, 'text', value);
  return checkText(field, text);
}

/** Checks text in stored form. */
function checkText(field: Field, text: string): Coerced {
  const trimmed = text.trim();
  if (trimmed === '') return accepted(null);
  if (field.length !== undefined && trimmed.length > field.length)
    return refused(
      'STRING_TOO_LONG',
      field.name,
      `data value too large: ${glimpse(trimmed)} (max length=${field.length})`,
    );
  const fault = unstorable(trimmed);
  return fault === undefined ? accepted(trimmed) : refused('INVALID_TYPE_ON_FIELD_IN_RECORD', field.name, fault);
}

/** If nothing is lost; `undefined` for everything else. */
export function asText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  // Above 2^53 parsing the JSON number may already have lost digits.
  if (typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER) return String(value);
  return undefined;
}

/** NUL and unpaired surrogates: UTF-8 and databases cannot store them. */
function unstorable(text: string): string | undefined {
  const nul = text.indexOf('\0');
  if (nul >= 0) return `text holds a NUL character (position ${nul}), which cannot be stored`;
  if (!text.isWellFormed()) return 'text holds half of a surrogate pair, which cannot be stored';
  return undefined;
}
