import { describe, expect, it } from 'vitest';
import { checkConfiguration } from '../../../src/store/config/check.js';
import { folderOf, type Files } from './folder.js';

const check = async (files: Files) => checkConfiguration(await folderOf(files));
const warningsOf = async (files: Files) =>
  (await check(files)).warnings.map(({ file, path, message }) => `${file} ${path}: ${message}`);
const scenario = (changes: object) => ({
  id: 'mine',
  name: 'Mine',
  object: 'Contact',
  threshold: 75,
  usage: ['restSearch'],
  fields: [{ field: 'Email', method: 'email', weight: 50 }],
  ...changes,
});

/** A field's name or its match method determines its kind. */
const namesAndPhone = [
  { field: 'FirstName', method: 'exact', weight: 25 },
  { field: 'Title', method: 'personName', weight: 25 },
  { field: 'MailingState', method: 'text', weight: 25 },
  { field: 'Phone', method: 'phone', weight: 25 },
];

describe('config check', () => {
  it('finds nothing to say of the built-ins', async () => {
    expect(await check({})).toMatchObject({ problems: [], warnings: [] });
  });

  it('gives problems as values, and no configuration then', async () => {
    const { problems, configuration } = await check({ 'settings.json': '{' });
    expect(problems).toHaveLength(1);
    expect(configuration).toBeUndefined();
  });

  it.each<[string, Files, RegExp[]]>([
    [
      'a file that nothing reads',
      { 'scenario.json': [] },
      [/^scenario\.json : the file is not used; did you mean scenarios\.json\?/],
    ],
    [
      'a list that nothing reads',
      { 'lists/nickname.txt': 'a' },
      [/^lists\/nickname\.txt : no match method reads this list; did you mean nicknames\?/],
    ],
    ['a list that is no text file', { 'lists/nicknames.csv': 'a' }, [/^lists\/nicknames\.csv : .*text files/]],
    ['a scenario of no target', { 'scenarios.json': [scenario({ usage: [] })] }, [/mine: has no target/]],
    [
      'two scenarios of one name',
      { 'scenarios.json': [scenario({}), scenario({ id: 'other' })] },
      [/other: has the same object and name as mine/],
    ],
    [
      'a field of a method unsuited to its type, and a scenario that can never reach its threshold',
      {
        'scenarios.json': [
          scenario({
            fields: [
              { field: 'Email', method: 'email', weight: 50 },
              { field: 'Birthdate', method: 'phone', weight: 50 },
            ],
          }),
        ],
      },
      [/Birthdate is of type date, which the method phone does not support/, /can never find a duplicate/],
    ],
    [
      'names and places that reach the minimumEvidence of a scenario of the upsert: the fields, and what would be right',
      {
        'scenarios.json': [
          scenario({ usage: ['restUpsert'], fields: namesAndPhone }),
          scenario({ id: 'kept', name: 'Kept', usage: ['restUpsert'], minimumEvidence: 0.7501, fields: namesAndPhone }),
          scenario({ id: 'shown', name: 'Shown', fields: namesAndPhone }),
          { id: 'lead-name-address', enabled: true, minimumEvidence: 0.5 },
          { id: 'contact-name-address', threshold: 85 },
        ],
      },
      [
        /lead-name-address: names and places alone \(FirstName, LastName, City, PostalCode, FirstName\+LastName\) satisfy minimumEvidence \(0\.5\), .* set it to 0\.7728 or more/,
        /mine: names and places alone \(FirstName, Title, MailingState\) satisfy minimumEvidence \(0\.4\), .* set it to 0\.7501 or more/,
      ],
    ],
    [
      'a scenario of the upsert that compares names and places only, a formula of them among them',
      {
        'objects.json': [
          {
            name: 'Contact',
            keyPrefix: '003',
            fields: [{ name: 'Whole__c', type: 'formula', formula: 'FirstName & LastName', returns: 'string' }],
          },
        ],
        'scenarios.json': [
          scenario({ usage: ['restUpsert'], fields: [{ field: 'Whole__c', method: 'exact', weight: 1 }] }),
        ],
      },
      [/mine: compares only names and places \(Whole__c\), which is not enough for an upsert: add another field/],
    ],
    [
      'a cross-object map to an object that no scenario compares',
      { 'cross-object.json': [{ from: 'Lead', to: 'Case', enabled: true, fields: { Email: 'SuppliedEmail' } }] },
      [/Lead to Case: no scenario compares Case/],
    ],
    [
      'a scheduled job of an object that no scenario compares',
      { 'settings.json': { jobs: { every: '24h', objectTypes: ['Lead', 'case'] } } },
      [/jobs\.objectTypes: no scenario for REST search compares Case/],
    ],
  ])('warns of %s', async (_, files, expected) => {
    const warnings = await warningsOf(files);
    expect(warnings).toHaveLength(expected.length);
    expected.forEach((message, i) => expect(warnings[i]).toMatch(message));
  });
});
