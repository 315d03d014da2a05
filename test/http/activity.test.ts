import { expect, it } from 'vitest';
import { Documented } from './documented.js';
import { lead, UPSERT, serveForTest, BASE } from './serve.js';

it('counts what happened by day and object, also what came since, for the objects that a client may see', async () => {
  const served = await serveForTest();
  const documented = await Documented.by(served);
  const send = (objectType: string, objectData: object) =>
    served.post(UPSERT, { input: { duplicateCheck: true, objectType, objectData } });
  const asked = async (query = '', authorization?: string) => {
    const headers = authorization === undefined ? {} : { authorization };
    const reply = await served.call('GET', `${BASE}/activity${query}`, { headers });
    expect(documented.faults(reply, `${BASE}/activity`, 'get')).toEqual([]);
    return reply.body as unknown as { day: string; objects: Record<string, unknown>[] }[];
  };
  await send('Lead', lead());
  await send('Lead', lead({ Phone: '1' }));
  await send('Account', { Name: 'Example' });
  const days = await asked();
  expect(days).toHaveLength(30);
  expect(days.at(-1)!.objects).toMatchObject([
    { objectType: 'Account', records: 1, created: 1 },
    { objectType: 'Lead', records: 1, created: 1, updated: 1, matched: 1, deleted: 0, waiting: 0 },
  ]);
  expect(days.slice(0, -1).every(({ objects }) => objects.length === 0)).toBe(true);
  await send('Lead', { LastName: 'Other', Company: 'Else' });
  const limited = served.addClient({ scopes: ['read'], objects: ['Lead'] }).client_id;
  const [today] = await asked('?days=1', `Bearer ${served.auth.issueToken(limited)}`);
  expect(today!.objects).toMatchObject([{ objectType: 'Lead', records: 2, created: 2 }]);
  expect((await served.call('GET', `${BASE}/activity?days=91`)).status).toBe(400);
});

it('counts the suspected pairs that wait, until somebody decides', async () => {
  const served = await serveForTest();
  const send = (objectData: object) =>
    served.post(UPSERT, { input: { duplicateCheck: true, objectType: 'Contact', objectData } });
  await send({ FirstName: 'Robert', LastName: 'Smyth', Phone: '+1 415 555 0132', Email: 'bob@example.com' });
  await send({ FirstName: 'Ulrike', LastName: 'Smyth', Phone: '+1 415 555 0132', Email: 'bob@example.com' });
  const today = async () => {
    const { body } = await served.call('GET', `${BASE}/activity?days=2`);
    const [before, last] = body as unknown as { objects: { waiting: number; suspected: number; decided: number }[] }[];
    return [
      before!.objects.length,
      ...last!.objects.map(({ waiting, suspected, decided }) => [suspected, decided, waiting]),
    ];
  };
  expect(await today()).toEqual([0, [1, 0, 1]]);
  const pairs = await served.call('GET', `${BASE}/suspectedPairs`);
  const [{ id } = { id: '' }] = (pairs.body as unknown as { records: { id: string }[] }).records;
  const decide = async (verdict: string): Promise<{ id: string; changeId: string }> => {
    const { body } = await served.post(`${BASE}/decisions`, { verdict, pairId: id });
    return body as unknown as { id: string; changeId: string };
  };
  const merge = await decide('duplicate');
  expect(await today()).toEqual([0, [1, 1, 0]]);
  // Undone decisions do not count.
  await served.post(`${BASE}/undo/${merge.changeId}`, {});
  expect(await today()).toEqual([0, [1, 0, 1]]);
  // The undone decision does not count even if the same records are merged again.
  const [pair] = (pairs.body as unknown as { records: { matchedId: string; createdId: string }[] }).records;
  const ids = [pair!.matchedId, pair!.createdId];
  const again = await served.post(`${BASE}/merge`, { objectType: 'Contact', ids });
  expect((await today()).at(-1)).toEqual([1, 0, 0]);
  await served.post(`${BASE}/undo/${(again.body as unknown as { changeId: string }).changeId}`, {});
  const apart = await decide('notDuplicate');
  expect(await today()).toEqual([0, [1, 1, 0]]);
  await served.call('DELETE', `${BASE}/decisions/${apart.id}`);
  expect(await today()).toEqual([0, [1, 0, 1]]);
});

it('shows the last entries of the audit log, newest first, for the scope admin', async () => {
  const served = await serveForTest();
  const documented = await Documented.by(served);
  for (let i = 0; i < 3; i++) served.auth.audit.record({ action: 'exported', by: 'test', detail: `number ${i}` });
  await served.auth.close();
  const reply = await served.call('GET', `${BASE}/auditEntries?pageSize=2`);
  expect(documented.faults(reply, `${BASE}/auditEntries`, 'get')).toEqual([]);
  expect(reply.body).toMatchObject([
    { n: 3, action: 'exported', by: 'test', detail: 'number 2' },
    { n: 2, detail: 'number 1' },
  ]);
  const numbers = async (query: string) => {
    const found = await served.call('GET', `${BASE}/auditEntries?${query}`);
    return (found.body as unknown as { n: number }[]).map(({ n }) => n);
  };
  expect(await numbers('before=3')).toEqual([2, 1]);
  expect(await numbers('target=number%201&by=test&action=exported&since=2020-01-01')).toEqual([2]);
  expect(await numbers('action=login')).toEqual([]);
  expect(await numbers('until=2020-01-01T00:00:00Z')).toEqual([]);
  for (const [query, said] of [
    ['since=soon', 'since: expected a time in ISO 8601'],
    ['action=nothing', 'action'],
    ['before=0', 'before'],
  ] as const) {
    const { status, error } = await served.call('GET', `${BASE}/auditEntries?${query}`);
    expect([status, error.errorCode]).toEqual([400, 'INVALID_QUERY_PARAMETER']);
    expect(error.message).toContain(said);
  }
  const authorization = `Bearer ${served.auth.issueToken(served.addClient({ scopes: ['read'] }).client_id)}`;
  expect((await served.call('GET', `${BASE}/auditEntries`, { headers: { authorization } })).status).toBe(403);
});
