import type { ObjectType } from '../object-type.js';

/** Returns the platform's message for an unknown field, with the nearest name as a hint. */
export function unknownField(type: ObjectType, name: string): string {
  const nearest = type.nearestField(name);
  const hint = nearest === undefined ? '' : `. Did you mean '${nearest}'?`;
  return `No such column '${shorten(name)}' on entity '${type.name}'${hint}`;
}

export function shorten(text: string): string {
  return text.length <= 80 ? text : `${text.slice(0, 77)}...`;
}
