import type { BlankRule, ScenarioDefinition } from './scenario.js';

type Field = readonly [name: string, method: string, weight: number, blank?: BlankRule];
type Rules = Pick<ScenarioDefinition, 'threshold' | 'minimumEvidence' | 'evidenceInSearch'>;

function scenario(
  id: string,
  object: string,
  name: string,
  rules: Rules,
  fields: readonly Field[],
): ScenarioDefinition {
  return {
    id,
    name,
    object,
    ...rules,
    usage: ['restSearch', 'restUpsert'],
    fields: fields.map(([field, method, weight, blank]) => ({ field, method, weight, ...(blank && { blank }) })),
  };
}

const personFields = (first: number, last: number): Field[] => [
  ['FirstName', 'personName', first],
  ['LastName', 'personName', last],
];

/** Fields for a person's phone numbers. Any number may be in any of these fields. */
const CONTACT_PHONES = 'Phone|MobilePhone|HomePhone|OtherPhone';
const LEAD_PHONES = 'Phone|MobilePhone';

/** Last name and address have 80 of 100 points. The first name is needed, because members of a household share both. */
const personAddressFields = (prefix: string): Field[] => [
  ...personFields(20, 25),
  [`${prefix}Street`, 'street', 25],
  [`${prefix}City`, 'city', 10],
  [`${prefix}PostalCode`, 'postalCode', 20],
  ['FirstName+LastName', 'fullName', 10, 'ignore'],
];

/** Requires both fields, because the campaign alone would match all of its members. */
function memberOf(person: 'Lead' | 'Contact'): ScenarioDefinition {
  const rules = { threshold: 100, minimumEvidence: 1 };
  return scenario(`campaign-member-${person.toLowerCase()}`, 'CampaignMember', `Campaign Member ${person}`, rules, [
    ['CampaignId', 'exact', 50],
    [`${person}Id`, 'exact', 50],
  ]);
}

function personBeside(object: string, key: string, title: string, field: string, method: string): ScenarioDefinition {
  const rules = { threshold: 85, minimumEvidence: 0.9 };
  return scenario(`${object.toLowerCase()}-name-${key}`, object, `${object} Name and ${title}`, rules, [
    ['FirstName+LastName', 'fullName', 60],
    [field, method, 40],
  ]);
}

/** Finds swapped names and different last names, which the default scenario misses: it compares field by field. */
function nameEmail(object: 'Contact' | 'Lead'): ScenarioDefinition {
  const rules: Rules = { threshold: 75, minimumEvidence: 1, evidenceInSearch: 'whole' };
  return scenario(`${object.toLowerCase()}-name-email`, object, `${object} Name and Email`, rules, [
    ['FirstName+LastName', 'fullName', 40],
    ['Email', 'email', 50],
  ]);
}

function companyAddress(object: string, name: string, prefix: string): ScenarioDefinition {
  // A city has several names and spellings, and some companies have no street.
  const rules = { threshold: 90, minimumEvidence: 0.5 };
  return scenario(`${object.toLowerCase()}-company-address`, object, `${object} Company and Address`, rules, [
    [name, 'companyName', 40],
    [`${prefix}Street`, 'street', 30],
    [`${prefix}City`, 'city', 10],
    [`${prefix}PostalCode`, 'postalCode', 20, 'ignore'],
  ]);
}

function companyWebsite(object: string, name: string): ScenarioDefinition {
  const rules = { threshold: 95, minimumEvidence: 0.9 };
  return scenario(`${object.toLowerCase()}-company-website`, object, `${object} Company and Website`, rules, [
    [name, 'companyName', 60],
    ['Website', 'website', 40],
  ]);
}

