import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BENCHMARK_DATA, needs } from '../../support/needs.js';
import { convertExport } from '../../../src/store/config/import/convert-export.js';
import { ImportError } from '../../../src/store/config/import/import-report.js';
import { importConfiguration } from '../../../src/store/config/import/import-configuration.js';
import { loadConfiguration } from '../../../src/store/config/load.js';
import { ConfigurationError } from '../../../src/store/config/problem.js';
import { folderOf } from './folder.js';

const published = join(BENCHMARK_DATA, 'product_config_export/config.json');

const field = (name: string, matchMethod: string, weight = 20, more: object = {}) => ({
  field: name,
  matchMethod,
  weight,
  ...more,
});
const scenario = (more: object = {}) => ({
  name: 'Account Default',
  threshold: 75,
  onApi: true,
  onDataApi: false,
  fields: [field('Name', 'FUZZY_COMPANY')],
  ...more,
});
const account = (more: object = {}) => ({
  objectName: 'Account',
  objectPrefix: '001',
  scenarios: [scenario()],
  ...more,
});
const importObjects = (...objects: object[]) => {
  const { files, report } = convertExport({ objects });
  const scenarios = files['scenarios.json'].filter((entry) => 'fields' in entry);
  return { files: { ...files, 'scenarios.json': scenarios }, report };
};

/** Returns all key paths of a JSON value in the format of the report. */
function pathsOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item, i) => pathsOf(item, `${path}[${i}]`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const at = path === '' ? key : `${path}.${key}`;
    return [at, ...pathsOf(inner, at)];
  });
}

