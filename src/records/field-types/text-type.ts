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

/** Trims spaces at both ends, as on the platform. Empty text becomes `null`. */
function coerceText(field: Field, value: unknown): Coerced {
  const text = asText(value);
  if (text === undefined) return wrongType(field.name, 'text', value);
  return checkText(field, text);
}

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

/** Converts a value to text, or returns `undefined` if information would be lost. */
function asText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  // Above 2^53, parsing the JSON may already have changed the number's last digits.
  if (typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER) return String(value);
  return undefined;
}

/** Describes a NUL or half a surrogate pair in a string, which UTF-8 or databases cannot store. */
function unstorable(text: string): string | undefined {
  const nul = text.indexOf('\0');
  if (nul >= 0) return `the text contains a NUL character at position ${nul}, which cannot be stored`;
  if (!text.isWellFormed()) return 'the text contains half of a surrogate pair, which cannot be stored';
  return undefined;
}

export const email = textType(80, coerceEmail);

function coerceEmail(field: Field, value: unknown): Coerced {
  const text = coerceText(field, value);
  if (!text.ok || text.value === null || String(text.value).split(BETWEEN).every(looksLikeEmail)) return text;
  return refused('INVALID_EMAIL_ADDRESS', field.name, `invalid email address: ${glimpse(text.value)}`);
}

/** Separators between e-mail addresses of one person. */
const BETWEEN = /[;,] ?| ::: /;

/** Characters that no e-mail address has, not even quoted in a mail header. */
const FORBIDDEN = /[\s\p{Cc}()<>[\]:;,\\"@]/u;

/** Requires only text before the last `@`, then at least two labels with single dots between them. Linear time. */
export function looksLikeEmail(text: string): boolean {
  const at = text.lastIndexOf('@');
  const local = text.slice(0, at);
  const domain = text.slice(at + 1);
  if (at < 1 || FORBIDDEN.test(local) || FORBIDDEN.test(domain)) return false;
  const labels = domain.split('.');
  return labels.length >= 2 && labels.every((label) => label !== '' && !label.startsWith('-') && !label.endsWith('-'));
}

const text = textType(255, coercePicklist);

export const picklist: ValueTypeDefinition = {
  ...text,
  attributes: [...text.attributes, 'values'],
  comparesAs: 'picklist',
};

/** Accepts a declared value, ignoring case, or any text if no values are declared. Returns the declared spelling. */
function coercePicklist(field: Field, value: unknown): Coerced {
  const text = coerceText(field, value);
  if (!text.ok || text.value === null || field.values === undefined) return text;
  const sent = String(text.value);
  const lower = sent.toLowerCase();
  const known = field.values.find((declared) => declared.toLowerCase() === lower);
  if (known !== undefined) return accepted(known);
  return refused(
    'INVALID_OR_NULL_FOR_RESTRICTED_PICKLIST',
    field.name,
    `bad value for restricted picklist field: ${glimpse(sent)} (expected one of ${field.values.slice(0, 10).join(', ')}${field.values.length > 10 ? ', ...' : ''})`,
  );
}
