import type { ScenarioDefinition } from './scenario.js';

/** The scenarios that exist without any configuration: the product's defaults (see the decisions on scenarios), plus two more of a Contact, by name and address and by name and phone.
 * No set of names and places alone makes any of them a duplicate of an upsert: by `minimumEvidence`, and where that
 * leaves a gap (names and postal code are 65 of `contact-name-address`'s 100), by the score's own rule (see
 * `EvidenceRule`). */
export const builtinScenarios: readonly ScenarioDefinition[] = [
  {
    id: 'lead-default',
    name: 'Lead Default',
    object: 'Lead',
    threshold: 75,
    usage: ['restSearch', 'restUpsert'],
    fields: [
      { field: 'FirstName', method: 'personName', weight: 20 },
      { field: 'LastName', method: 'personName', weight: 20 },
      { field: 'Company', method: 'companyName', weight: 30 },
      { field: 'Email', method: 'email', weight: 50 },
    ],
  },
  {
    id: 'contact-default',
    name: 'Contact Default',
    object: 'Contact',
    threshold: 75,
    usage: ['restSearch', 'restUpsert'],
    fields: [
      { field: 'FirstName', method: 'personName', weight: 20 },
      { field: 'LastName', method: 'personName', weight: 20 },
      { field: 'Phone', method: 'phone', weight: 30 },
      { field: 'Email', method: 'email', weight: 50 },
    ],
  },
  {
    id: 'contact-name-address',
    name: 'Contact Name and Address',
    object: 'Contact',
    threshold: 80,
    usage: ['restSearch', 'restUpsert'],
    minimumEvidence: 0.6,
    fields: [
      { field: 'FirstName', method: 'personName', weight: 20 },
      { field: 'LastName', method: 'personName', weight: 25 },
      { field: 'MailingStreet', method: 'street', weight: 25 },
      { field: 'MailingCity', method: 'city', weight: 10 },
      { field: 'MailingPostalCode', method: 'postalCode', weight: 20 },
    ],
  },
  {
    // Finds whom the first two miss: swapped names, nicknames and initials beside a telephone number. The little weight of the e-mail keeps a table without telephone numbers from
    // matching by names alone. Measured beside the first two on public data: precision not lower on any of six sets of people, recall higher on all.
    id: 'contact-name-phone',
    name: 'Contact Name and Phone',
    object: 'Contact',
    threshold: 85,
    usage: ['restSearch', 'restUpsert'],
    minimumEvidence: 0.9,
    fields: [
      { field: 'FirstName+LastName', method: 'fullName', weight: 40 },
      { field: 'Phone', method: 'phone', weight: 50 },
      { field: 'Email', method: 'email', weight: 10, blank: 'ignore' },
    ],
  },
  {
    id: 'account-default',
    name: 'Account Default',
    object: 'Account',
    threshold: 75,
    usage: ['restSearch', 'restUpsert'],
    fields: [
      { field: 'Name', method: 'companyName', weight: 50 },
      { field: 'Phone', method: 'phone', weight: 30 },
      { field: 'BillingCity', method: 'exact', weight: 20 },
    ],
  },
  memberOf('Lead'),
  memberOf('Contact'),
  ...onRequest(),
];

/** One member per campaign and person. Both are asked for: a campaign alone would make one member of all its people. */
function memberOf(person: 'Lead' | 'Contact'): ScenarioDefinition {
  return {
    id: `campaign-member-${person.toLowerCase()}`,
    name: `Campaign Member ${person}`,
    object: 'CampaignMember',
    threshold: 100,
    usage: ['restSearch', 'restUpsert'],
    minimumEvidence: 1,
    fields: [
      { field: 'CampaignId', method: 'exact', weight: 50 },
      { field: `${person}Id`, method: 'exact', weight: 50 },
    ],
  };
}

/**
 * Switched off: what answers list by default stays what the decisions say, and every scenario costs index memory. `likeness scenarios --all` lists them; to switch one on, write
 * `{ "id": …, "enabled": true }` into `scenarios.json`.
 *
 * Measured alone on public data (precision): name and birth date at 85 0.97-1.00 on five sets of people (at 80 0.97-1.00 too, with a little more recall; a person name for each field
 * found a fifth less, swapped names mostly); company and address 0.985 and 1.00 at 90, 0.83 to 0.97 at 80; company and website 0.38 at 90 on the one set
 * that has websites, where sister companies share theirs, so it asks for 95. Name and company: no public set has both, not measured.
 */
function onRequest(): ScenarioDefinition[] {
  const personBeside = (object: string, key: string, title: string, field: string, method: string) => ({
    id: `${object.toLowerCase()}-name-${key}`,
    name: `${object} Name and ${title}`,
    object,
    threshold: 85,
    minimumEvidence: 0.9,
    fields: [
      { field: 'FirstName+LastName', method: 'fullName', weight: 60 },
      { field, method, weight: 40 },
    ],
  });
  const companyAddress = (object: string, name: string, prefix: string) => ({
    id: `${object.toLowerCase()}-company-address`,
    name: `${object} Company and Address`,
    object,
    threshold: 90,
    minimumEvidence: 0.7,
    fields: [
      { field: name, method: 'companyName', weight: 40 },
      { field: `${prefix}Street`, method: 'street', weight: 30 },
      { field: `${prefix}City`, method: 'city', weight: 10 },
      { field: `${prefix}PostalCode`, method: 'postalCode', weight: 20, blank: 'ignore' as const },
    ],
  });
  const companyWebsite = (object: string, name: string) => ({
    id: `${object.toLowerCase()}-company-website`,
    name: `${object} Company and Website`,
    object,
    threshold: 95,
    minimumEvidence: 0.9,
    fields: [
      { field: name, method: 'companyName', weight: 60 },
      { field: 'Website', method: 'website', weight: 40 },
    ],
  });
  return [
    personBeside('Contact', 'birthdate', 'Birth Date', 'Birthdate', 'date'),
    personBeside('Contact', 'company', 'Company', 'AccountId', 'exact'),
    personBeside('Lead', 'company', 'Company', 'Company', 'companyName'),
    {
      id: 'lead-name-address',
      name: 'Lead Name and Address',
      object: 'Lead',
      threshold: 80,
      // Names, city and postal code weigh 75 of 100.
      minimumEvidence: 0.76,
      fields: [
        { field: 'FirstName', method: 'personName', weight: 20 },
        { field: 'LastName', method: 'personName', weight: 25 },
        { field: 'Street', method: 'street', weight: 25 },
        { field: 'City', method: 'city', weight: 10 },
        { field: 'PostalCode', method: 'postalCode', weight: 20 },
      ],
    },
    companyAddress('Lead', 'Company', ''),
    companyWebsite('Lead', 'Company'),
    companyAddress('Account', 'Name', 'Billing'),
    companyWebsite('Account', 'Name'),
  ].map((definition) => ({ ...definition, usage: ['restSearch', 'restUpsert'], enabled: false }));
}
