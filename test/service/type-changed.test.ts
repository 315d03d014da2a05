import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../src/store/memory-store.js';
import type { RecordStore } from '../../src/store/record-store.js';
import { makeId } from '../../src/records/ids.js';
import { insert, openService, searchIds, upsert } from './open-service.js';

/** Six Contact fields before and after a change of their types. */
const before = {
  Count__c: 'string',
  Text__c: 'number',
  Flag__c: 'string',
  Day__c: 'string',
  Moment__c: 'date',
  Late__c: 'string',
};
const after = {
  Count__c: 'number',
  Text__c: 'string',
  Flag__c: 'boolean',
  Day__c: 'date',
  Moment__c: 'datetime',
  Late__c: 'boolean',
};
const summary = (operation: string) => ({
  name: `${operation}__c`,
  type: 'summary',
  summary: { object: 'Contact', referenceField: 'AccountId', operation, field: 'Count__c' },
});
const configured = (types: Record<string, string>, more: object[] = [], parent: object[] = []) => [
  {
    name: 'Contact',
    keyPrefix: '003',
    fields: [...Object.entries(types).map(([name, type]) => ({ name, type })), ...more],
  },
  { name: 'Account', keyPrefix: '001', fields: parent },
];
const formulas = [
  { name: 'Double__c', type: 'formula', returns: 'number', formula: 'Count__c * 2' },
  { name: 'Fine__c', type: 'formula', returns: 'string', formula: 'IF(Flag__c, Text__c, "none")' },
];
const filters = [
  { developerName: 'Many', object: 'Contact', condition: 'Count__c > 41' },
  { developerName: 'NotMany', object: 'Contact', condition: 'NOT Count__c > 41' },
  {
    developerName: 'Doubled',
    object: 'Contact',
    condition: 'Double__c = 84 AND Day__c = 2024-02-29 AND Late__c = FALSE',
  },
];

describe('a value whose field has changed its type since it was stored', () => {
  const Email = 'ash@types.example';

  async function changed(): Promise<{ store: RecordStore; fit: string; unfit: string; account: string }> {
    const store = createMemoryStore();
    const old = await openService({ store, files: { 'objects.json': configured(before) } });
    const account = await insert(old, 'Account', { Name: 'Acme' });
    const values = { Count__c: '42', Text__c: 7.5, Flag__c: 'TRUE', Day__c: '20240229', Moment__c: '2024-03-01' };
    const fit = await insert(old, 'Contact', { LastName: 'Ash', Email, AccountId: account, ...values });
    const none = { Count__c: 'many', Text__c: 1, Flag__c: 'perhaps', Day__c: 'one day', Late__c: 'no' };
    const unfit = await insert(old, 'Contact', { LastName: 'Birch', Email, AccountId: account, ...none });
    return { store, fit, unfit, account };
  }
  const open = (store: RecordStore) =>
    openService({
      store,
      files: { 'objects.json': configured(after, formulas, [summary('sum'), summary('max')]), 'filters.json': filters },
    });

  it('is coerced where nothing is lost: in a GET, a search, a formula and a filter', async () => {
    const { store, fit } = await changed();
    const likeness = await open(store);
    const values = {
      Count__c: 42,
      Text__c: '7.5',
      Flag__c: true,
      Day__c: '2024-02-29',
      Moment__c: '2024-03-01T00:00:00.000+0000',
      Late__c: false,
    };
    expect(likeness.readRecord('Contact', fit)).toMatchObject({ ...values, Double__c: 84, Fine__c: '7.5' });
    const { output } = await likeness.search({ objectPrefix: '003', objectData: { Email } });
    expect(output['003']!.find(({ objectData }) => objectData['Id'] === fit)!.objectData).toMatchObject(values);
    expect(await searchIds(likeness, '003', { Email }, { filterDeveloperName: 'Many' })).toEqual([fit]);
    expect(await searchIds(likeness, '003', { Email }, { filterDeveloperName: 'Doubled' })).toEqual([fit]);
  });

  it('else is shown as it is stored, is blank to filters and unreadable to formulas, and verify tells it', async () => {
    const { store, unfit } = await changed();
    const likeness = await open(store);
    const values = { Count__c: 'many', Text__c: '1', Flag__c: 'perhaps', Day__c: 'one day', Late__c: 'no' };
    const read = likeness.readRecord('Contact', unfit);
    expect(read).toMatchObject(values);
    expect(read).not.toHaveProperty('Double__c');
    const { output } = await likeness.search({ objectPrefix: '003', objectData: { Email } });
    expect(output['003']!.find(({ objectData }) => objectData['Id'] === unfit)!.objectData).toMatchObject(values);
    expect(await searchIds(likeness, '003', { Email }, { filterDeveloperName: 'NotMany' })).toEqual([unfit]);
    const told = await likeness.checkConsistency({ sample: 10 });
    expect(told.filter((line) => line.startsWith('Contact'))).toEqual([
      `Contact ${unfit}: Count__c is many, which is not a valid number`,
      `Contact ${unfit}: Flag__c is perhaps, which is not a valid boolean`,
      `Contact ${unfit}: Day__c is one day, which is not a valid date`,
      `Contact ${unfit}: Late__c is no, which is not a valid boolean`,
    ]);
  });

  it('is summed and compared where it can be read, and counts as blank where not', async () => {
    const { store, fit, account } = await changed();
    const likeness = await open(store);
    await upsert(likeness, 'Contact', { Id: fit, Title: 'x' });
    expect(likeness.readRecord('Account', account)).toMatchObject({ sum__c: 42, max__c: 42 });
  });

  it('of a field that has become a formula is not shown in its place', async () => {
    const store = createMemoryStore();
    const old = await openService({ store, files: { 'objects.json': configured(before) } });
    const id = await insert(old, 'Contact', { LastName: 'Ash', Email, Count__c: 'old' });
    const formula = { name: 'Count__c', type: 'formula', returns: 'string', formula: '"new " & LastName' };
    const objects = [{ name: 'Contact', keyPrefix: '003', fields: [formula], resultFields: ['Count__c'] }];
    const likeness = await openService({ store, files: { 'objects.json': objects } });
    expect(likeness.readRecord('Contact', id)).toMatchObject({ Count__c: 'new Ash' });
    const { output } = await likeness.search({ objectPrefix: '003', objectData: { Email } });
    expect(output['003']![0]!.objectData).toMatchObject({ Count__c: 'new Ash' });
    expect((await likeness.checkConsistency({ sample: 10 })).filter((line) => line.startsWith('Contact'))).toEqual([]);
  });
});

