import { methodOfField } from '../matching/method-of-field.js';
import type { Field } from '../records/object-type.js';

/** The match method that a field's name and type call for; `undefined` for a field that says little of who a record is. */
export function methodFor(objectName: string, field: Field): string | undefined {
  // A person's Name repeats first and last name; an account's is its company.
  if (field.name === 'Name') return objectName === 'Account' ? 'companyName' : undefined;
  if (field.type === 'date') return /birth/i.test(field.name) ? 'date' : undefined;
  return methodOfField(field.name, field.type);
}
