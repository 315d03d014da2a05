import { describe, expect, it, vi } from 'vitest';
import { lead, type Reply, serveForAll, BASE, DATA } from './serve.js';

const LEADS = `${DATA}/sobjects/Lead`;
const CSV = { 'content-type': 'text/csv' };

interface Entry {
  readonly action: string;
  readonly by: string;
  readonly name: string;
  readonly target: readonly string[];
}

describe('deletions, merges and undos are in the audit log, once, with their Ids, over every interface', () => {
  let made = 0;
  const served = serveForAll();

  const answered = <T>({ status, text, body }: Reply): Readonly<T> => {
    expect(status, text).toBeLessThan(300);
    return body as T;
  };
  const create = async (): Promise<string> => {
    const LastName = `Unlike${String.fromCharCode(97 + (made++ % 26)).repeat(5)}${made}`;
    return answered<{ id: string }>(await served.post(LEADS, lead({ LastName, Email: `${LastName}@example.com` }))).id;
  };
  const twins = async (): Promise<[string, string]> => [await create(), await create()];
  /** Returns the audit entries written by a function. */
  const written = async (work: () => Promise<unknown>): Promise<Entry[]> => {
    await served.auth.audit.close();
    const [last] = await served.auth.audit.search({ most: 1 });
    await work();
    await served.auth.audit.close();
    const found = await served.auth.audit.search({ most: 100 });
    return found.filter(({ n }) => n > (last?.n ?? 0)).reverse() as unknown as Entry[];
  };
  const expectOnly = (entries: readonly Entry[], action: string, ids: readonly string[]): void => {
    expect(entries.map((one) => one.action)).toEqual([action]);
    expect(entries[0]).toMatchObject({ by: served.client.client_id, name: 'test' });
    expect(entries[0]!.target).toEqual(expect.arrayContaining([...ids]));
  };
  const ended = (path: string) =>
    vi.waitFor(async () => {
      const { status } = answered<{ status: string }>(await served.call('GET', `${BASE}/${path}`));
      expect(status).toBe('completed');
    });
  const composite = (inner: object) =>
    served.post(`${DATA}/composite`, { compositeRequest: [{ ...inner, referenceId: 'r' }] });
  const tool = (name: string, args: object) =>
    served.post('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } });
  const lastChange = async (id: string): Promise<string> =>
    answered<{ records: { id: string }[] }>(await served.call('GET', `${BASE}/history/${id}`)).records[0]!.id;

  const DELETIONS: readonly [string, (ids: [string, string]) => Promise<unknown>][] = [
    ['the record', async ([id]) => answered(await served.call('DELETE', `${LEADS}/${id}`))],
    ['the record by an external Id', async ([id]) => answered(await served.call('DELETE', `${LEADS}/Id/${id}`))],
    [
      'a collection',
      async (ids) => answered(await served.call('DELETE', `${DATA}/composite/sobjects?ids=${ids.join()}`)),
    ],
    ['composite', async ([id]) => answered(await composite({ method: 'DELETE', url: `${LEADS}/${id}` }))],
    [
      'a collection inside composite',
      async (ids) =>
        answered(await composite({ method: 'DELETE', url: `${DATA}/composite/sobjects?ids=${ids.join()}` })),
    ],
    [
      'composite/batch',
      async ([id]) =>
        answered(
          await served.post(`${DATA}/composite/batch`, {
            batchRequests: [{ method: 'DELETE', url: `v60.0/sobjects/Lead/${id}` }],
          }),
        ),
    ],
    [
      'a bulk job',
      async (ids) => {
        const at = `${DATA}/jobs/ingest`;
        const job = { object: 'Lead', operation: 'delete', contentType: 'CSV' };
        const { id } = answered<{ id: string }>(await served.post(at, job));
        answered(await served.call('PUT', `${at}/${id}/batches`, { headers: CSV, body: `Id\n${ids.join('\n')}\n` }));
        answered(await served.send('PATCH', `${at}/${id}`, { state: 'UploadComplete' }));
        await vi.waitFor(async () =>
          expect(answered<{ state: string }>(await served.call('GET', `${at}/${id}`)).state).toBe('JobComplete'),
        );
      },
    ],
    [
      'a file',
      async (ids) => {
        const sent = await served.call('POST', `${BASE}/files?name=any.csv`, { body: `Id\n${ids.join('\n')}\n` });
        const { id } = answered<{ id: string }>(sent);
        const task = { action: 'import', objectType: 'Lead', mapping: [{ field: 'Id', positions: [0] }] };
        answered(await served.post(`${BASE}/files/${id}/run`, { ...task, writes: { operation: 'delete' } }));
        await ended(`files/${id}`);
      },
    ],
  ];

  it.each(DELETIONS)('a deletion by %s', async (_way, remove) => {
    const ids = await twins();
    const entries = await written(() => remove(ids));
    const gone = ids.filter((id) => ![...served.likeness.records('Lead')].some((record) => record['Id'] === id));
    expect(gone).not.toEqual([]);
    expectOnly(entries, 'deleted', gone);
  });

  it('a deletion of several that fails completely is not', async () => {
    const ids = [await create(), '00Q000000000000AAA'];
    const path = `${DATA}/composite/sobjects?allOrNone=true&ids=${ids.join()}`;
    expect(await written(async () => answered(await served.call('DELETE', path)))).toEqual([]);
  });

  it.each<[string, (ids: [string, string]) => Promise<unknown>]>([
    ['its endpoint', async (ids) => answered(await served.post(`${BASE}/merge`, { objectType: 'Lead', ids }))],
    ['a tool', async (ids) => answered(await tool('merge', { objectType: 'Lead', recordIds: ids, confirmed: true }))],
  ])('a merge by %s', async (_way, merge) => {
    const ids = await twins();
    const entries = await written(() => merge(ids));
    expectOnly(entries, 'merged', ids);
    expect(entries[0]!.target.at(-1)).toMatch(/^change-/);
  });

  it('a merge that is only tried is not', async () => {
    const ids = await twins();
    const trial = { objectType: 'Lead', ids, dryRun: true };
    expect(await written(async () => answered(await served.post(`${BASE}/merge`, trial)))).toEqual([]);
  });

  it('a merge by a decision, in addition to the decision', async () => {
    const ids = await twins();
    const decision = { verdict: 'duplicate', recordIds: ids };
    const entries = await written(async () => answered(await served.post(`${BASE}/decisions`, decision)));
    expect(entries.map(({ action }) => action)).toEqual(['merged', 'requested']);
    expect(entries[0]!.target).toEqual(expect.arrayContaining(ids));
  });

  it.each<[string, (change: string) => Promise<unknown>]>([
    ['its endpoint', async (change) => answered(await served.call('POST', `${BASE}/undo/${change}`))],
    ['a tool', async (change) => answered(await tool('undo', { changeId: change }))],
  ])('an undo by %s', async (_way, undo) => {
    const id = await create();
    const change = await lastChange(id);
    expectOnly(await written(() => undo(change)), 'undone', [id, change]);
  });

  it('an import that is taken back, in addition to the request for it', async () => {
    const body = 'LastName,Company\nImported,Example Ltd\n';
    const { id } = answered<{ id: string }>(await served.call('POST', `${BASE}/files?name=one.csv`, { body }));
    const mapping = ['LastName', 'Company'].map((field, i) => ({ field, positions: [i] }));
    answered(await served.post(`${BASE}/files/${id}/run`, { action: 'import', objectType: 'Lead', mapping }));
    await ended(`files/${id}`);
    const entries = await written(async () => {
      answered(await served.call('POST', `${BASE}/files/${id}/undo`));
      await ended(`files/${id}`);
    });
    expect(entries.map(({ action }) => action)).toEqual(['requested', 'undone']);
    expect(entries[1]!.target[0]).toMatch(/^00Q/);
  });

  it('a change of rights, once', async () => {
    const { client_id: id } = served.addClient({ scopes: ['read'] });
    const change = async () => answered(await served.send('PATCH', `${BASE}/clients/${id}`, { scopes: ['search'] }));
    expectOnly(await written(change), 'scopesChanged', [id]);
  });
});
