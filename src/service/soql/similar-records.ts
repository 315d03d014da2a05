import type { ObjectType } from '../../records/object-type.js';

/** Minimum number of digits in a phone number. */
const LEAST_DIGITS = 6;
/** Maximum number of fields compared, because each field needs a search. */
const MOST_FIELDS = 4;

/** Returns the field values that a term may represent. Each value needs a search. @param within fields to search */
export function readingsOf(type: ObjectType, term: string, within: readonly string[]): Record<string, string>[] {
  return readings(type, term).filter((reading) => Object.keys(reading).every((name) => within.includes(name)));
}

function readings(type: ObjectType, term: string): Record<string, string>[] {
  const text = term.trim();
  const ofType = (...types: readonly string[]): string[] =>
    type.fields.filter((field) => types.includes(field.type)).map(({ name }) => name);
  const each = (names: readonly string[], value: string) =>
    names.slice(0, MOST_FIELDS).map((name) => ({ [name]: value }));
  if (text.includes('@')) return each(ofType('email'), text);
  if (digitsOf(text) >= LEAST_DIGITS) return each(ofType('phone'), text);
  const words = text.split(/\s+/);
  const found: Record<string, string>[] = [];
  if (type.field('LastName') !== undefined) {
    const [last, first] = [words.at(-1)!, words.slice(0, -1).join(' ')];
    found.push({ LastName: last, ...(first !== '' && { FirstName: first }) });
    if (words.length === 1) found.push({ FirstName: text });
  } else if (type.field('Name')?.isWritable === true) found.push({ Name: text });
  if (type.field('Company') !== undefined) found.push({ Company: text });
  return found;
}

/** Returns the number of digits, or 0 if the string contains characters other than digits and separators. */
function digitsOf(text: string): number {
  return /^[-+()/.\d\s]+$/.test(text) ? text.replace(/\D/g, '').length : 0;
}
