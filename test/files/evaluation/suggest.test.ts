import { describe, expect, it } from 'vitest';
import { profileField } from '../../../src/files/evaluation/profile.js';
import { suggestScenarios, usualMethod } from '../../../src/files/evaluation/suggest.js';
import { createMethods } from '../../../src/matching/methods/create-methods.js';
import { createRegistry } from '../../../src/records/registry.js';

const methods = createMethods();
const profile = (field: string, method: string, values: readonly string[]) =>
  profileField(
    values.map((value) => ({ [field]: value })),
    field,
    methods.get(method)!,
  );
const many = (count: number, of: (i: number) => string) => Array.from({ length: count }, (_, i) => of(i));
const letters = (i: number) => i.toString(26).replace(/./g, (digit) => String.fromCharCode(98 + parseInt(digit, 26)));

describe('the profile of a field', () => {
  it('counts values as the method compares them, and what an agreement is worth in bits', () => {
    const city = profile('MailingCity', 'city', ['London', 'LONDON', 'Paris', '', 'Rome']);
    expect(city).toMatchObject({ filled: 0.8, distinct: 3, commonest: 'london', commonestShare: 0.5 });
    // Two of the twelve ordered pairs of filled records agree.
    expect(city.bits).toBeCloseTo(Math.log2(6));
  });

  it('of an empty field is worth nothing', () => {
    expect(profile('Email', 'email', ['', ''])).toMatchObject({ filled: 0, distinct: 0, bits: 0 });
  });
});

describe('suggested scenarios', () => {
  const count = 400;
  const last = profile(
    'LastName',
    'personName',
    many(count, (i) => `name${letters(i % 100)}`),
  );
  const mail = profile(
    'Email',
    'email',
    many(count, (i) => `user${i}@example${i % 7}.com`),
  );
  const flat = profile(
    'MailingCity',
    'city',
    many(count, (i) => (i % 2 ? 'London' : 'Paris')),
  );

  it('weigh a telling field higher, and expect no pair by chance where that can be had', () => {
    const [byMail, byAddress] = suggestScenarios('Contact', [last, mail, flat], count, methods.values());
    const [name, email] = byMail!.scenario.fields;
    expect(email!.weight).toBeGreaterThan(name!.weight);
    expect(byMail!.byChance).toBeLessThan(1);
    // A name of a hundred and one of two cities: nothing keeps chance away, and the suggestion says so.
    expect(byAddress!.scenario.threshold).toBe(95);
    expect(byAddress!.byChance).toBeGreaterThan(100);
  });

  it('need a name and something beside it, and leave out what is hardly filled or always the same', () => {
    expect(suggestScenarios('Contact', [mail], count, methods.values())).toEqual([]);
    expect(suggestScenarios('Contact', [last], count, methods.values())).toEqual([]);
    const rare = profile(
      'Email',
      'email',
      many(count, (i) => (i < 10 ? `a${i}@b.com` : '')),
    );
    const same = profile(
      'Phone',
      'phone',
      many(count, () => '+1 202 555 0100'),
    );
    expect(suggestScenarios('Contact', [last, rare, same], count, methods.values())).toEqual([]);
  });
});

it('fields get the method that their name and type call for', () => {
  const registry = createRegistry();
  const of = (object: string, name: string) => {
    const type = registry.byName(object)!;
    return usualMethod(methods.values(), object, type.field(name)!)?.name;
  };
  expect(of('Contact', 'Email')).toBe('email');
  expect(of('Contact', 'Birthdate')).toBe('date');
  expect(of('Lead', 'Company')).toBe('companyName');
  expect(of('Account', 'Name')).toBe('companyName');
  expect(of('Contact', 'Name')).toBeUndefined();
  expect(of('Account', 'BillingPostalCode')).toBe('postalCode');
  expect(of('Account', 'Industry')).toBeUndefined();
});