/**
 * Disabled by default: the default list of scenarios is fixed, and each scenario uses index memory. To enable one, add
 * `{ "id": …, "enabled": true }` to `scenarios.json`. Precision of each scenario alone on public data:
 * - Name and birth date: 0.97 to 1.00 at threshold 85 on five data sets of people. Comparing first and last name
 *   separately finds 20% fewer pairs.
 * - Company and address: 0.985 and 1.00 at threshold 90, 0.83 to 0.97 at threshold 80.
 * - Company and website: 0.38 at threshold 90 on the only data set with websites. Sister companies share a website,
 *   so the threshold is 95.
 * - Name and company: not measured, because no public data set has both.
 */
const onRequest: readonly ScenarioDefinition[] = [
  personBeside('Contact', 'birthdate', 'Birth Date', 'Birthdate', 'date'),
  personBeside('Contact', 'company', 'Company', 'AccountId', 'exact'),
  personBeside('Lead', 'company', 'Company', 'Company', 'companyName'),
  scenario(
    'lead-name-address',
    'Lead',
    'Lead Name and Address',
    { threshold: 80, minimumEvidence: 0.78 },
    personAddressFields(''),
  ),
  companyAddress('Lead', 'Company', ''),
  companyWebsite('Lead', 'Company'),
];

/**
 * The default scenarios. For people, the name is combined with address, phone or e-mail, and for companies with address
 * or website. `minimumEvidence` or the `OverlapRule` prevents upserts by name and place alone.
 */
export const builtinScenarios: readonly ScenarioDefinition[] = [
  scenario('lead-default', 'Lead', 'Lead Default', { threshold: 75 }, [
    ...personFields(20, 20),
    ['Company', 'companyName', 30],
    ['Email', 'email', 50],
  ]),
  scenario('contact-default', 'Contact', 'Contact Default', { threshold: 75 }, [
    ...personFields(20, 20),
    [CONTACT_PHONES, 'phone', 30],
    ['Email', 'email', 50],
  ]),
  // `minimumEvidence` exceeds the weight of names and city (66 of 190). The birth date separates people with the same
  // name in the same city. If the birth date agrees, the first name may differ (160 of 190).
  scenario('contact-name-address', 'Contact', 'Contact Name and Address', { threshold: 80, minimumEvidence: 0.3473 }, [
    ...personAddressFields('Mailing'),
    ['Birthdate', 'date', 80, 'ignore'],
  ]),
  // Matches swapped names, nicknames and initials if the phone number or the birth date also agrees (80 of 150). The
  // first name is in two fields. Together with the birth date, the first name outweighs a last name changed by marriage
  // (110 of 140), but twins stay below the threshold (100 of 140). Name and birth date alone are not a default
  // scenario, because a search without a birth date would return everyone with that name.
  scenario(
    'contact-name-phone',
    'Contact',
    'Contact Name and Phone',
    { threshold: 75, minimumEvidence: 0.5333, evidenceInSearch: 'whole' },
    [
      ['FirstName+LastName', 'fullName', 30],
      ['FirstName', 'personName', 10, 'ignore'],
      [CONTACT_PHONES, 'phone', 50, 'ignore'],
      ['Birthdate', 'date', 50, 'ignore'],
      ['Email', 'email', 10, 'ignore'],
    ],
  ),
  nameEmail('Contact'),
  nameEmail('Lead'),
  // Like `contact-name-phone`, but without a birth date.
  scenario(
    'lead-name-phone',
    'Lead',
    'Lead Name and Phone',
    { threshold: 75, minimumEvidence: 0.8, evidenceInSearch: 'whole' },
    [
      ['FirstName+LastName', 'fullName', 30],
      ['FirstName', 'personName', 10, 'ignore'],
      [LEAD_PHONES, 'phone', 50],
      ['Email', 'email', 10, 'ignore'],
    ],
  ),
  scenario('account-default', 'Account', 'Account Default', { threshold: 75 }, [
    ['Name', 'companyName', 50],
    ['Phone', 'phone', 30],
    ['BillingCity', 'exact', 20],
  ]),
  companyAddress('Account', 'Name', 'Billing'),
  companyWebsite('Account', 'Name'),
  memberOf('Lead'),
  memberOf('Contact'),
  ...onRequest.map((definition) => ({ ...definition, enabled: false })),
];
