import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkConfiguration } from '../../../src/store/config/check.js';
import { importConfiguration } from '../../../src/store/config/import/import-configuration.js';
import { counterpartOf } from '../../../src/store/config/import/product-methods.js';
import { loadConfiguration } from '../../../src/store/config/load.js';
import { builtinScenarios } from '../../../src/matching/builtin-scenarios.js';
import { createMethods } from '../../../src/matching/methods/create-methods.js';
import { folderOf } from './folder.js';
import { rowsOf } from '../../support/entries.js';

const ID = 'a0F5I000001DMaWUAW';
const field = (name: string, matchMethod = 'EQUAL', more: object = {}) => ({
  field: name,
  matchMethod,
  weight: 20,
  ...more,
});
const scenario = (name: string, fields: object[], more: object = {}) => ({
  name,
  threshold: 75,
  onApi: true,
  onDataApi: true,
  fields,
  ...more,
});
const object = (objectName: string, objectPrefix: string, scenarios: object[], more: object = {}) => ({
  objectName,
  objectPrefix,
  scenarios,
  ...more,
});
const LEAD_SCENARIOS = ['lead-default', 'lead-name-email', 'lead-name-phone'];
const byMail = scenario('By Mail', [field('Email', 'EMAIL')]);

async function imported(objects: object[], files: Record<string, unknown> = {}) {
  const folder = await folderOf(files);
  const report = await importConfiguration(folder, { objects });
  return { folder, report, configuration: await loadConfiguration(folder) };
}
const idsOf = ({ scenarios }: { scenarios: readonly { id: string; object: string }[] }, of: string) =>
  scenarios.filter((each) => each.object === of).map(({ id }) => id);

describe('an imported organisation gets its own matching and no other', () => {
  it('switches the built-ins of every imported object off, those of others not', async () => {
    const { report, configuration, folder } = await imported([object('Contact', '003', [byMail])]);
    expect(idsOf(configuration, 'Contact')).toEqual(['contact-by-mail']);
    expect(idsOf(configuration, 'Lead')).toEqual(LEAD_SCENARIOS);
    const builtins = builtinScenarios.filter((each) => each.object === 'Contact').map(({ id }) => id);
    expect(report.switchedOff).toEqual(builtins);
    expect(report.complete).toBe(true);
    expect(await checkConfiguration(folder)).toMatchObject({ problems: [] });
    // Only the difference is written, because a full copy would not follow later program versions.
    const written = JSON.parse(await readFile(join(folder, 'scenarios.json'), 'utf8')) as object[];
    expect(written).toContainEqual({ id: 'contact-default', enabled: false });
  });

  it('switches off a built-in that somebody has changed or switched on, and keeps the change', async () => {
    const { configuration, folder } = await imported([object('Contact', '003', [byMail])], {
      'scenarios.json': [
        { id: 'contact-name-phone', enabled: true },
        { ...builtinScenarios.find(({ id }) => id === 'contact-default')!, threshold: 90 },
      ],
    });
    expect(idsOf(configuration, 'Contact')).toEqual(['contact-by-mail']);
    const written = JSON.parse(await readFile(join(folder, 'scenarios.json'), 'utf8')) as object[];
    expect(written).toContainEqual({ id: 'contact-name-phone', enabled: false });
    expect(written).toContainEqual(expect.objectContaining({ id: 'contact-default', threshold: 90, enabled: false }));
  });

  it('leaves them off when a scenario could not be imported completely, and says so', async () => {
    const { report, configuration } = await imported([
      object('Lead', '00Q', [scenario('Odd', [field('Email', 'TELEPATHY')])]),
    ]);
    expect(idsOf(configuration, 'Lead')).toEqual([]);
    expect(report.complete).toBe(false);
    expect(report.leftOut).toEqual([
      {
        path: 'objects[0].scenarios[0]',
        reason: 'the scenario Odd is skipped: the match method TELEPATHY of Email has no equivalent',
      },
    ]);
  });

  it('names the scenarios of the folder that stay active next to the imported ones', async () => {
    const own = {
      id: 'own',
      name: 'Own',
      object: 'Lead',
      threshold: 90,
      usage: ['restSearch'],
      fields: [{ field: 'Email', method: 'email', weight: 1 }],
    };
    const { report, configuration } = await imported([object('Lead', '00Q', [byMail])], { 'scenarios.json': [own] });
    expect(report.kept).toEqual(['own']);
    expect(idsOf(configuration, 'Lead').sort()).toEqual(['lead-by-mail', 'own']);
  });
});

