import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Documented } from './documented.js';
import { lead, UPSERT, type Reply, serveForAll, serveForTest, BASE } from './serve.js';

const PATH = `${BASE}/decisions`;

interface Decision {
  readonly id: string;
  readonly verdict: string;
  readonly clientId: string;
  readonly note: string | null;
  readonly inForce: boolean;
  readonly records: readonly { readonly id: string; readonly state: string; readonly texts?: object }[];
}

it('a suspected pair is decided, listed, and taken back over HTTP, and the audit log says by whom', async () => {
  const served = await serveForTest();
  const documented = await Documented.by(served);
  const create = (data: Record<string, unknown>, more = {}) =>
    served.post(UPSERT, { input: { objectType: 'Lead', objectData: lead(data), ...more } });
  const first = await create({});
  const second = await create({ LastName: 'Do' }, { duplicateCheck: true, duplicateScore: 100 });
  const ids = [first.body.objectId, second.body.objectId];
  const suspected = async () =>
    ((await served.call('GET', `${BASE}/suspectedPairs`)).body as unknown as { records: { id: string }[] }).records;
  const [pair] = await suspected();

  const decided = await served.post(PATH, { verdict: 'notDuplicate', pairId: pair!.id, note: '<b>twins</b>' });
  const decision = decided.body as unknown as Decision;
  expect(decision).toMatchObject({
    verdict: 'notDuplicate',
    clientId: served.client.client_id,
    note: '<b>twins</b>',
    inForce: true,
    records: ids.map((id) => ({ id, state: 'unchanged' })),
  });
  expect(await suspected()).toEqual([]);

  const listed = await served.call('GET', `${PATH}?objectType=Lead&texts=true`);
  expect((listed.body as unknown as { records: Decision[] }).records[0]!.records[1]!.texts).toMatchObject({
    LastName: 'Do',
  });
  const revoked = await served.call('DELETE', `${PATH}/${decision.id}`);
  expect(await suspected()).toEqual([pair]);
  const gone = await served.call('DELETE', `${PATH}/${decision.id}`);
  expect([revoked.status, gone.status, gone.error.errorCode]).toEqual([200, 404, 'NOT_FOUND']);

  const faults = (reply: Reply, path: string, method: string) => documented.faults(reply, path, method);
  expect([...faults(decided, PATH, 'post'), ...faults(listed, PATH, 'get')]).toEqual([]);
  for (const reply of [revoked, gone]) expect(faults(reply, `${PATH}/{decisionId}`, 'delete')).toEqual([]);

  await served.auth.audit.close();
  const audit = await readFile(join(served.dataFolder, 'audit.log'), 'utf8');
  const entries = audit.split('\n').filter((line) => line.includes('/decisions') || line.includes(' decisions'));
  expect(entries.filter((line) => line.includes(served.client.client_id)).length).toBeGreaterThan(0);
  expect(audit).toContain(decision.id);
  expect(audit).not.toContain('twins');
});

const empty = serveForAll();

it.each<[string, unknown]>([
  ['an unknown verdict', { verdict: 'perhaps', recordIds: [] }],
  ['no records', { verdict: 'later' }],
  ['an unknown key', { verdict: 'later', recordIds: [], force: true }],
  ['an Id that is a number', { verdict: 'later', recordIds: [1, 2] }],
  ['a note of 1,001 characters', { verdict: 'later', pairId: 'pair-000000000001', note: 'x'.repeat(1_001) }],
  ['no object', []],
])('%s is refused with 400', async (_what, body) => expect((await empty.post(PATH, body)).status).toBe(400));

it('pairs are listed by score and time, decisions counted by client and day', async () => {
  const served = await serveForTest();
  const documented = await Documented.by(served);
  const get = async <T>(path: string): Promise<T> => {
    const reply = await served.call('GET', `${BASE}/${path}`);
    expect(documented.faults(reply, `${BASE}/${path.split('?')[0]!}`, 'get')).toEqual([]);
    return reply.body as unknown as T;
  };
  const create = (data: Record<string, unknown>) =>
    served.post(UPSERT, {
      input: { objectType: 'Lead', objectData: lead(data), duplicateCheck: true, duplicateScore: 100 },
    });
  await create({});
  await create({ LastName: 'Do' });
  const before = new Date().toISOString();
  interface Page {
    readonly totalSize: number;
    readonly records: readonly { readonly id: string; readonly score: number; readonly time: string }[];
  }
  const all = await get<Page>('suspectedPairs');
  const [{ id, score, time } = { id: '', score: 0, time: '' }] = all.records;
  const sizes = async (query: string) => (await get<Page>(`suspectedPairs?${query}`)).totalSize;
  expect(await sizes(`minScore=${score}&maxScore=${score}&since=${time}`)).toBe(1);
  expect(await sizes(`minScore=${score + 1}`)).toBe(0);
  expect(await sizes(`maxScore=${score - 1}`)).toBe(0);
  expect(await sizes(`until=${time}`)).toBe(0);
  expect(await sizes(`objectType=Account&minScore=0`)).toBe(0);
  expect((await get<Page>(`suspectedPairs?minScore=0&page=2`)).records).toEqual([]);
  for (const wrong of ['since=yesterday', 'minScore=101', 'minScore=x'])
    expect((await served.call('GET', `${BASE}/suspectedPairs?${wrong}`)).status).toBe(400);

  await served.post(PATH, { verdict: 'notDuplicate', pairId: id });
  const mine = `clientId=${served.client.client_id}`;
  const [one, none] = [
    { duplicate: 0, notDuplicate: 1, later: 0 },
    { duplicate: 0, notDuplicate: 0, later: 0, clients: [] },
  ];
  const { client_id: clientId } = served.client;
  const days = [{ day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string, decisions: 1 }];
  expect(await get(`decisionCounts?${mine}&since=${before}`)).toEqual({
    ...one,
    clients: [{ clientId, name: served.auth.nameOf(clientId), ...one, days }],
  });
  expect(await get('decisionCounts?objectType=Lead&scores=true')).toMatchObject({
    scores: [{ score, duplicate: 0, notDuplicate: 1 }],
  });
  expect(await get('decisionCounts?clientId=another')).toEqual(none);
  expect(await get('decisionCounts?since=2999-01-01T00:00:00Z')).toEqual(none);
  expect(await get(`decisions?${mine}&since=${before}`)).toMatchObject({ records: [{ verdict: 'notDuplicate' }] });
  expect(await get('decisions?since=2999-01-01T00:00:00Z')).toMatchObject({ records: [], next: null });
  expect((await served.call('GET', `${BASE}/decisionCounts?since=x`)).status).toBe(400);
});
