import type { MethodKind } from './method-traits.js';
import type { MatchMethod } from './method.js';

/** Fields that hold a part of a person's name, whatever method compares them. */
const NAME = /^(?:(?:First|Middle|Last|Given|Family|Full|Nick|Maiden)_?Name|Salutation|Suffix)(?:__c)?$/i;
/** `MailingCity`, `State__c`; not `Velocity`, not `Estate`. */
const PLACE =
  /(?:^|[a-z_])(?:City|Town|State(?:Code|Province)?|Province|County|Country(?:Code)?|PostalCode|Postcode|Zip(?:Code)?)(?:__c)?$/;

const WEAK_KINDS: ReadonlySet<MethodKind> = new Set(['personName', 'place', 'remark']);

/**
 * Whether a scenario field compares no more than a person's name or a place (city, state, country, postal code): two
 * people called John Smith in one city are two people, so an upsert may not rest on such fields alone. Company names
 * may stand alone, and so may anything else.
 *
 * @param fields declared names of the fields compared
 * @param isPerson whether the object's `Name` is a person's
 */
export function isNameOrPlace(fields: readonly string[], method: MatchMethod, isPerson: boolean): boolean {
  if (method.kind !== undefined && WEAK_KINDS.has(method.kind)) return true;
  return fields.every((field) => NAME.test(field) || PLACE.test(field) || (isPerson && field === 'Name'));
}