describe('scenario Ids of the export', () => {
  it.each([['id'], ['scenarioId']])('stay, where the export gives them as %s', async (key) => {
    const { configuration } = await imported([object('Lead', '00Q', [{ ...byMail, [key]: ID }])]);
    expect(idsOf(configuration, 'Lead')).toEqual([ID]);
  });

  it('become aliases of a scenario that the folder knows by another Id', async () => {
    const { folder } = await imported([object('Lead', '00Q', [byMail])]);
    for (let i = 0; i < 2; i++)
      await importConfiguration(folder, { objects: [object('Lead', '00Q', [{ ...byMail, id: ID }])] });
    const { scenarioDefinitions } = await loadConfiguration(folder);
    const leads = scenarioDefinitions.filter((each) => each.object === 'Lead' && each.enabled !== false);
    expect(leads).toMatchObject([{ id: 'lead-by-mail', aliases: [ID] }]);
  });

  it('are no Ids of two scenarios, in 15 characters or 18', async () => {
    const other = scenario('Other', [field('Email', 'EMAIL')], { id: ID.slice(0, 15) });
    const { report, configuration } = await imported([object('Lead', '00Q', [{ ...byMail, id: ID }, other])]);
    expect(idsOf(configuration, 'Lead')).toEqual([ID]);
    expect(report.leftOut[0]?.reason).toContain('another scenario in the export has the same Id');
  });
});

describe('objects and fields that are not declared', () => {
  const ware = object(
    'Ware__c',
    'x7Q',
    [
      scenario('Ware', [
        field('Name', 'FUZZY_COMPANY'),
        field('Mail__c', 'EMAIL'),
        field('Tel__c', 'PHONE'),
        field('Site__c', 'DOMAIN'),
        field('Made__c', 'DATE_DISTANCE_DAYS', { matchConfig: 0 }),
        field('Code__c'),
      ]),
    ],
    {
      crossObject: true,
      crossObjects: [{ objectFrom: 'Ware__c', fieldFrom: 'Contact_Mail__c', objectTo: 'Lead', fieldTo: 'Email' }],
      resultFields: [
        { order: 0, field: 'Name' },
        { order: 1, field: 'Colour__c' },
        { order: 2, field: 'CreatedDate' },
      ],
    },
  );

  it('are declared, types guessed from the methods that compare them, and named in the report', async () => {
    const { report, configuration, folder } = await imported([ware]);
    expect(report.leftOut).toEqual([]);
    expect(report.declared).toEqual([
      { object: 'Ware__c', field: 'Mail__c', type: 'email', by: 'the match method EMAIL' },
      { object: 'Ware__c', field: 'Tel__c', type: 'phone', by: 'the match method PHONE' },
      { object: 'Ware__c', field: 'Site__c', type: 'url', by: 'the match method DOMAIN' },
      { object: 'Ware__c', field: 'Made__c', type: 'date', by: 'the match method DATE_DISTANCE_DAYS' },
      { object: 'Ware__c', field: 'Code__c', type: 'string', by: 'the match method EQUAL' },
      { object: 'Ware__c', field: 'Contact_Mail__c', type: 'email', by: 'the map to Lead.Email' },
      { object: 'Ware__c', field: 'Colour__c', type: 'string', by: 'nothing: a result field' },
    ]);
    const type = configuration.registry.byPrefix('x7Q');
    expect(type?.name).toBe('Ware__c');
    expect(type?.resultFields).toEqual(['Name', 'Colour__c', 'CreatedDate']);
    expect(configuration.crossObject).toMatchObject([{ from: 'Ware__c', to: 'Lead', enabled: true }]);
    expect((await checkConfiguration(folder)).warnings).toEqual([]);
  });

  it('are declared as custom fields of a built-in object too; a standard field that is not there leaves its scenario out', async () => {
    const { report, configuration } = await imported([
      object('Lead', '00Q', [
        scenario('Mine', [field('Region__c')]),
        scenario('Misspelt', [field('Emial', 'EMAIL')]),
        scenario('Hostile', [field('__proto__'), field('constructor')]),
      ]),
    ]);
    expect(idsOf(configuration, 'Lead')).toEqual(['lead-mine']);
    expect(configuration.registry.byName('Lead')?.field('Region__c')?.type).toBe('string');
    expect(report.leftOut.map(({ path }) => path)).toEqual(['objects[0].scenarios[1]', 'objects[0].scenarios[2]']);
  });

  it.each([
    ['no key prefix', { objectPrefix: null }, /objectPrefix is null, expected three letters or digits/],
    ['a key prefix of two', { objectPrefix: 'a0' }, /expected three letters or digits/],
    ["another object's key prefix", { objectPrefix: '003' }, /003 is already the key prefix of Contact/],
    ['a name that is none', { objectName: 'Ware c' }, /not an API name/],
    ['an inherited name', { objectName: 'constructor' }, /reserved name/],
  ])('are left out with %s', async (_, more, reason) => {
    const { report } = await imported([{ ...ware, crossObjects: [], ...more }]);
    expect(report.complete).toBe(false);
    expect(report.leftOut[0]?.reason).toMatch(reason);
  });

  it('keep what is declared of them already', async () => {
    const declared = { name: 'Ware__c', keyPrefix: 'x7Q', fields: [{ name: 'Mail__c', type: 'string', length: 9 }] };
    const { configuration } = await imported([ware], { 'objects.json': [declared] });
    const type = configuration.registry.byName('Ware__c')!;
    expect(type.field('Mail__c')).toMatchObject({ type: 'string', length: 9 });
    expect(type.field('Tel__c')?.type).toBe('phone');
  });
});

