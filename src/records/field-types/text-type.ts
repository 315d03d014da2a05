import type { Field } from '../object-type.js';
import { accepted, glimpse, refused, wrongType, type Coerced } from '../coerced.js';
import type { ValueTypeDefinition } from './type-definition.js';

/** A type of texts. @param defaultLength in UTF-16 code units */
export function textType(
  defaultLength: number,
  coerce: ValueTypeDefinition['coerce'] = coerceText,
): ValueTypeDefinition {
  return {
    attributes: ['length', 'required', 'default', 'externalId'],
    defaultLength,
    coerce,
    comparesAs: 'text',
    blank: null,
  };
}

/** Text of any kind: blanks at both ends are cut, as the platform does; what is left empty is `null`. */
export function coerceText(field: Field, value: unknown): Coerced {
  const text = asText(value);
  if (text === undefined) return wrongType(field.name, 'text', value);
  return checkText(field, text);
}

/** Text in the form that is stored, within the field's length. */
export function checkText(field: Field, text: string): Coerced {
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

/** A text, or the text of a number or boolean that loses nothing by it. `undefined` for everything else. */
export function asText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  // Above 2^53 a JSON number may already have lost digits on its way here.
  if (typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER) return String(value);
  return undefined;
}

/**
 * NUL and halves of surrogate pairs are refused rather than repaired: UTF-8 and databases cannot keep them, and
 * dropping them would change the value silently. Every other character survives JSON, disk and database.
 */
function unstorable(text: string): string | undefined {
  const nul = text.indexOf('\0');
  if (nul >= 0) return `text holds a NUL character (position ${nul}), which cannot be stored`;
  if (!text.isWellFormed()) return 'text holds half of a surrogate pair, which cannot be stored';
  return undefined;
}
