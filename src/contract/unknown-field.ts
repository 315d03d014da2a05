import type { ObjectType } from '../records/object-type.js';

/** The platform's words for a field that an object does not have, with the nearest name as a hint. */
export function unknownField(type: ObjectType, name: string): string {
  const nearest = type.nearestField(name);
  const hint = nearest === undefined ? '' : `. Did you mean '${nearest}'?`;
  return `No such column '${shorten(name)}' on entity '${type.name}'${hint}`;
}

/** Names come from outside: a message never repeats more than a glimpse of them. */
export function shorten(text: string): string {
  return text.length <= 80 ? text : `${text.slice(0, 77)}...`;
}
