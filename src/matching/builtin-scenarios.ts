import type { ScenarioDefinition } from './scenario.js';

/** The scenarios that exist without any configuration: the product's defaults (see the decisions on scenarios), plus name and address of a Contact. */
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
    fields: [
      { field: 'FirstName', method: 'personName', weight: 20 },
      { field: 'LastName', method: 'personName', weight: 25 },
      { field: 'MailingStreet', method: 'street', weight: 25 },
      { field: 'MailingCity', method: 'city', weight: 10 },
      { field: 'MailingPostalCode', method: 'postalCode', weight: 20 },
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
];