describe("import of the product's configuration export", () => {
  it('takes onApi for REST search and onDataApi for REST upsert', () => {
    const usage = (more: object) =>
      importObjects(account({ scenarios: [scenario(more)] })).files['scenarios.json'][0]?.usage;
    expect(usage({ onApi: true, onDataApi: true })).toEqual(['restSearch', 'restUpsert']);
    expect(usage({ onApi: false, onDataApi: true })).toEqual(['restUpsert']);
    expect(usage({ onApi: null, onDataApi: false })).toEqual([]);
  });

  it('makes Ids of object and name: the same each time, different for each, equal to the built-in of the same name', () => {
    const names = ['Account Default', 'Åbo & Söner', 'Åbo, Söner', '!'].map((name) => scenario({ name }));
    const ids = () => importObjects(account({ scenarios: names })).files['scenarios.json'].map(({ id }) => id);
    expect(ids()).toEqual(['account-default', 'account-åbo-söner', 'account-åbo-söner-2', 'account']);
    expect(ids()).toEqual(ids());
  });

  it('leaves out a scenario whose method or field is not known: without the field it would judge otherwise', () => {
    const scenarios = [
      scenario({ fields: [field('Name', 'EQUAL'), field('Phone', 'SOUNDS_LIKE')] }),
      scenario({ fields: [field('Nmae', 'EQUAL')] }),
      scenario({ threshold: 75.125 }),
      scenario({ name: 'Good' }),
    ];
    const { files, report } = importObjects(account({ scenarios }));
    expect(files['scenarios.json'].map(({ id }) => id)).toEqual(['account-good']);
    const leftOut = (why: string) => `the scenario Account Default is skipped: ${why}`;
    expect(report.complete).toBe(false);
    expect(report.leftOut).toEqual([
      { path: 'objects[0].scenarios[0]', reason: leftOut('the match method SOUNDS_LIKE of Phone has no equivalent') },
      { path: 'objects[0].scenarios[1]', reason: leftOut('the service has no field Account.Nmae') },
      { path: 'objects[0].scenarios[2]', reason: leftOut('threshold has more than two decimals') },
    ]);
  });

  it('keeps cross-object maps of a deactivated object disabled', () => {
    const map = { objectFrom: 'Account', fieldFrom: 'name', objectTo: 'Lead', fieldTo: 'company' };
    const imported = (crossObject?: boolean | null) =>
      importObjects(account({ crossObjects: [map], crossObject })).files['cross-object.json'];
    expect(imported(true)).toEqual([{ from: 'Account', to: 'Lead', enabled: true, fields: { Name: 'Company' } }]);
    for (const off of [false, null, undefined]) expect(imported(off)[0]?.enabled).toBe(false);
  });

  it('takes result fields in their order, not in that of the file', () => {
    const resultFields = [
      { order: 2, field: 'phone' },
      { order: 0, field: 'Name' },
      { order: 1, field: 'Nope' },
    ];
    const { files, report } = importObjects(account({ resultFields }));
    expect(files['objects.json']).toEqual([
      { name: 'Account', keyPrefix: '001', fields: [], resultFields: ['Name', 'Phone'] },
    ]);
    expect(report.leftOut).toContainEqual({
      path: 'objects[0].resultFields[2]',
      reason: 'the service has no field Account.Nope',
    });
  });

  it.each<[string, unknown, RegExp]>([
    ['nothing', undefined, /not a configuration export/],
    ['null', null, /not a configuration export/],
    ['a list', [], /not a configuration export/],
    ['no objects', { objects: [] }, /objects: /],
    ['a scenario that is a text', { objects: [account({ scenarios: ['x'] })] }, /objects\[0\]\.scenarios\[0\]: /],
    [
      'a weight that is a text',
      { objects: [account({ scenarios: [scenario({ fields: [field('Name', 'EQUAL', '5' as never)] })] })] },
      /fields\[0\]\.weight: /,
    ],
    [
      'a threshold out of range',
      { objects: [account({ scenarios: [scenario({ threshold: 1000 })] })] },
      /scenarios\[0\]\.threshold: /,
    ],
    ['thousands of faults', { objects: Array.from({ length: 900 }, () => ({})) }, /and 890 more$/],
  ])('refuses %s with a clear error, and writes nothing', async (_, json, message) => {
    const folder = await folderOf({});
    await expect(importConfiguration(folder, json)).rejects.toThrow(ImportError);
    await expect(importConfiguration(folder, json)).rejects.toThrow(message);
    expect(await readdir(folder)).toEqual([]);
  });

  it('for any JSON at all gives a configuration that loads, or an ImportError', async () => {
    const loose = fc.letrec((tie) => ({
      object: fc.record(
        {
          objectName: fc.constantFrom('Account', 'lead', 'Contact', '__proto__', 'constructor'),
          crossObject: fc.boolean(),
          scenarios: fc.array(tie('scenario'), { maxLength: 3 }),
          crossObjects: fc.array(
            fc.record({
              objectFrom: fc.constantFrom('Account', 'Lead', 'toString'),
              fieldFrom: fc.constantFrom('Name', 'Phone', '__proto__'),
              objectTo: fc.constantFrom('Lead', 'Contact', 'Account'),
              fieldTo: fc.constantFrom('LastName', 'Phone', 'Company', 'constructor'),
            }),
            { maxLength: 5 },
          ),
          resultFields: fc.array(
            fc.record({ order: fc.integer(), field: fc.constantFrom('Name', 'name', 'Phone', 'Nope') }),
          ),
          extra: fc.jsonValue(),
        },
        { requiredKeys: ['objectName'] },
      ),
      scenario: fc.oneof(
        {
          weight: 5,
          arbitrary: fc.constantFrom('Account Default', '', 'x', '__proto__').map((name) => scenario({ name })),
        },
        { weight: 1, arbitrary: fc.jsonValue() },
      ),
    }));
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.array(loose['object'], { maxLength: 3 }).map((objects) => ({ objects })),
          fc.jsonValue(),
        ),
        async (json) => {
          const folder = await folderOf({});
          try {
            await importConfiguration(folder, json);
          } catch (error) {
            expect(error).toBeInstanceOf(ImportError);
          }
          await expect(loadConfiguration(folder)).resolves.toBeDefined();
        },
      ),
      { numRuns: 60 },
    );
  });

  it('into a folder keeps what is there, replaces what it imports again, and can be repeated', async () => {
    const kept = {
      id: 'kept',
      name: 'Kept',
      object: 'Account',
      threshold: 90,
      usage: [],
      fields: [{ field: 'Name', method: 'exact', weight: 1 }],
    };
    const own = { name: 'Account', keyPrefix: '001', fields: [{ name: 'Own__c', type: 'string' }], maxResults: 7 };
    const folder = await folderOf({ 'scenarios.json': [kept], 'objects.json': [own] });
    const json = { objects: [account({ resultFields: [{ order: 0, field: 'Own__c' }] })] };
    const { written, used } = await importConfiguration(folder, json);
    expect(written).toEqual(['objects.json', 'scenarios.json']);
    expect(used).toContainEqual({ path: 'objects[0].scenarios[0]', as: 'scenario account-default' });
    const contents = () =>
      Promise.all(written.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8')) as unknown));
    const first = await contents();
    await importConfiguration(folder, json);
    expect(await contents()).toEqual(first);
    const { scenarios, registry } = await loadConfiguration(folder);
    expect(
      scenarios
        .filter(({ object }) => object === 'Account')
        .map(({ id }) => id)
        .sort(),
    ).toEqual(['account-default', 'kept']);
    expect(scenarios.find(({ id }) => id === 'account-default')?.fields).toHaveLength(1);
    expect(registry.byName('Account')).toMatchObject({ maxResults: 7, resultFields: ['Own__c'] });
    expect((await readdir(folder)).sort()).toEqual(['objects.json', 'scenarios.json']);
  });

  it('does not touch a folder that is at fault already', async () => {
    const folder = await folderOf({ 'scenarios.json': '[' });
    await expect(importConfiguration(folder, { objects: [account()] })).rejects.toThrow(ConfigurationError);
    expect(await readFile(join(folder, 'scenarios.json'), 'utf8')).toBe('[');
  });

  it('takes the published export as it is, every key used or reported', needs('data'), async () => {
    const json = JSON.parse(await readFile(published, 'utf8')) as { objects: object[] };
    const folder = await folderOf({});
    const { used, notUsed, complete } = await importConfiguration(folder, json);
    expect(complete).toBe(true);
    const { scenarios, crossObject, registry } = await loadConfiguration(folder);
    const lead = scenarios.find(({ id }) => id === 'lead-default-by-import')!;
    expect(lead.fields.map(({ label, method, weight }) => [label, method.name, weight])).toEqual([
      ['FirstName', 'personName', 2_000],
      ['LastName', 'personName', 2_000],
      ['Company', 'companyNameStrict', 3_000],
      ['Email', 'email', 5_000],
    ]);
    expect(scenarios.find(({ id }) => id === 'account-default')?.fields.map(({ label }) => label)).toEqual([
      'Phone',
      'Name',
      'BillingCity',
    ]);
    expect(crossObject.map(({ from, to }) => `${from} ${to}`)).toEqual([
      'Lead Contact',
      'Lead Account',
      'Account Lead',
      'Contact Lead',
    ]);
    expect(registry.byName('Lead')?.resultFields).toEqual(['Name', 'Company', 'Email', 'Phone', 'City']);
    // Each key has its own entry, or is covered by the entry of its parent.
    const accounted = [...used, ...notUsed].map(({ path }) => path);
    const isCovered = (path: string) => accounted.some((each) => path === each || path.startsWith(`${each}.`));
    const read = /^objects(\[\d+\]\.(objectName|objectPrefix|crossObject|scenarios|crossObjects|resultFields))?$/;
    expect(pathsOf(json).filter((path) => !read.test(path) && !isCovered(path))).toEqual([]);
    // A key that nothing reads has its own entry.
    for (const path of [
      'objects[0].scenarios[0].scoreMethod',
      'objects[0].scenarios[0].fields[0].matchConfig',
      'objects[2].mergeRule',
      'customSettings',
      'dcVersion',
    ])
      expect(notUsed.map((each) => each.path)).toContain(path);
  });
});
