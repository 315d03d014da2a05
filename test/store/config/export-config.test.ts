import fc from 'fast-check';
import { expect, it } from 'vitest';
import { exportConfiguration } from '../../../src/store/config/export-config.js';
import { importConfiguration } from '../../../src/store/config/import/import-configuration.js';
import { loadConfiguration } from '../../../src/store/config/load.js';
import { builtinScenarios } from '../../../src/matching/builtin-scenarios.js';
import { listScenarios } from '../../../src/service/search/scenario-list.js';
import { folderOf } from './folder.js';

const FIELDS = { Lead: ['LastName', 'Email', 'Region__c'], Ware__c: ['Name', 'Code__c', 'Site__c'] } as const;
const objects = [
  { name: 'Lead', keyPrefix: '00Q', fields: [{ name: 'Region__c', type: 'picklist', values: ['a', 'b'] }] },
  {
    name: 'Ware__c',
    keyPrefix: 'x7Q',
    label: 'Ware',
    fields: [
      { name: 'Code__c', type: 'string', length: 9, required: true },
      { name: 'Site__c', type: 'url' },
      { name: 'Twice__c', type: 'formula', formula: 'LEN(Code__c) * 2', returns: 'number' },
    ],
    resultFields: ['Name', 'Site__c'],
    maxResults: 7,
  },
];
const METHODS = [
  'exact',
  'personName',
  'companyName',
  'companyNameStrict without schools',
  'text',
  'first5',
  'website',
];

const scenarioOf = (object: keyof typeof FIELDS) =>
  fc.record(
    {
      name: fc.constantFrom('One', 'Two', '__proto__', 'Ü & Ö'),
      object: fc.constant(object),
      threshold: fc.integer({ min: 100, max: 10_000 }).map((hundredths) => hundredths / 100),
      usage: fc.subarray(['restSearch', 'restUpsert']),
      onDuplicate: fc.constantFrom('overwrite', 'fillBlanks', 'rules'),
      minimumEvidence: fc.integer({ min: 0, max: 10_000 }).map((share) => share / 10_000),
      aliases: fc.constant(['a0F5I000001DMaWUAW']),
      enabled: fc.boolean(),
      fields: fc.uniqueArray(
        fc.record(
          {
            field: fc.constantFrom(...FIELDS[object]),
            method: fc.constantFrom(...METHODS),
            weight: fc.integer({ min: 1, max: 100_000 }).map((hundredths) => hundredths / 100),
            blank: fc.constantFrom('mismatch', 'ignore'),
          },
          { requiredKeys: ['field', 'method', 'weight'] },
        ),
        { minLength: 1, maxLength: 3, selector: ({ field }) => field },
      ),
    },
    { requiredKeys: ['name', 'object', 'threshold', 'usage', 'fields'] },
  );

const switches = fc.subarray(builtinScenarios.map(({ id }) => ({ id, enabled: false })));

it('an import of our own export into an empty folder gives the same scenarios, objects and maps', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(scenarioOf('Lead'), scenarioOf('Ware__c')), { maxLength: 4 }),
      switches,
      fc.boolean(),
      async (own, off, enabled) => {
        const aliased = own.findIndex(({ aliases }) => aliases !== undefined);
        const written = own.map(({ aliases, ...rest }, i) => ({
          id: `own-${i}`,
          ...rest,
          ...(i === aliased && { aliases }),
        }));
        const before = await loadConfiguration(
          await folderOf({
            'objects.json': objects,
            'scenarios.json': [...off, ...written],
            'cross-object.json': [{ from: 'Lead', to: 'Ware__c', enabled, fields: { LastName: 'Name' } }],
            'lists/frequent-schools.txt': 'University\nHigh School\n',
          }),
        );
        const folder = await folderOf({});
        const json = JSON.parse(JSON.stringify(exportConfiguration(before, new Date(0)))) as unknown;
        const report = await importConfiguration(folder, json, { whole: true });
        expect(report.leftOut).toEqual([]);
        const after = await loadConfiguration(folder);
        const byId = (configuration: typeof before) =>
          listScenarios(configuration.scenarios).sort((a, b) => (a.id < b.id ? -1 : 1));
        expect(byId(after)).toEqual(byId(before));
        expect(after.crossObject).toEqual(before.crossObject);
        expect(after.lists).toEqual(before.lists);
        for (const name of ['Lead', 'Ware__c'])
          for (const key of ['fields', 'label', 'resultFields', 'maxResults'] as const)
            expect(after.registry.byName(name)![key]).toEqual(before.registry.byName(name)![key]);
      },
    ),
    { numRuns: 15 },
  );
});

it('an export speaks the product’s language as far as that goes', async () => {
  const { objects: exported } = exportConfiguration(await loadConfiguration(), new Date(0)) as {
    objects: { objectName: string; scenarios: object[] }[];
  };
  const account = exported.find(({ objectName }) => objectName === 'Account')!;
  expect({ ...account, scenarios: account.scenarios.slice(0, 1) }).toMatchObject({
    objectPrefix: '001',
    crossObject: false,
    scenarios: [
      {
        id: 'account-default',
        name: 'Account Default',
        threshold: 75,
        onApi: true,
        onDataApi: true,
        fields: [
          { field: 'Name', matchMethod: 'FUZZY_COMPANY_STRICT', weight: 50, frequentList: null },
          { field: 'Phone', matchMethod: 'PHONE', weight: 30 },
          { field: 'BillingCity', matchMethod: 'EQUAL', weight: 20 },
        ],
      },
    ],
  });
});

it('what somebody changes in the product’s part of an export counts', async () => {
  const json = JSON.parse(JSON.stringify(exportConfiguration(await loadConfiguration(), new Date(0)))) as {
    objects: { objectName: string; scenarios: { fields: { matchMethod: string; weight: number }[] }[] }[];
  };
  const field = json.objects.find(({ objectName }) => objectName === 'Account')!.scenarios[0]!.fields[0]!;
  Object.assign(field, { matchMethod: 'EQUAL', weight: 7 });
  const folder = await folderOf({});
  await importConfiguration(folder, json);
  const { scenarios } = await loadConfiguration(folder);
  const compared = scenarios.find(({ id }) => id === 'account-default')!.fields[0]!;
  expect([compared.method.name, compared.weight]).toEqual(['exact', 700]);
});
