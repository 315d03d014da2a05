import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfiguration } from '../../../src/store/config/load.js';
import { ConfigurationError } from '../../../src/store/config/problem.js';
import { builtinScenarios } from '../../../src/matching/builtin-scenarios.js';
import { MAX_TOTAL_WEIGHT, type Scenario } from '../../../src/matching/scenario.js';
import type { FieldValue } from '../../../src/records/record.js';
import { errorOf, folderOf, load, problemsOf } from './folder.js';
import { rowsOf } from '../../support/entries.js';

const now = new Date('2026-02-11T12:00:00Z');
const reader = (values: Record<string, FieldValue>) => (field: string) => values[field] ?? null;
const scenario = (changes: object = {}) => ({
  id: 'mine',
  name: 'Mine',
  object: 'Contact',
  threshold: 75,
  usage: ['restSearch'],
  fields: [{ field: 'Email', method: 'email', weight: 50 }],
  ...changes,
});
const withFields = (...fields: object[]) => ({ 'objects.json': [{ name: 'Contact', keyPrefix: '003', fields }] });
const formula = (name: string, source: string, returns = 'string') => ({
  name,
  type: 'formula',
  formula: source,
  returns,
});

describe('the configuration folder', () => {
  it('is not needed: the built-ins stand alone, with the scenarios of the decisions', async () => {
    const configuration = await loadConfiguration();
    expect(configuration.scenarios.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['lead-default', 'contact-default', 'account-default', 'contact-name-address']),
    );
    const contact = configuration.scenarios.find(({ id }) => id === 'contact-default')!;
    expect(contact).toMatchObject({ object: 'Contact', threshold: 7_500, minimumOverlap: 4_000, totalWeight: 12_000 });
    expect(contact.usage).toEqual(['restSearch', 'restUpsert']);
    expect(contact.fields.map(({ label, method, weight, blank }) => [label, method.name, weight, blank])).toEqual([
      ['FirstName', 'personName', 2_000, 'mismatch'],
      ['LastName', 'personName', 2_000, 'mismatch'],
      ['Phone|MobilePhone|HomePhone|OtherPhone', 'phone', 3_000, 'mismatch'],
      ['Email', 'email', 5_000, 'mismatch'],
    ]);
    expect(configuration.settings).toMatchObject({
      restSegment: 'apexrest',
      productSegment: 'dupcheck',
      apiVersion: 'v60.0',
      bodyLimit: 6_291_456,
    });
    expect(configuration.crossObject).toEqual([]);
  });

  it('may be empty', async () => {
    expect((await load({})).scenarios).toHaveLength((await loadConfiguration()).scenarios.length);
  });

  it('that is named must be there', async () => {
    const missing = join(await folderOf({}), 'nowhere');
    await expect(loadConfiguration(missing)).rejects.toThrow(/nowhere.*cannot be read \(ENOENT\)/s);
  });

  it.each<[string, string | Uint8Array, RegExp]>([
    ['broken JSON', '[{"developerName": }]', /invalid JSON/],
    ['a file that ends too early', '[', /invalid JSON/],
    ['an empty file', '  ', /the file is empty/],
    ['invalid UTF-8', Uint8Array.of(0x5b, 0xff, 0x5d), /not valid UTF-8/],
    ['UTF-16', Uint8Array.of(0xff, 0xfe, 0x5b, 0x00), /UTF-16: save it as UTF-8/],
    ['another shape', '{}', /expected array/],
    ['deep nesting', '['.repeat(100_000) + ']'.repeat(100_000), /nested too deeply/],
    ['a key given twice', '[{"object": "Lead", "object": "Contact"}]', /\[0\]\.object: the key is given twice/],
    ['a key given twice by an escape', '[1, {"a": [], "\\u0061": 2}]', /\[1\]\.a: the key is given twice/],
    ['an unknown key', '[{"developerNam": "x"}]', /developerNam: unknown key; did you mean developerName\?/],
    ['__proto__', '[{"__proto__": 1}]', /__proto__: unknown key/],
  ])('with %s is refused, clearly', async (_, content, message) => {
    const error = await errorOf({ 'filters.json': content });
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(error.message).toMatch(/filters\.json/);
    expect(error.message).toMatch(message);
  });

  it('takes a byte order mark, and texts that look like keys', async () => {
    const filter = { developerName: 'F', object: 'Lead', condition: "Company = 'a\":{[,'" };
    const { filters } = await load({ 'filters.json': `\ufeff${JSON.stringify([filter])}` });
    expect(filters.get('f')?.condition.test(reader({ Company: 'A":{[,' }), now)).toBe(true);
  });

  it('lists every problem of every file, at most ten a file', async () => {
    const many = Array.from({ length: 25 }, (_, i) => ({
      developerName: `F${i}`,
      object: 'Lead',
      condition: 'Nothing = 1',
    }));
    const { message, problems } = await errorOf({
      'filters.json': many,
      'scenarios.json': [scenario({ object: 'Kontact' })],
      'settings.json': { rateLimit: 0 },
    });
    expect(problems).toHaveLength(27);
    expect(message.match(/filters\.json \[/g)).toHaveLength(10);
    expect(message).toMatch(/filters\.json: and 15 more/);
    expect(message).toMatch(/scenarios\.json \[0\]\.object: unknown object Kontact; did you mean Contact\?/);
    expect(message).toMatch(/settings\.json rateLimit: /);
  });
});

