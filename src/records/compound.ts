import type { ObjectType } from './object-type.js';
import type { FieldValues } from './record.js';

/** Returns whether `Name` is filled from first and last name, as the platform does for Contact, Lead and User. */
export function hasCompoundName(type: ObjectType): boolean {
  return type.field('Name')?.isSystem === true;
}

/** Returns first and last name, joined, or `null` if both are blank. Ignores salutation, middle name and suffix. */
export function personName(fields: Readonly<FieldValues>): string | null {
  const parts = [fields['FirstName'], fields['LastName']].filter((part) => typeof part === 'string' && part !== '');
  return parts.length === 0 ? null : parts.join(' ');
}
