import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Documented } from './documented.js';
import { EXPLAIN, lead, UPSERT, type Reply, serveForAll, serveForTest, BASE } from './serve.js';

const PATH = `${BASE}/merge`;
const RECORD = '/services/data/v60.0/sobjects/Lead';

async function served() {
  const service = await serveForTest();
  const create = async (data: Record<string, unknown>): Promise<string> =>
    (await service.post(UPSERT, { input: { objectType: 'Lead', objectData: lead(data) } })).body.objectId;
  return { service, create, documented: await Documented.by(service) };
}

it('records are merged, their old Ids say where they went, and the merge is undone, as documented', async () => {
  const { service, create, documented } = await served();
  const fits = (reply: Reply, path: string, method: string) => {
    expect(documented.faults(reply, path, method)).toEqual([]);
    return reply;
  };
  const one = await create({ Phone: '1' });
  const two = await create({ Title: 'Director' });
  const merged = fits(await service.post(PATH, { objectType: 'lead', ids: [one, two] }), PATH, 'post');
  expect(merged.body).toMatchObject({ masterId: two, mergedIds: [one], repointed: 0 });
  const { changeId } = merged.body as unknown as { changeId: string };
  const expectGone = (reply: Reply): void => {
    expect([reply.status, reply.error]).toEqual([
      404,
      expect.objectContaining({ errorCode: 'ENTITY_IS_DELETED', mergedInto: two }),
    ]);
  };
  expectGone(
    fits(
      await service.call('GET', `${RECORD}/${one}`),
      '/services/data/{version}/sobjects/{objectType}/{recordId}',
      'get',
    ),
  );
  expectGone(await service.call('DELETE', `${RECORD}/${one}`));
  expectGone(await service.post(EXPLAIN, { objectPrefix: '00Q', objectData: { LastName: 'Doe' }, recordId: one }));
  const list = fits(
    await service.call('GET', `${BASE}/crosswalk?objectType=Lead&pageSize=5`),
    `${BASE}/crosswalk`,
    'get',
  );
  expect(list.body).toMatchObject({ records: [{ oldId: one, survivingId: two }], next: null });
  const again = fits(await service.post(PATH, { objectType: 'Lead', ids: [one, two] }), PATH, 'post');
  expect(again.body).toMatchObject({ mergedIds: [], changeId: null });
  const undone = fits(await service.call('POST', `${BASE}/undo/${changeId}`), `${BASE}/undo/{changeId}`, 'post');
  expect(undone.status).toBe(200);
  const restored = await service.call('GET', `${RECORD}/${one}`);
  expect(restored.body).toMatchObject({ Phone: '1' });
  const history = fits(await service.call('GET', `${BASE}/history/${one}`), `${BASE}/history/{recordId}`, 'get');
  const { records } = history.body as unknown as { records: object[] };
  expect(records).toMatchObject([{ action: 'create' }, { action: 'delete', mergedInto: two, group: changeId }, {}]);
});

it('the history of the record that stays shows which others were merged into it, and by whose change', async () => {
  const { service, create, documented } = await served();
  const [one, two] = [await create({ Phone: '1' }), await create({ Title: 'Director' })];
  const task = { input: { objectType: 'Task', objectData: { Subject: 'Call', WhoId: one } } };
  await service.post(UPSERT, task);
  const merged = await service.post(PATH, { objectType: 'Lead', ids: [one, two], masterId: two });
  const { changeId } = merged.body as unknown as { changeId: string };
  await service.call('POST', `${BASE}/undo/${changeId}`);
  const history = await service.call('GET', `${BASE}/history/${two}`);
  expect(documented.faults(history, `${BASE}/history/{recordId}`, 'get')).toEqual([]);
  const [parted, joined, created] = (history.body as unknown as { records: Record<string, unknown>[] }).records;
  expect(parted).toMatchObject({ undoes: changeId, partedFrom: [one], repointed: 1, clientName: 'test' });
  expect(joined).toMatchObject({ id: changeId, mergedFrom: [one], repointed: 1, clientName: 'test' });
  expect(Object.keys(created!)).not.toContain('mergedFrom');
  expect(parted).not.toHaveProperty('mergedFrom');
});

it('a dry run answers what a merge would give, and is no line of the audit log', async () => {
  const { service, create, documented } = await served();
  const ids = [await create({ Phone: '1' }), await create({ Title: 'Director' })];
  const tried = await service.post(PATH, { objectType: 'Lead', ids, dryRun: true });
  expect(documented.faults(tried, PATH, 'post')).toEqual([]);
  expect(tried.body).toMatchObject({ masterId: ids[1], mergedIds: [ids[0]], changeId: null });
  for (const id of ids) expect((await service.call('GET', `${RECORD}/${id}`)).status).toBe(200);
  const merged = await service.post(PATH, { objectType: 'Lead', ids });
  expect(merged.status).toBe(200);
  await service.auth.audit.close();
  const audit = await readFile(join(service.dataFolder, 'audit.log'), 'utf8');
  expect(audit.split('\n').filter((line) => line.includes('"action":"merged"')).length).toBe(1);
});

const empty = serveForAll();

it.each<[string, unknown, number]>([
  ['no object type', { ids: [] }, 400],
  ['no ids', { objectType: 'Lead' }, 400],
  ['an unknown key', { objectType: 'Lead', ids: [], force: true }, 400],
  ['an Id that is a number', { objectType: 'Lead', ids: [1, 2] }, 400],
  ['201 Ids', { objectType: 'Lead', ids: Array.from({ length: 201 }, () => 'x') }, 400],
  ['fields that are a list', { objectType: 'Lead', ids: ['a', 'b'], fields: [] }, 400],
  ['__proto__ as the object', { objectType: '__proto__', ids: ['a', 'b'] }, 400],
  ['no object', [], 400],
])('%s is refused', async (_what, body, status) => expect((await empty.post(PATH, body)).status).toBe(status));

it.each(['since=yesterday', 'after=x', 'after=-1', 'pageSize=0', 'pageSize=1001', 'objectType=Contract'])(
  'a crosswalk with %s is refused with 400',
  async (query) => expect((await empty.call('GET', `${BASE}/crosswalk?${query}`)).status).toBe(400),
);

it('values by hostile field names and of hostile forms are refused and change nothing', async () => {
  const { service, create } = await served();
  const ids = [await create({}), await create({})];
  const send = (text: string) =>
    service.call('POST', PATH, { body: text, headers: { 'content-type': 'application/json' } });
  for (const fields of ['{"__proto__":"x"}', '{"constructor":"x"}', '{"Title":{}}', '{"Title":[1]}', '{"Phone":1e999}'])
    expect((await send(`{"objectType":"Lead","ids":${JSON.stringify(ids)},"fields":${fields}}`)).status, fields).toBe(
      400,
    );
  for (const id of ids) expect((await service.call('GET', `${RECORD}/${id}`)).status).toBe(200);
});
