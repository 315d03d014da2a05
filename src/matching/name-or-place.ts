import type { MethodKind } from './method-traits.js';
import type { MatchMethod } from './method.js';

/** Fields for a person's name, regardless of the method that compares them. */
const NAME = /^(?:(?:First|Middle|Last|Given|Family|Full|Nick|Maiden)_?Name|Salutation|Suffix)(?:__c)?$/i;
/** Fields for a place: `MailingCity`, `State__c`, but not `Velocity` or `Estate`. */
const PLACE =
  /(?:^|[a-z_])(?:City|Town|State(?:Code|Province)?|Province|County|Country(?:Code)?|PostalCode|Postcode|Zip(?:Code)?)(?:__c)?$/;

const WEAK_KINDS: ReadonlySet<MethodKind> = new Set(['personName', 'place', 'remark']);

/**
 * Returns whether fields contain a person's name or a place (city, state, country, postal code). Two people called John
 * Smith in the same city are different people, so such fields alone do not suffice for an upsert.
 * @param fields declared names
 * @param isPerson whether the object's `Name` is a person's
 */
export function isNameOrPlace(fields: readonly string[], method: MatchMethod, isPerson: boolean): boolean {
  if (method.kind !== undefined && WEAK_KINDS.has(method.kind)) return true;
  return fields.every((field) => NAME.test(field) || PLACE.test(field) || (isPerson && field === 'Name'));
}
