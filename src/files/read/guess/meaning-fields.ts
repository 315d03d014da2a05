import { shippedList } from '../../../matching/lists/shipped-list.js';
import type { Field, ObjectType } from '../../../records/object-type.js';
import type { Meaning } from './label-table.js';

/** Fields by meaning, best first. Parts of an address are identified by the end of the field's name. */
const byName = new Map(
  shippedList('meaning-fields').map((line) => line.split(': ') as [meaning: string, fields: string]),
);
const addressParts: Partial<Record<Meaning, string>> = {
  street: 'Street',
  city: 'City',
  birthplace: 'City',
  state: 'State',
  postalCode: 'PostalCode',
  country: 'Country',
  countryCode: 'CountryCode',
};
/** Kinds of address, most often compared first. */
const ADDRESSES = ['Mailing', 'Billing', '', 'Shipping', 'Other'];
/** Type of the field to use if no field has the usual name. */
const byType: Partial<Record<Meaning, Field['type']>> = { email: 'email', phone: 'phone', website: 'url' };

export const isOfPeople = (type: ObjectType): boolean => type.field('LastName') !== undefined;

/** Returns fields, best first. @param address kind of address in the label, such as `Billing` */
export function fieldsFor(type: ObjectType, meaning: Meaning, address: string | undefined): Field[] {
  const part = addressParts[meaning];
  const names = part === undefined ? (byName.get(meaning)?.split(' ') ?? []) : addressFields(type, part, address);
  if (meaning === 'company' && !isOfPeople(type)) names.push('Name');
  const found = names.flatMap((name) => type.field(name) ?? type.field(`${name}__c`) ?? []);
  const wanted = byType[meaning];
  if (found.length > 0 || wanted === undefined) return found;
  return type.fields.filter((field) => field.type === wanted).slice(0, 1);
}

/** Returns only fields of the label's kind of address, because a delivery address is not a place of residence. */
function addressFields(type: ObjectType, part: string, address: string | undefined): string[] {
  const kinds = ADDRESSES.filter((kind) => type.field(kind + part) !== undefined);
  if (address !== undefined && kinds.includes(address)) return [address + part];
  const [main] = kinds;
  return main === undefined || address === 'Shipping' || address === 'Other' ? [] : [main + part];
}
