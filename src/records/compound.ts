import type { ObjectType } from './object-type.js';
import type { FieldValues } from './record.js';

/** The platform fills the `Name` of Contact, Lead and User from first and last name. */
export function hasCompoundName(type: ObjectType): boolean {
  return type.field('Name')?.isSystem === true;
}

/** `null` when both are blank. Ignores salutation, middle name and suffix. */
export function personName(fields: Readonly<FieldValues>): string | null {
  const parts = [fields['FirstName'], fields['LastName']].filter((part) => typeof part === 'string' && part !== '');
  return parts.length === 0 ? null : parts.join(' ');
}