describe('scenarios.json', () => {
  it('replaces a built-in of the same id and takes out disabled ones', async () => {
    const { scenarios, scenarioDefinitions } = await load({
      'scenarios.json': [
        scenario({ id: 'contact-default', threshold: 82.25, minimumEvidence: 0.1234 }),
        scenario({ id: 'contact-name-address', enabled: false }),
        scenario(),
      ],
    });
    const ofContact = scenarios.filter(({ object }) => object === 'Contact');
    expect(ofContact.map(({ id }) => id)).toEqual(expect.arrayContaining(['contact-default', 'mine']));
    expect(ofContact.map(({ id }) => id)).not.toContain('contact-name-address');
    expect(ofContact.find(({ id }) => id === 'contact-default')).toMatchObject({
      threshold: 8_225,
      minimumOverlap: 1_234,
    });
    expect(scenarioDefinitions.find(({ id }) => id === 'contact-name-address')?.enabled).toBe(false);
  });

  it('changes of a built-in only what it names', async () => {
    const { scenarios } = await loadConfiguration();
    const changed = await load({
      'scenarios.json': [
        { id: 'lead-default', threshold: 90 },
        { id: 'contact-name-phone', minimumEvidence: 0.95, usage: ['restSearch'], aliases: ['a0F5I00000B2xYZ'] },
      ],
    });
    const shipped = (id: string) => scenarios.find((scenario) => scenario.id === id)!;
    const plain = ({ fields, ...rest }: Scenario) => ({ ...rest, fields: fields.map(({ label }) => label) });
    expect(changed.scenarios.map(plain)).toEqual(
      scenarios.map((scenario) => {
        if (scenario === shipped('lead-default')) return plain({ ...scenario, threshold: 9_000 });
        if (scenario !== shipped('contact-name-phone')) return plain(scenario);
        const changes = { minimumOverlap: 9_500, usage: ['restSearch' as const], aliases: ['a0F5I00000B2xYZ'] };
        return plain({ ...scenario, ...changes });
      }),
    );
  });

  it.each([
    [[scenario({ aliases: ['mine'] })], '[0].aliases[0]: mine is already an Id of mine'],
    [[scenario({ aliases: ['x', 'x'] })], '[0].aliases[1]: x is already an Id of mine'],
    [[scenario({ aliases: ['lead-default'] })], '[0].aliases[0]: lead-default is already an Id of lead-default'],
    [
      [scenario({ aliases: ['a0F5I00000B2xYZ'] }), scenario({ id: 'other', aliases: ['a0F5I00000B2xYZUAZ'] })],
      '[1].aliases[0]: a0F5I00000B2xYZUAZ is already an Id of mine',
    ],
    [
      [scenario({ id: 'a0F5I00000B2xYZ' }), scenario({ id: 'a0F5I00000B2xYZUAZ' })],
      '[1].id: the Id a0F5I00000B2xYZUAZ is given twice',
    ],
  ])('lets one Id mean one scenario: %j', async (written, expected) => {
    expect(await problemsOf({ 'scenarios.json': written })).toEqual([`scenarios.json ${expected}`]);
  });

  it('switches a built-in on or off by its Id alone', async () => {
    const { scenarios, scenarioDefinitions } = await load({
      'scenarios.json': [
        { id: 'contact-name-phone', enabled: false },
        { id: 'lead-name-address', enabled: true },
      ],
    });
    const ids = scenarios.map(({ id }) => id);
    expect(ids).toContain('contact-default');
    expect(ids).not.toContain('contact-name-phone');
    expect(ids).toContain('lead-name-address');
    const builtin = builtinScenarios.find(({ id }) => id === 'contact-name-phone')!;
    expect(scenarioDefinitions.find(({ id }) => id === 'contact-name-phone')).toEqual({ ...builtin, enabled: false });
  });

  it.each<[object, string[]]>([
    [{ id: 'contact-defualt', enabled: false }, ['[0].id: ']],
    [{ id: 'contact-default', enabled: 'no' }, ['[0].enabled: ']],
    [{ id: 'mine', name: 'Mine', object: 'Contact', threshold: 75 }, ['[0].usage: ', '[0].fields: ']],
  ])('is told by the form that it misses least: %j', async (written, problems) => {
    const told = await problemsOf({ 'scenarios.json': [written] });
    expect(told).toHaveLength(problems.length);
    problems.forEach((each, i) => expect(told[i]).toContain(`scenarios.json ${each}`));
  });

  it('resolves names in any case, and fields joined by +', async () => {
    const fields = [{ field: 'firstname + LASTNAME', method: 'fullName', weight: 0.01, blank: 'ignore' }];
    const { scenarios } = await load({ 'scenarios.json': [scenario({ object: 'contact', fields })] });
    const mine = scenarios.find(({ id }) => id === 'mine')!;
    expect(mine.object).toBe('Contact');
    expect(mine.fields[0]).toMatchObject({
      fields: ['FirstName', 'LastName'],
      label: 'FirstName+LastName',
      weight: 1,
      blank: 'ignore',
    });
  });

  const field = (changes: object) => ({ fields: [{ field: 'Email', method: 'email', weight: 50, ...changes }] });
  it.each<[object, string]>([
    [{ threshold: 0 }, '[0].threshold'],
    [{ threshold: 100.01 }, '[0].threshold'],
    [{ threshold: 75.123 }, '[0].threshold: has more than two decimals'],
    [{ minimumEvidence: 1.1 }, '[0].minimumEvidence'],
    [{ minimumEvidence: 0.12345 }, '[0].minimumEvidence: has more than four decimals'],
    [{ usage: ['search'] }, '[0].usage[0]'],
    [{ fields: [] }, '[0].fields'],
    [{ scoreMethod: 'probabilistic' }, '[0].model: a probabilistic scenario needs a model'],
    [field({ weight: 0 }), '[0].fields[0].weight'],
    [field({ weight: 1000.5 }), '[0].fields[0].weight'],
    [field({ weight: 0.001 }), '[0].fields[0].weight: has more than two decimals'],
    [field({ field: 'Emial' }), '[0].fields[0].field: Contact has no field Emial; did you mean Email?'],
    [field({ field: 'FirstName+' }), '[0].fields[0].field: Contact has no field '],
    [field({ field: 'Email+email' }), '[0].fields[0].field: Email+email contains the same field twice'],
    [field({ field: 'Id' }), '[0].fields[0].field: Id is different in every record'],
    [field({ method: 'emial' }), '[0].fields[0].method: unknown match method emial; did you mean email?'],
    [field({ blank: 'zero' }), '[0].fields[0].blank'],
    [
      { fields: [1, 2].map(() => ({ field: 'Email', method: 'email', weight: 1 })) },
      '[0].fields[1].field: Email with method email is given twice',
    ],
    [
      {
        fields: ['Email', 'Phone', 'LastName', 'FirstName', 'Title', 'Department'].map((name) => ({
          field: name,
          method: 'exact',
          weight: 1000,
        })),
      },
      `[0].fields: the weights add up to 6000; the maximum is ${MAX_TOTAL_WEIGHT / 100}`,
    ],
  ])('refuses %j', async (changes, problem) => {
    const problems = await problemsOf({ 'scenarios.json': [scenario(changes)] });
    expect(problems[0]).toContain(`scenarios.json ${problem}`);
  });

  it('refuses an id given twice', async () => {
    expect(await problemsOf({ 'scenarios.json': [scenario(), scenario()] })).toEqual([
      'scenarios.json [1].id: the Id mine is given twice',
    ]);
  });

  it('takes formula fields over the own record, refuses those over other records or the clock', async () => {
    const files = withFields(
      formula('Key__c', 'LEFT(LastName, 3) & Email'),
      formula('Twice__c', 'Key__c & Key__c'),
      formula('Boss__c', 'Account.Name & LastName'),
      formula('Indirect__c', 'UPPER(Boss__c)'),
      formula('Age__c', 'TODAY() - Birthdate', 'number'),
    );
    const using = (name: string) => ({
      ...files,
      'scenarios.json': [scenario({ fields: [{ field: name, method: 'exact', weight: 1 }] })],
    });
    await expect(load(using('Key__c'))).resolves.toBeDefined();
    await expect(load(using('Twice__c'))).resolves.toBeDefined();
    for (const name of ['Boss__c', 'Indirect__c'])
      expect((await problemsOf(using(name)))[0]).toMatch(/formula that reads other records/);
    expect((await problemsOf(using('Age__c')))[0]).toMatch(/formula that reads the current time/);
  });
});