describe('match methods of the export', () => {
  it.each(
    rowsOf<[string, string, string]>(`
    EQUAL → exact → same | FUZZY_PERSON → personName → near | FUZZY_COMPANY → companyNameLight → near
    FUZZY_COMPANY_STRICT → companyName → near | FUZZY_COMPANY_EXTRA_STRICT → companyNameStrict → near
    Exact (Random Order) → exactAnyOrder → same | PARTIAL_EXACT → companyNameLight → loose
    FIRST_5_CHARACTERS → first5 → same | STARTS_WITH → first5 → same | FIRST_7 → first6 → loose
    SOUNDEX → personName → loose | STREET → street → near | ZIPCODE → postalCode → near | NUMBER → number → near
    URL → website → near | DATE_DISTANCE_DAYS → date → near
  `),
  )('%s becomes %s (%s)', (theirs, ours, nearness) => {
    expect(counterpartOf(theirs, null)).toMatchObject({ method: ours, nearness });
    expect(createMethods().has(ours)).toBe(true);
  });

  it.each(['', 'X', '__proto__', 'constructor', 'EQUAL_BUT_NOT', 'FIRST_5_WORDS'])('%j is not known', (theirs) => {
    expect(counterpartOf(theirs, null)).toBeUndefined();
  });

  it('take their setting into account', () => {
    expect(counterpartOf('DATE_DISTANCE_DAYS', '3')).toMatchObject({ method: 'date', nearness: 'loose' });
    expect(counterpartOf('FIRST_N', 8)).toMatchObject({ method: 'first8', nearness: 'same' });
  });

  it('are reported for each field, and fall back on exact where ours is not made for the type of the field', async () => {
    const { report, folder } = await imported([
      object('Lead', '00Q', [scenario('Mixed', [field('LastName', 'FUZZY_PERSON'), field('Rating', 'FUZZY_PERSON')])]),
    ]);
    expect(report.methods).toMatchObject([
      { matchMethod: 'FUZZY_PERSON', method: 'personName', nearness: 'near' },
      { matchMethod: 'FUZZY_PERSON', method: 'exact', nearness: 'loose' },
    ]);
    expect((await checkConfiguration(folder)).problems).toEqual([]);
  });
});

describe('frequentList', () => {
  const schools = (list: string) =>
    object('Account', '001', [scenario('Schools', [field('Name', 'FUZZY_COMPANY_STRICT', { frequentList: list })])]);

  it('is applied with the words that the folder has for it', async () => {
    const { configuration, report } = await imported([schools('CUSTOM1')], {
      'lists/frequent-custom1.txt': 'University\nSchool\n',
    });
    expect(report.complete).toBe(true);
    const [compared] = configuration.scenarios.find(({ id }) => id === 'account-schools')!.fields;
    expect(compared?.method.name).toBe('companyName without custom1');
    expect(compared?.method.normalise(['Tokyo University'])).toBe(compared?.method.normalise(['Tokyo']));
  });

  it('without its words leaves the scenario out, and says where to put them', async () => {
    const { report } = await imported([schools('CUSTOM1')]);
    expect(report.leftOut[0]?.reason).toContain('lists/frequent-custom1.txt');
  });

  it.each(['COMPANY', 'NAME', 'PERSON NAMES', 'STREET', 'COMMON', 'EMAIL'])(
    'of the product itself (%s) is left to our methods, and this is reported',
    async (list) => {
      const { report } = await imported([schools(list)]);
      expect(report.complete).toBe(true);
      expect(report.methods[0]?.note).toContain(list);
    },
  );
});

describe('what an import writes', () => {
  it('counts all at once: files that were left aside by a crash are read in place of the old ones', async () => {
    const { folder } = await imported([object('Lead', '00Q', [byMail])]);
    await mkdir(join(folder, '.import/lists'), { recursive: true });
    await writeFile(
      join(folder, '.import/scenarios.json'),
      JSON.stringify(LEAD_SCENARIOS.map((id) => ({ id, enabled: false }))),
    );
    await writeFile(join(folder, '.import/lists/frequent-x.txt'), 'one\n');
    // An import interrupted by a crash has no effect.
    await mkdir(join(folder, '.import-new-1'));
    await writeFile(join(folder, '.import-new-1/scenarios.json'), '[');
    const { scenarios, lists } = await loadConfiguration(folder);
    expect(idsOf({ scenarios }, 'Lead')).toEqual([]);
    expect(lists.get('frequent-x')).toEqual(['one']);
    await importConfiguration(folder, { objects: [object('Account', '001', [scenario('A', [field('Name')])])] });
    expect((await readdir(folder)).sort()).toEqual(['lists', 'scenarios.json']);
    expect(idsOf(await loadConfiguration(folder), 'Lead')).toEqual([]);
  });
});
