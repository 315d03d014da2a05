import type { Field } from '../records/object-type.js';

const BY_NAME: readonly (readonly [RegExp, string])[] = [
  [/^(First|Last)Name$/i, 'personName'],
  [/Street$/i, 'street'],
  [/City$/i, 'city'],
  [/PostalCode$/i, 'postalCode'],
  [/^(Company|CompanyName|AccountName)(__c)?$/i, 'companyName'],
];
const BY_TYPE: Readonly<Partial<Record<Field['type'], string>>> = {
  email: 'email',
  phone: 'phone',
  url: 'website',
};

/** The match method that a field's name and type call for; `undefined` for a field that says little of who a record is. */
export function methodFor(objectName: string, field: Field): string | undefined {
  // A person's Name repeats first and last name; an account's is its company.
  if (field.name === 'Name') return objectName === 'Account' ? 'companyName' : undefined;
  if (field.type === 'date') return /birth/i.test(field.name) ? 'date' : undefined;
  return BY_NAME.find(([pattern]) => pattern.test(field.name))?.[1] ?? BY_TYPE[field.type];
}