describe('formula fields', () => {
  it('are compiled in order of dependency, in whatever order they are declared', async () => {
    const { formulas } = await load(
      withFields(
        formula('C__c', 'B__c & A__c'),
        formula('B__c', 'A__c & Account.Owner.Name'),
        formula('A__c', 'LastName'),
      ),
    );
    expect(formulas.get('Contact')?.map(({ name }) => name)).toEqual(['A__c', 'B__c', 'C__c']);
  });

  it.each<[string, object[], RegExp]>([
    ['an unknown field', [formula('A__c', 'LastNam')], /\[0\]\.fields\[0\]\.formula: Contact\.A__c: .*LastNam/],
    ['an unknown relationship', [formula('A__c', 'Acount.Name')], /Acount\.Name/],
    ['broken syntax', [formula('A__c', 'IF(')], /\.formula: /],
    ['another type of result', [formula('A__c', 'LastName', 'number')], /number/],
    ['a circle', [formula('A__c', 'B__c'), formula('B__c', 'A__c')], /circular reference: Contact\.[AB]__c -> /],
    ['itself', [formula('A__c', 'A__c')], /circular reference: Contact\.A__c -> Contact\.A__c/],
  ])('that have %s are refused with their place', async (_, fields, message) => {
    const problems = await problemsOf(withFields(...fields));
    expect(problems[0]).toMatch(message);
    expect(problems[0]).toMatch(/^objects\.json \[0\]\.fields\[\d\]\.formula/);
  });

  it('may not form a circle across objects', async () => {
    const objects = [
      { name: 'Contact', keyPrefix: '003', fields: [formula('A__c', 'Account.B__c')] },
      {
        name: 'Account',
        keyPrefix: '001',
        fields: [{ name: 'Main__c', type: 'reference', referenceTo: ['Contact'] }, formula('B__c', 'Main__r.A__c')],
      },
    ];
    expect((await problemsOf({ 'objects.json': objects }))[0]).toMatch(/circular reference/);
  });
});

