import type { Field } from '../object-type.js';
import { glimpse, refused, type Coerced } from '../coerced.js';
import { coerceText, textType } from './text-type.js';

export const email = textType(80, coerceEmail);

function coerceEmail(field: Field, value: unknown): Coerced {
  const text = coerceText(field, value);
  if (!text.ok || text.value === null || looksLikeEmail(String(text.value))) return text;
  return refused('INVALID_EMAIL_ADDRESS', field.name, `invalid email address: ${glimpse(text.value)}`);
}

/** Never part of an address, whichever way it is quoted in a mail header. */
const FORBIDDEN = /[\s\p{Cc}()<>[\]:;,\\"@]/u;

/**
 * Lenient form check in linear time: something before the last `@`, and after it two or more labels joined by single
 * dots. Letters of every script are accepted on both sides. Whether the address exists is not asked.
 */
export function looksLikeEmail(text: string): boolean {
  const at = text.lastIndexOf('@');
  const local = text.slice(0, at);
  const domain = text.slice(at + 1);
  if (at < 1 || FORBIDDEN.test(local) || FORBIDDEN.test(domain)) return false;
  const labels = domain.split('.');
  return labels.length >= 2 && labels.every((label) => label !== '' && !label.startsWith('-') && !label.endsWith('-'));
}
