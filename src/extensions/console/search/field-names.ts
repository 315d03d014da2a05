import type { FieldInfo } from '../api/types.js';
import type { TextKind } from './split-text.js';

/** Standard fields for each kind of value, most common first. */
const NAMES: Readonly<Record<TextKind, readonly string[]>> = {
  firstName: ['FirstName'],
  lastName: ['LastName'],
  company: ['Company', 'Name'],
  title: ['Title'],
  email: ['Email'],
  phone: ['Phone', 'MobilePhone'],
  mobile: ['MobilePhone', 'Phone'],
  website: ['Website'],
  street: ['Street', 'MailingStreet', 'BillingStreet'],
  postalCode: ['PostalCode', 'MailingPostalCode', 'BillingPostalCode'],
  city: ['City', 'MailingCity', 'BillingCity'],
};

/** @returns values by field of the object, and the kinds that no field of the object corresponds to */
export function fieldsFor(
  found: ReadonlyMap<TextKind, string>,
  fields: readonly FieldInfo[],
): { readonly values: ReadonlyMap<string, string>; readonly left: readonly TextKind[] } {
  const known = new Map(fields.map((field) => [field.name, field]));
  const values = new Map<string, string>();
  const left: TextKind[] = [];
  for (const [kind, value] of found) {
    const name = NAMES[kind].find((one) => known.get(one)?.createable === true && !values.has(one));
    if (name === undefined) left.push(kind);
    else values.set(name, value);
  }
  return { values, left };
}