describe('on-save updates', () => {
  const updating = (when: string, ...fields: object[]) => ({
    'objects.json': [
      {
        name: 'Lead',
        keyPrefix: '00Q',
        fields,
        onSave: [{ when, set: { description: 'set', NumberOfEmployees: '5' } }],
      },
    ],
  });
  const first = async (when: string, ...fields: object[]) =>
    (await load(updating(when, ...fields))).onSave.get('Lead')![0]!;

  it('have values in the types of their fields', async () => {
    expect((await first("Company = 'x'")).set).toEqual({ Description: 'set', NumberOfEmployees: 5 });
  });

  it.each(["Company = 'acme' AND City != null", "AND(Company = 'Acme', NOT(ISBLANK(City)))"])(
    'hold when %s says so',
    async (when) => {
      const update = await first(when);
      expect(update.when(reader({ Company: 'Acme', City: 'Cork' }), now)).toBe(true);
      expect(update.when(reader({ Company: 'Acme' }), now)).toBe(false);
    },
  );

  it('see formula fields of the record as it would be saved', async () => {
    const twice = formula('Twice__c', 'NumberOfEmployees * 2', 'number');
    const half = formula('Half__c', 'Twice__c / 4', 'number');
    for (const when of ['Half__c = 5', 'AND(Half__c = 5)'])
      expect((await first(when, half, twice)).when(reader({ NumberOfEmployees: 10 }), now)).toBe(true);
  });

  it('do not hold when their formula cannot be calculated', async () => {
    const update = await first('AND(10 / NumberOfEmployees > 1)');
    expect(update.when(reader({ NumberOfEmployees: 0 }), now)).toBe(false);
    expect(update.when(reader({ NumberOfEmployees: 5 }), now)).toBe(true);
  });

  it.each<[string, RegExp]>([
    ["Compny = 'x'", /neither a condition .*Did you mean 'Company'.* nor a boolean formula/],
    ['NumberOfEmployees + 1', /nor a boolean formula/],
    ["AND(Owner.Name = 'x')", /reads Owner\.Name of another record/],
  ])('refuse %s', async (when, message) => {
    const [problem] = await problemsOf(updating(when));
    expect(problem).toMatch(message);
    expect(problem).toMatch(/^objects\.json \[0\]\.onSave\[0\]\.when/);
  });
});

