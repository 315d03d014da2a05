import { describe, expect, it } from 'vitest';
import { chooseMaster } from '../../../src/matching/survivorship/choose-master.js';
import { surviveFields } from '../../../src/matching/survivorship/survive-fields.js';
import { load, problemsOf } from './folder.js';

const NOW = new Date('2026-01-01T00:00:00Z');
const contact = (changes: object) => ({ 'survivorship.json': [{ object: 'contact', ...changes }] });

describe('survivorship.json', () => {
  it('is not needed: every object has rules', async () => {
    const { survivorship, registry } = await load({});
    expect([...survivorship.keys()]).toEqual(registry.types.map(({ name }) => name));
    expect(survivorship.get('Contact')!.master.map(({ kind }) => kind)).toEqual([
      'mostComplete',
      'latestModified',
      'oldest',
    ]);
  });

  it('decides master and values, by conditions, sources and fields in any spelling', async () => {
    const { survivorship } = await load(
      contact({
        master: [{ condition: "LeadSource = 'Web'" }, 'oldest'],
        sourceField: 'leadsource',
        fields: { phone: { source: ['Fair', 'Web'] }, 'Title + Department': 'longest', description: 'union' },
      }),
    );
    const rules = survivorship.get('Contact')!;
    expect(rules.sourceField).toBe('LeadSource');
    const one = {
      id: '1',
      source: 'web',
      values: { LeadSource: 'Web', Phone: '1', Title: 'CEO', Description: 'a', DoNotCall: false, Email: 'n/a' },
    };
    const other = {
      id: '0',
      source: 'FAIR',
      values: {
        LeadSource: 'Fair',
        Phone: '2',
        Title: 'Clerk',
        Department: 'IT',
        Description: 'b',
        DoNotCall: true,
        Email: 'a@b.ie',
      },
    };
    const { master, rule } = chooseMaster([other, one], rules, NOW);
    expect([master.id, rule]).toEqual(['1', 'condition']);
    expect({ ...surviveFields([other, one], master, rules, NOW).values }).toEqual({
      LeadSource: 'Web',
      Phone: '2',
      Title: 'Clerk',
      Department: 'IT',
      Description: 'a;b',
      DoNotCall: true,
      Email: 'a@b.ie',
    });
  });

  it.each<[string, object, RegExp]>([
    ['an unknown object', { object: 'Contract' }, /\[0\]\.object: unknown object Contract; did you mean Contact\?/],
    [
      'an unknown field',
      { fields: { Emial: 'latest' } },
      /\[0\]\.fields\.Emial: Contact has no field Emial; did you mean Email\?/,
    ],
    ['an unknown rule', { fields: { Email: 'newest' } }, /\[0\]\.fields\.Email: .*"latest"/],
    ['an unknown rule of the master', { master: ['newest'] }, /\[0\]\.master\[0\]: .*"latestModified"/],
    ['an unknown key', { feilds: {} }, /\[0\]\.feilds: unknown key; did you mean fields\?/],
    [
      'a broken condition',
      { master: [{ condition: 'Emial = 1' }] },
      /\[0\]\.master\[0\]\.condition: .*Emial.*Email.*at character 1/,
    ],
    [
      'a field with two rules',
      { fields: { Email: 'latest', 'Phone+email': 'latest' } },
      /\[0\]\.fields: Email has two rules/,
    ],
    ['a field of the service', { fields: { CreatedDate: 'latest' } }, /CreatedDate is read-only/],
    ['a sum of texts', { fields: { Email: 'sum' } }, /Email is of type email: the sum rule requires a number/],
    ['a union of dates', { fields: { Birthdate: 'union' } }, /Birthdate is of type date: the union rule requires/],
    [
      'a union of fields together',
      { fields: { 'Title+Department': 'union' } },
      /fields joined by \+ cannot have the union rule/,
    ],
    ['sources without a field of them', { master: [{ sourceOrder: ['Web'] }] }, /\[0\]: .*needs sourceField/],
    ['the sum of all fields', { otherFields: 'sum' }, /\[0\]\.otherFields: the sum rule is only for named fields/],
  ])('refuses %s, and says where', async (_what, changes, problem) => {
    expect((await problemsOf(contact(changes))).join('\n')).toMatch(problem);
  });

  it('refuses a second entry of an object', async () => {
    const files = { 'survivorship.json': [{ object: 'Lead' }, { object: 'lead' }] };
    expect(await problemsOf(files)).toEqual(['survivorship.json [1].object: Lead is given twice']);
  });
});
