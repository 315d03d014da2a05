import type { MethodKind } from './method-traits.js';
import type { MatchMethod } from './method.js';

/** Fields for a part of a person's name, with any method. */
const NAME = /^(?:(?:First|Middle|Last|Given|Family|Full|Nick|Maiden)_?Name|Salutation|Suffix)(?:__c)?$/i;
/** `MailingCity`, `State__c`; not `Velocity`, not `Estate`. */
const PLACE =
  /(?:^|[a-z_])(?:City|Town|State(?:Code|Province)?|Province|County|Country(?:Code)?|PostalCode|Postcode|Zip(?:Code)?)(?:__c)?$/;

const WEAK_KINDS: ReadonlySet<MethodKind> = new Set(['personName', 'place', 'remark']);

/**
 * Whether a scenario field compares only a person's name or a place (city, state, country, postal code). Two people
 * called John Smith in one city are two people, so such fields alone do not suffice for an upsert. Company names and
 * all other fields do.
 * @param fields declared names of the fields compared
 * @param isPerson whether the object's `Name` is a person's
 */
export function isNameOrPlace(fields: readonly string[], method: MatchMethod, isPerson: boolean): boolean {
  if (method.kind !== undefined && WEAK_KINDS.has(method.kind)) return true;
  return fields.every((field) => NAME.test(field) || PLACE.test(field) || (isPerson && field === 'Name'));
}
