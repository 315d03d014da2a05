import type { FieldGroup, SurvivorshipRules } from './rules.js';

const ADDRESS_PARTS = ['Street', 'City', 'State', 'PostalCode', 'Country'];

/**
 * Returns the rules without configuration. The master is the most complete record, then the last modified, then the
 * oldest. Blanks are filled from the other records, the parts of an address are kept together, and no opt-out is lost.
 * @param fields of the records
 */
export function defaultRules(fields: readonly string[]): SurvivorshipRules {
  return {
    master: [{ kind: 'mostComplete' }, { kind: 'latestModified' }, { kind: 'oldest' }],
    groups: usualGroups(fields),
    otherFields: { kind: 'firstNonBlank' },
  };
}

export function usualGroups(fields: readonly string[]): FieldGroup[] {
  const optOuts = fields.filter((field) => /^(?:DoNotCall|HasOptedOut)/.test(field));
  return [
    ...addressGroups(fields),
    ...optOuts.map((field): FieldGroup => ({ fields: [field], rule: { kind: 'union' } })),
  ];
}

/** Groups the parts of an address: `MailingStreet`, `MailingCity` ... are one group, `Street`, `City` ... another. */
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
