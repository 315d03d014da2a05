import fc from 'fast-check';
import type { Configuration } from '../../src/store/config/configuration.js';
import type { FromSchema, JsonSchema } from './from-schema.js';
import { HOSTILE } from './spoil.js';

export const hostile = fc.constantFrom(...HOSTILE);
/** An Id from a response. */
export const knownId = fc.nat(50).map((n) => `@id${n}`);

/** Upserts that usually succeed, for few people, so that they match each other and later requests find them. */
export function plausibleUpserts(): fc.Arbitrary<unknown> {
  const [first, last] = [fc.constantFrom('Jenniffer', 'Jennifer', 'Bo'), fc.constantFrom('Lindqvist', 'Smith', 'Ng')];
  const email = fc.constantFrom('jen@example.com', 'bo@example.com');
  const options = {
    duplicateCheck: fc.boolean(),
    duplicateScore: fc.constantFrom(0, 80, 100),
    allOrNone: fc.boolean(),
  };
  const contact = fc.record({ FirstName: first, LastName: last, Email: email }, { requiredKeys: ['LastName'] });
  const contacts = fc.array(
    fc.record({
      objectType: fc.constant('Contact'),
      referenceField: fc.constant('AccountId'),
      duplicateCheck: fc.boolean(),
      objectData: fc.oneof({ weight: 6, arbitrary: contact }, { weight: 1, arbitrary: fc.constant({}) }),
    }),
    { maxLength: 3 },
  );
  const company = fc.constantFrom('Harbour Tools', 'Harbor Tools Ltd', 'Example');
  const one = fc.oneof(
    fc.record({ objectType: fc.constant('Contact'), objectData: contact, ...options }),
    fc.record({
      objectType: fc.constant('Lead'),
      objectData: fc.tuple(contact, company).map(([person, Company]) => ({ ...person, Company })),
      ...options,
    }),
    fc.record({
      objectType: fc.constant('Account'),
      objectData: company.map((Name) => ({ Name })),
      relatedList: contacts,
      ...options,
    }),
    fc.record({ objectType: fc.constant('Contact'), objectData: fc.record({ Id: knownId, Title: last }) }),
  );
  return one.map((input) => ({ input }));
}

/** Searches for these people, and explanations of their pairs. */
export function plausibleQuestions(): { search: fc.Arbitrary<unknown>; explain: fc.Arbitrary<unknown> } {
  const values = fc.record(
    {
      FirstName: fc.constantFrom('Jenniffer', 'Jennifer', 'Bo'),
      LastName: fc.constantFrom('Lindqvist', 'Smith', 'Ng'),
      Email: fc.constantFrom('jen@example.com', 'bo@example.com'),
    },
    { requiredKeys: ['LastName'] },
  );
  const objectPrefix = fc.constantFrom('00Q', '003');
  return {
    search: fc.record({ objectPrefix, objectData: values }),
    explain: fc.oneof(
      fc.record({ objectPrefix, objectData: values, otherData: values }),
      fc.record({ objectPrefix, objectData: values, recordId: knownId }),
    ),
  };
}

export function drawFrom(components: Record<string, JsonSchema>, { registry }: Configuration): FromSchema {
  const fields = [...new Set(registry.types.flatMap((one) => one.fields.map(({ name }) => name)))];
  const key = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...fields, 'Id') },
    { weight: 1, arbitrary: fc.string({ maxLength: 20 }) },
    { weight: 1, arbitrary: hostile },
  );
  const text = fc.oneof(
    fc.constantFrom('Jenniffer', 'Jennifer', 'Lindqvist', 'Smith', 'Example Ltd', 'jen@example.com', '+1 212 555 0100'),
    fc.string({ unit: 'grapheme', maxLength: 30 }),
    knownId,
    hostile,
  );
  const any = fc.oneof(
    { weight: 6, arbitrary: text },
    { weight: 1, arbitrary: fc.double() },
    { weight: 1, arbitrary: fc.boolean() },
    { weight: 1, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.jsonValue() },
  );
  const scalars = fc.oneof({ weight: 6, arbitrary: text }, fc.integer(), fc.boolean(), fc.constant(null));
  const plausible = fc.record(
    { FirstName: text, LastName: text, Email: text, Phone: text, Title: text, Id: knownId },
    { requiredKeys: ['LastName'] },
  );
  const hints = new Map<string, fc.Arbitrary<unknown>>([
    ['objectType', typeName({ registry })],
    [
      'objectPrefix',
      fc.constantFrom('00Q', '003', '00Q', '003', '00Q', '003', ...registry.types.map(({ keyPrefix }) => keyPrefix)),
    ],
    ['referenceField', fc.constantFrom(...fields.filter((name) => name.endsWith('Id')))],
    ['scenarioIds', fc.array(fc.constantFrom('lead-default', 'contact-default', '__proto__'), { maxLength: 3 })],
    ['objectData', fc.oneof({ weight: 3, arbitrary: plausible }, fc.dictionary(key, scalars, { maxKeys: 6 }))],
    ['otherData', plausible],
    ['recordId', knownId],
    ['duplicateScore', fc.constantFrom(0, 50, 75.5, 100, -1, 101)],
    ['filterDeveloperName', fc.constantFrom(null, null, null, 'none', '__proto__', '')],
  ]);
  return { components, hints, key, any };
}

export function typeName({ registry }: Pick<Configuration, 'registry'>): fc.Arbitrary<string> {
  return fc.constantFrom(...registry.types.map(({ name }) => name), 'lead', 'CONTACT');
}
