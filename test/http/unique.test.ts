import { describe, expect, it, vi } from 'vitest';
import { UPSERT, type Reply, serveForAll, DATA } from './serve.js';

const MERGE = '/services/apexrest/dupcheck/merge';
const files = {
  'objects.json': [
    {
      name: 'Contact',
      keyPrefix: '003',
      fields: [
        { name: 'Number__c', type: 'string', length: 20, externalId: true, unique: true },
        { name: 'Code__c', type: 'integer', unique: true },
      ],
    },
  ],
};

describe('a unique field', () => {
  const served = serveForAll({ files });

  const send = (method: string, path: string, body?: unknown) => served.send(method, `${DATA}/${path}`, body);
  // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- states the expected type
  const as = <T>({ text }: Reply) => JSON.parse(text) as T;
  const create = async (data: object) => {
    const reply = await send('POST', 'sobjects/Contact', { LastName: 'Doe', ...data });
    expect(reply.status, reply.text).toBe(201);
    return as<{ id: string }>(reply).id;
  };
  const count = async (where: string) =>
    as<{ totalSize: number }>(
      await send('GET', `query?q=${encodeURIComponent(`SELECT Id FROM Contact WHERE ${where}`)}`),
    ).totalSize;
  const valueOf = async (id: string) =>
    as<{ Number__c: string | null }>(await send('GET', `sobjects/Contact/${id}`)).Number__c;
  const undo = async (id: string) => {
    const history = await served.call('GET', `/services/apexrest/dupcheck/history/${id}`);
    const change = as<{ records: { id: string }[] }>(history).records[0]!.id;
    return served.post(`/services/apexrest/dupcheck/undo/${change}`, {});
  };
  const SAME = 'DUPLICATE_VALUE: duplicate value found: Number__c duplicates value on record with id: ';

  it('contains each value once, whatever its case, however a record is saved', async () => {
    const id = await create({ Number__c: 'U-1', Code__c: 1 });
    const other = await create({ Number__c: 'U-2' });
    const failures = [
      await send('POST', 'sobjects/Contact', { LastName: 'X', Number__c: 'u-1' }),
      await send('PATCH', `sobjects/Contact/${other}`, { Number__c: ' U-1 ' }),
    ];
    for (const { status, error } of failures) expect([status, error.errorCode]).toEqual([400, 'DUPLICATE_VALUE']);
    const upsert = async (input: object) =>
      as<{ errorMessage: string | null; relatedList: { errorMessage: string | null }[] }>(
        await served.post(UPSERT, { input: { objectType: 'Contact', ...input } }),
      );
    expect((await upsert({ objectData: { LastName: 'X', Number__c: 'U-1' } })).errorMessage).toBe(SAME + id);
    expect((await upsert({ objectData: { LastName: 'X', Code__c: 1 } })).errorMessage).toMatch(/Code__c duplicates/);
    const related = { objectType: 'Contact', referenceField: 'ReportsToId', objectData: { LastName: 'Y', Code__c: 7 } };
    const both = await upsert({ objectData: { LastName: 'X', Code__c: 7 }, relatedList: [related] });
    expect(both.relatedList[0]!.errorMessage).toMatch(/Code__c duplicates value/);
    const records = ['n', 'N'].map((Number__c) => ({ attributes: { type: 'Contact' }, LastName: 'Z', Number__c }));
    const results = as<{ success: boolean }[]>(await send('POST', 'composite/sobjects', { records }));
    expect(results.map(({ success }) => success)).toEqual([true, false]);
    expect(await count("Number__c IN ('u-1', 'n')")).toBe(2);
  });

  it('may keep its value, be blank in many records, and take a value that is free again', async () => {
    const id = await create({ Number__c: 'K-1' });
    expect((await send('PATCH', `sobjects/Contact/${id}`, { Number__c: 'k-1', Title: 'Dr.' })).status).toBe(204);
    await create({ Number__c: null });
    await create({ Number__c: '' });
    expect((await send('PATCH', `sobjects/Contact/${id}`, { Number__c: 'K-2' })).status).toBe(204);
    const next = await create({ Number__c: 'K-1' });
    expect((await send('DELETE', `sobjects/Contact/${next}`)).status).toBe(204);
    await create({ Number__c: 'K-1' });
    const undone = await undo(next);
    expect([undone.status, undone.error.message]).toEqual([409, expect.stringContaining('Number__c duplicates value')]);
  });

  it('goes with a merge to the record that stays, and back when the merge is undone', async () => {
    const [stays, goes] = [await create({}), await create({ Number__c: 'M-1' })];
    const fields = { Number__c: goes };
    const merge = () => served.post(MERGE, { objectType: 'Contact', ids: [stays, goes], masterId: stays, fields });
    const merged = await merge();
    expect(merged.status, merged.text).toBe(200);
    expect(await valueOf(stays)).toBe('M-1');
    expect((await undo(stays)).status).toBe(200);
    expect([await valueOf(stays), await valueOf(goes)]).toEqual([null, 'M-1']);
    await merge();
    await send('PATCH', `sobjects/Contact/${stays}`, { Number__c: null });
    await create({ Number__c: 'M-1' });
    expect((await undo(goes)).error.message).toContain('Number__c duplicates value');
  });

  it('holds at the same instant', async () => {
    const sent = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        n % 3 === 0
          ? send('PATCH', 'sobjects/Contact/Number__c/race', { LastName: `Race ${n}` })
          : send('POST', 'sobjects/Contact', { LastName: `Race ${n}`, Number__c: 'Race' }),
      ),
    );
    expect(sent.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await count("Number__c = 'race'")).toBe(1);
  });

  it('holds in an import', async () => {
    const csv = 'LastName,Number__c\nA,I-1\nB,i-1\nC,I-2\n';
    const files = '/services/apexrest/dupcheck/files';
    // Sent to the first node, because uploaded files stay on their node.
    const ask = (method: string, path: string, body?: string, type = 'application/json') =>
      served.call(method, path, { body, headers: { 'content-type': type } }, true);
    const file = await ask('POST', `${files}?name=rows.csv`, csv, 'application/octet-stream');
    const { id, inspection } = as<{ id: string; inspection: { mapping: unknown } }>(file);
    const task = { action: 'import', objectType: 'Contact', check: false, mapping: inspection.mapping };
    expect((await ask('POST', `${files}/${id}/run`, JSON.stringify(task))).status).toBe(202);
    const counts = await vi.waitFor(async () => {
      const { status, counts: done } = as<{ status: string; counts: object }>(await ask('GET', `${files}/${id}`));
      expect(status).toBe('completed');
      return done;
    });
    expect(counts).toMatchObject({ created: 2, rejected: 1 });
  });

  it('is described', async () => {
    const { fields } = as<{ fields: { name: string; unique: boolean }[] }>(
      await send('GET', 'sobjects/Contact/describe'),
    );
    expect(fields.filter(({ unique }) => unique).map(({ name }) => name)).toEqual(['Number__c', 'Code__c']);
  });
});
