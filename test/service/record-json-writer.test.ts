import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Configuration } from '../../src/store/config/configuration.js';
import { loadConfiguration } from '../../src/store/config/load.js';
import { makeId } from '../../src/records/ids.js';
import type { FieldValues, StoredRecord } from '../../src/records/record.js';
import { storedValue } from '../../src/records/stored-value.js';
import { Formulas } from '../../src/service/results/formulas.js';
import { RecordJsonWriter } from '../../src/service/results/record-json-writer.js';
import { createMemoryStore } from '../../src/store/memory-store.js';
import type { RecordStore } from '../../src/store/record-store.js';
import { configurationFolder } from './open-service.js';

/** Reference implementation: builds the record as an object as the contract describes, and serializes it. */
function byTheLetter(
  { registry, settings, formulas }: Configuration,
  store: RecordStore,
  record: StoredRecord,
): Record<string, unknown> {
  const type = registry.byName(record.type)!;
  const attributes = ({ type: name, id }: StoredRecord) => ({
    type: name,
    url: `/services/data/${settings.apiVersion}/sobjects/${name}/${id}`,
  });
  const calculated = new Formulas({ registry, formulas }).calculate(type.name, record.id, record.fields, (id) =>
    store.get(id),
  );
  const data: Record<string, unknown> = { attributes: attributes(record), Id: record.id };
  for (const name of type.resultFields ?? type.fields.map((field) => field.name)) {
    const field = type.field(name)!;
    const value =
      field.type === 'formula'
        ? ((type.resultFields && calculated[name]) ?? null)
        : storedValue(field, record.fields[name]);
    if (value !== null) data[name] = value;
  }
  for (const { name, type: kind, relationshipName } of type.fields) {
    const target = record.fields[name];
    if (kind !== 'reference' || typeof target !== 'string') continue;
    const parent = store.get(target);
    if (parent)
      data[relationshipName!] = { attributes: attributes(parent), Id: parent.id, Name: parent.fields['Name'] ?? null };
  }
  return data;
}

describe('a match is written from the stored JSON as if it were put together and written anew', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom('"', '\\', ',', ']', '\n', '\ud800', 'é') }),
  );
  const value = fc.oneof(text, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean(), fc.constant(null));
  const moment = fc.oneof(
    value,
    fc.constantFrom('2024-02-29', '20240229', ' 20240229 ', '2024-02-30'),
    fc.constantFrom('2024-02-29T00:00:00.000+0000', '2024-02-29T00:00:00.000+0100', '2024-02-29 00:00:00,000+0000'),
  );
  const parents = [makeId('005', 1), makeId('001', 1), makeId('001', 2), makeId('500', 1)];
  const reference = fc.constantFrom(...parents, makeId('001', 99), 'no Id', null);
  const fields = fc.record(
    {
      LastName: value,
      FirstName: value,
      Name: value,
      HasOptedOutOfEmail: value,
      Birthdate: moment,
      EmailBouncedDate: moment,
      Amount__c: fc.oneof(value, fc.constantFrom('42', ' 4.20 ', '9007199254740993')),
      Greeting__c: value,
      Gone__c: value,
      OwnerId: reference,
      AccountId: reference,
      ReportsToId: reference,
      CreatedById: reference,
    },
    { requiredKeys: [] },
  );
  const parentNames = fc.tuple(value, value, value, value);

  for (const [what, resultFields] of [
    ['all fields', undefined],
    ['resultFields, formula fields among them', ['LastName', 'Greeting__c', 'Firm__c', 'Name', 'Missing__c']],
  ] as const) {
    it(what, async () => {
      const configuration = await loadConfiguration(
        await configurationFolder({
          'objects.json': [
            {
              name: 'Contact',
              keyPrefix: '003',
              fields: [
                { name: 'Greeting__c', type: 'formula', returns: 'string', formula: '"Dear \\"" & FirstName' },
                { name: 'Firm__c', type: 'formula', returns: 'string', formula: 'Account.Name' },
                { name: 'Missing__c', type: 'string', length: 9 },
                { name: 'Amount__c', type: 'number' },
              ],
              ...(resultFields && { resultFields }),
            },
          ],
        }),
      );
      const { settings, registry } = configuration;
      const formulas = new Formulas(configuration);
      await fc.assert(
        fc.asyncProperty(fc.array(fields, { minLength: 1, maxLength: 4 }), parentNames, async (all, names) => {
          const store = createMemoryStore();
          const put = (id: string, type: string, values: FieldValues) =>
            store.append({ changes: [{ kind: 'put', record: { id, type, fields: values } }] });
          await put(parents[0]!, 'User', { Name: names[0] });
          await put(parents[1]!, 'Account', { Name: names[1], Industry: names[2] });
          await put(parents[2]!, 'Account', {});
          await put(parents[3]!, 'Case', { Subject: names[3] });
          for (const [n, values] of all.entries()) await put(makeId('003', n + 1), 'Contact', values);
          const results = new RecordJsonWriter(settings.apiVersion, formulas, store);
          const shared = results.parents();
          for (const n of all.keys()) {
            const json = store.getJson(makeId('003', n + 1))!;
            const written = results.record(registry.byName('Contact')!, json, shared);
            const expected = byTheLetter(configuration, store, store.get(json.id)!);
            expect(written).toBe(JSON.stringify(expected));
          }
        }),
      );
    });
  }
});
