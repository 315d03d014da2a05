import type { FieldGroup, SurvivorshipRules } from './rules.js';

const ADDRESS_PARTS = ['Street', 'City', 'State', 'PostalCode', 'Country'];

/**
 * Rules without any configuration: the most complete record is the master (then the one modified last, then the
 * oldest), its blanks are filled from the others in that order, addresses stay whole, and no opt-out is lost.
 *
 * @param fields names of the fields that the records have
 */
export function defaultRules(fields: readonly string[]): SurvivorshipRules {
  return {
    master: [{ kind: 'mostComplete' }, { kind: 'latestModified' }, { kind: 'oldest' }],
    groups: usualGroups(fields),
    otherFields: { kind: 'firstNonBlank' },
  };
}

/** Groups of fields that no rule names. */
export function usualGroups(fields: readonly string[]): FieldGroup[] {
  const optOuts = fields.filter((field) => /^(?:DoNotCall|HasOptedOut)/.test(field));
  return [
    ...addressGroups(fields),
    ...optOuts.map((field): FieldGroup => ({ fields: [field], rule: { kind: 'union' } })),
  ];
}

/** `MailingStreet`, `MailingCity` ... belong together, and so do `Street`, `City` ... */
function addressGroups(fields: readonly string[]): FieldGroup[] {
  const known = new Set(fields);
  return fields
    .filter((field) => field.endsWith('Street'))
    .flatMap((street): FieldGroup[] => {
      const prefix = street.slice(0, -'Street'.length);
      const together = ADDRESS_PARTS.map((part) => prefix + part).filter((field) => known.has(field));
      return together.length < 2 ? [] : [{ fields: together, rule: { kind: 'firstNonBlank' } }];
    });
}
