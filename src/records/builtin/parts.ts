import type { FieldDefinition, ObjectDefinition } from '../object-schema.js';

/** In the form of `objects.json`, without Id and audit fields. */
export interface BuiltInObject extends ObjectDefinition {
  /** The service fills `Name` from first and last name. */
  hasCompoundName?: true;
}

/** @param prefix `Mailing` */
export function addressFields(prefix: string): FieldDefinition[] {
  return [
    { name: `${prefix}Street`, type: 'textarea', length: 255 },
    { name: `${prefix}City`, type: 'string', length: 40 },
    { name: `${prefix}State`, type: 'string', length: 80 },
    { name: `${prefix}PostalCode`, type: 'string', length: 20 },
    { name: `${prefix}Country`, type: 'string', length: 80 },
    { name: `${prefix}StateCode`, type: 'picklist', length: 10 },
    { name: `${prefix}CountryCode`, type: 'picklist', length: 10 },
    { name: `${prefix}Latitude`, type: 'number' },
    { name: `${prefix}Longitude`, type: 'number' },
  ];
}

/** The service fills `Name`: see `compound.ts`. */
export const personNameFields: readonly FieldDefinition[] = [
  { name: 'LastName', type: 'string', length: 80, required: true, label: 'Last Name' },
  { name: 'FirstName', type: 'string', length: 40, label: 'First Name' },
  { name: 'MiddleName', type: 'string', length: 40, label: 'Middle Name' },
  { name: 'Suffix', type: 'string', length: 40 },
  { name: 'Name', type: 'string', length: 121, label: 'Full Name' },
];

export const salutationField: FieldDefinition = { name: 'Salutation', type: 'picklist', length: 40 };

export const ownerField: FieldDefinition = {
  name: 'OwnerId',
  type: 'reference',
  referenceTo: ['User', 'Group'],
  label: 'Owner ID',
};
export const descriptionField: FieldDefinition = { name: 'Description', type: 'textarea', length: 32_000 };