describe('objects.json', () => {
  it.each<[object, string]>([
    [{ name: 'X__c', keyPrefix: 'a01', fields: [{ name: 'A__c', type: 'strin' }] }, '[0].fields[0].type'],
    [
      { name: 'X__c', keyPrefix: 'a01', fields: [{ name: 'A__c', type: 'reference', referenceTo: ['Acount'] }] },
      '[0].fields[0].referenceTo[0]',
    ],
    [
      { name: 'X__c', keyPrefix: 'a01', fields: [{ name: 'A__c', type: 'string', lenght: 5 }] },
      '[0].fields[0].lenght: unknown key; did you mean length?',
    ],
    [{ name: 'X__c', keyPrefix: '003', fields: [] }, '[0].keyPrefix'],
  ])('refuses %j', async (definition, place) => {
    expect((await problemsOf({ 'objects.json': [definition] }))[0]).toContain(`objects.json ${place}`);
  });

  it('with a fault does not bring forth faults elsewhere that are none', async () => {
    const files = {
      'objects.json': [{ name: 'X__c', keyPrefix: '003', fields: [] }],
      'filters.json': [{ developerName: 'F', object: 'X__c', condition: 'A = 1' }],
    };
    expect((await problemsOf(files)).every((problem) => problem.startsWith('objects.json'))).toBe(true);
  });
});

describe('filters.json', () => {
  it('reads formula fields of the candidate, calculated', async () => {
    const { filters } = await load({
      ...withFields(formula('Whole__c', "FirstName & ' ' & LastName")),
      'filters.json': [{ developerName: 'Whole', object: 'contact', condition: "whole__c LIKE 'ann o%'" }],
    });
    const { object, condition } = filters.get('whole')!;
    expect(object).toBe('Contact');
    expect(condition.test(reader({ FirstName: 'Ann', LastName: "O'Hara" }), now)).toBe(true);
    expect(condition.test(reader({ FirstName: 'Bea', LastName: "O'Hara" }), now)).toBe(false);
  });

  it('refuses unknown fields with the place in the condition, names given twice, formulas over other records', async () => {
    const entry = (developerName: string, condition: string) => ({ developerName, object: 'Contact', condition });
    const problems = await problemsOf({
      ...withFields(formula('Boss__c', 'Account.Name')),
      'filters.json': [
        entry('A', "Emial = 'x'"),
        entry('B', 'Email = null'),
        entry('b', 'Email = null'),
        entry('C', "Boss__c = 'x'"),
        entry('a b', 'Email = null'),
      ].slice(0, 4),
    });
    expect(problems[0]).toBe(
      "filters.json [0].condition: No such column 'Emial' on entity 'Contact'. Did you mean 'Email'? (at character 1)",
    );
    expect(problems[1]).toBe('filters.json [2].developerName: b is given twice (case is ignored)');
    expect(problems[2]).toMatch(/\[3\]\.condition: .*formula that reads other records/);
  });
});

describe('cross-object.json', () => {
  const map = (changes: object = {}) => ({
    from: 'lead',
    to: 'contact',
    enabled: true,
    fields: { email: 'EMAIL' },
    ...changes,
  });

  it('is resolved to declared spellings', async () => {
    const { crossObject } = await load({
      'cross-object.json': [map(), map({ to: 'Account', enabled: false, fields: { company: 'name' } })],
    });
    expect(crossObject.map(({ from, to, enabled, fields }) => [from, to, enabled, [...fields]])).toEqual([
      ['Lead', 'Contact', true, [['Email', 'Email']]],
      ['Lead', 'Account', false, [['Company', 'Name']]],
    ]);
  });

  it.each<[object[], string]>([
    [[map({ to: 'Kontact' })], '[0].to: unknown object Kontact; did you mean Contact?'],
    [[map({ to: 'Lead' })], '[0].to: Lead is mapped to itself'],
    [[map(), map()], '[1]: a map from Lead to Contact already exists'],
    [[map({ fields: {} })], '[0].fields: expected at least one field'],
    [[map({ fields: { Emial: 'Email' } })], '[0].fields.Emial: Lead has no field Emial; did you mean Email?'],
    [
      [map({ fields: { Email: 'Email', Phone: 'email' } })],
      '[0].fields.Phone: Contact.Email already receives the value of another field',
    ],
    [[map({ enabled: 'yes' })], '[0].enabled'],
  ])('refuses %j', async (maps, problem) => {
    expect((await problemsOf({ 'cross-object.json': maps }))[0]).toContain(`cross-object.json ${problem}`);
  });
});

