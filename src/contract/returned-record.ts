import type { ObjectType } from '../records/object-type.js';

/**
 * A record that a search or a GET returned can be sent back. Besides fields it holds `attributes`, and parents as maps
 * with `attributes` of their own: neither is a value of the record, so both are passed over. A parent without
 * `attributes` did not come from an answer: it may be meant as a link, and is refused rather than lost.
 *
 * Its read-only fields are a matter of two rules: they may be returned, and they may not be set. In a record that is
 * sent back (`attributes` and `Id`) they say what was. Those that change by themselves (formulas, summaries, who and
 * when of the last change, a person's Name) are passed over; those that never change must be what is stored. In any
 * other record a read-only field is an attempt to set it.
 */
export function isAddedToFields(type: ObjectType, name: string, value: unknown): boolean {
  return isAttributes(name) || (type.relationship(name) !== undefined && wasReturned(value));
}

/** Whether a map carries the mark of an answer. */
export function wasReturned(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  for (const name of Object.keys(value)) if (isAttributes(name)) return true;
  return false;
}

function isAttributes(name: string): boolean {
  return name.length === 10 && name.toLowerCase() === 'attributes';
}