describe('names that are declared in another case than records are stored under', () => {
  const object = (name: string, field: string) => ({
    'objects.json': [{ name, keyPrefix: 'a0X', fields: [{ name: field, type: 'string' }] }],
  });

  it('an object or field is refused, by the name that is to be written, for as long as a record has it', async () => {
    const store = createMemoryStore();
    const first = await openService({ store, files: object('Machine__c', 'Serial__c') });
    const id = await insert(first, 'MACHINE__C', { SERIAL__C: '77' });
    await expect(openService({ store, files: object('machine__c', 'Serial__c') })).rejects.toThrow(
      'objects.json: declares machine__c, but records are stored as Machine__c and would not be found: use the stored spelling',
    );
    await expect(openService({ store, files: object('Machine__c', 'serial__c') })).rejects.toThrow(
      'objects.json: declares Machine__c.serial__c, but records are stored as Machine__c.Serial__c and would',
    );
    // Without a declaration, stored values are kept under their names until the object is declared again.
    await openService({ store });
    await openService({ store, files: object('Machine__c', 'Other__c') });
    const again = await openService({ store, files: object('Machine__c', 'Serial__c') });
    await again.deleteRecord('Machine__c', id, { clientId: 'test' });
    const other = await openService({ store, files: object('machine__c', 'serial__c') });
    const { records } = await other.history(id, { page: 1, pageSize: 1 });
    await other.undo(records[0]!.id, { clientId: 'test' });
    expect(other.readRecord('machine__c', id)).toMatchObject({ serial__c: '77' });
    await openService({ store, files: object('machine__c', 'serial__c') });
  });

  it('are taken where both are stored already: no spelling would find all', async () => {
    const store = createMemoryStore();
    const stored = (number: number, type: string, field: string) => ({
      kind: 'put' as const,
      record: { id: makeId('a0X', number), type, fields: { [field]: '77' } },
    });
    const both = [stored(1, 'Machine__c', 'Serial__c'), stored(2, 'machine__c', 'serial__c')];
    await store.append({ changes: [...both, stored(3, 'Machine__c', 'serial__c')] });
    for (const [name, field] of [
      ['Machine__c', 'Serial__c'],
      ['Machine__c', 'serial__c'],
      ['machine__c', 'serial__c'],
    ] as const)
      await openService({ store, files: object(name, field) });
  });
});
