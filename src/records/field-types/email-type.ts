import type { Field } from '../object-type.js';
import { glimpse, refused, type Coerced } from '../coerced.js';
import { coerceText, textType } from './text-type.js';

export const email = textType(80, coerceEmail);

function coerceEmail(field: Field, value: unknown): Coerced {
  const text = coerceText(field, value);
  if (!text.ok || text.value === null || String(text.value).split(BETWEEN).every(looksLikeEmail)) return text;
  return refused('INVALID_EMAIL_ADDRESS', field.name, `invalid email address: ${glimpse(text.value)}`);
}

/** Between several addresses of one person. */
const BETWEEN = /[;,] ?| ::: /;

/** Never in an address, even when a mail header quotes it. */
const FORBIDDEN = /[\s\p{Cc}()<>[\]:;,\\"@]/u;

/** Lenient, linear: text before the last `@`, two or more labels joined by single dots after it, in any script. */
export function looksLikeEmail(text: string): boolean {
  const at = text.lastIndexOf('@');
  const local = text.slice(0, at);
  const domain = text.slice(at + 1);
  if (at < 1 || FORBIDDEN.test(local) || FORBIDDEN.test(domain)) return false;
  const labels = domain.split('.');
  return labels.length >= 2 && labels.every((label) => label !== '' && !label.startsWith('-') && !label.endsWith('-'));
}