describe('settings.json and lists', () => {
  it('goes over the defaults; files of keys are relative to the folder', async () => {
    const folder = await folderOf({
      'settings.json': {
        productSegment: 'dedupe',
        identityProviders: [{ issuer: 'i', audience: 'a', jwksFile: 'keys/jwks.json' }],
      },
    });
    const { settings } = await loadConfiguration(folder);
    expect(settings).toMatchObject({ restSegment: 'apexrest', productSegment: 'dedupe', rateLimit: 1_200_000 });
    expect(settings.identityProviders).toEqual([
      { issuer: 'i', audience: 'a', jwksFile: join(folder, 'keys/jwks.json') },
    ]);
  });

  it.each<[object, string]>([
    ...rowsOf<[object, string]>(`
    {"restSegment": "a/b"} → restSegment | {"restSegment": "data"} → restSegment: is already used by the service
    {"apiVersion": "60"} → apiVersion: expected a version such as v60.0 | {"bodyLimit": 0} → bodyLimit
    {"instanceUrl": "https://x.example/"} → instanceUrl | {"instanceUrl": "javascript:alert(1)"} → instanceUrl
    {"defaultCountry": "XX"} → defaultCountry
    {"identityProviders": [{"issuer": "i", "audience": "a"}]} → identityProviders[0]: expected either jwksFile or jwksUri
    {"identityProviders": [{"issuer": "i", "audience": "a", "jwksUri": "http://x.example/"}]} → identityProviders[0].jwksUri
    {"prot": 1} → prot: unknown key
    {"trustedProxies": ["10.0.0.1"],"proxies": 1} → proxies: conflicts with trustedProxies
    {"metricsPort": 65536} → metricsPort | {"tls": {"cert": "a.pem"}} → tls.key
    {"jobs": {"every": "24h"}} → jobs.objectTypes
    {"jobs": {"every": "24h", "objectTypes": ["Leed"]}} → jobs.objectTypes[0]: unknown object Leed; did you mean Lead?
    {"jobs": {"every": "24h", "objectTypes": ["Lead", "lead"]}} → jobs.objectTypes[1]: Lead is given twice
    {"jobs": {"every": "24h", "objectTypes": ["Lead"],"autoMerge": 101}} → jobs.autoMerge
  `),
    ...['10.0.0.0/33', '10.0.0', 'proxy.example', 'fd00::/129', '10.0.0.0/8/8', '10.0.0.0/', 'fe80::1%eth0'].map(
      (network): [object, string] => [
        { trustedProxies: [network] },
        'trustedProxies[0]: expected an IP address or a network such as 10.0.0.0/8',
      ],
    ),
    ...['24', '1 day', 'h', '1.5h', '-1h'].map((every): [object, string] => [
      { jobs: { every, objectTypes: ['Lead'] } },
      'jobs.every: expected minutes, hours or days, such as 90m, 24h or 7d',
    ]),
    ...['14m', '0h', '367d', '999999d'].map((every): [object, string] => [
      { jobs: { every, objectTypes: ['Lead'] } },
      'jobs.every: expected at least 15m and at most 366d',
    ]),
  ])('refuses %j', async (settings, problem) => {
    expect((await problemsOf({ 'settings.json': settings }))[0]).toContain(`settings.json ${problem}`);
  });

  it('lists hold one entry a line; the match methods read them', async () => {
    const { lists, scenarios } = await load({ 'lists/nicknames.txt': '\ufeff# mine\r\nZoltanka, Quirz\n\n  two  \n' });
    expect([...lists]).toEqual([['nicknames', ['Zoltanka, Quirz', 'two']]]);
    const { method } = scenarios.find(({ id }) => id === 'contact-default')!.fields[0]!;
    const prepared = (name: string) => method.prepare(method.normalise([name]));
    expect(method.compare(prepared('Zoltanka'), prepared('Quirz'))).toBeGreaterThan(0);
  });
});
