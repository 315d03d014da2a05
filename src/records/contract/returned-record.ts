import type { ObjectType } from '../object-type.js';

/**
 * Returns whether a member is ignored because returned records have it. A record from a search or a GET can be sent
 * back unchanged, so `attributes`, and parents with `attributes`, are ignored. A parent without `attributes` names a
 * parent by external Id (`named-parents.ts`). If `attributes` and `Id` are sent, fields that change automatically
 * (formulas, summaries, last change, a person's Name) are ignored, and other read-only fields must equal the stored
 * value. Otherwise, a read-only field is rejected.
 */
export function isAddedToFields(type: ObjectType, data: Readonly<Record<string, unknown>>, name: string): boolean {
  if (isAttributes(name) || (data[name] === null && isOfSome(name))) return true;
  return type.relationship(name) !== undefined && isReturnedParent(data, data[name]);
}

/** The platform's fields for record types, currencies and compound addresses, which some clients send blank. */
const PLATFORMS = /^(?:RecordTypeId|CurrencyIsoCode|IsPersonAccount|(?:Billing|Shipping|Mailing|Other)?Address)$/i;
const PERSONS =
  /^Person(?:ContactId|Email|(?:Home|Mobile|Other|Assistant)Phone|AssistantName|Title|Department|Birthdate|LeadSource)$/i;
const PERSONS_ADDRESS =
  /^Person(?:Mailing|Other)(?:Street|City|State|StateCode|PostalCode|Country|CountryCode|Address)$/i;

const isOfSome = (name: string): boolean => [PLATFORMS, PERSONS, PERSONS_ADDRESS].some((names) => names.test(name));

/** Returns whether a parent has `attributes`, or is `null` in a returned record. */
export function isReturnedParent(data: Readonly<Record<string, unknown>>, value: unknown): boolean {
  if (value === null) return wasReturned(data);
  if (!wasReturned(value)) return false;
  const members = Object.entries(value as Record<string, unknown>);
  const attributes = members.find(([name]) => isAttributes(name))![1] as { readonly url?: unknown } | null;
  return members.length === 1 || members.some(([name]) => name === 'Id') || attributes?.url !== undefined;
}

export function wasReturned(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  for (const name of Object.keys(value)) if (isAttributes(name)) return true;
  return false;
}

function isAttributes(name: string): boolean {
  return name.length === 10 && name.toLowerCase() === 'attributes';
}
