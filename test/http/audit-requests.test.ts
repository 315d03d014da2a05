import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verifyAudit } from '../../src/service/auth/audit-verify.js';
import { FolderHome } from '../../src/store/home/folder/folder-home.js';
import { ServiceStates } from '../../src/http/server/service-state.js';
import { factsOf } from '../../src/http/server/state-facts.js';
import { ServerStateAudit } from '../../src/http/server/audit-server-state.js';
import { lead, SEARCH, UPSERT, serveForAll, BASE } from './serve.js';

describe('what a client does that is written down', () => {
  const served = serveForAll();

  const entries = async () => {
    await served.auth.audit.close();
    const text = readFileSync(join(served.dataFolder, 'audit.log'), 'utf8');
    return text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  };

  it('deletions, undos and exports are, with Ids and object names; what was refused is not', async () => {
    const { body } = await served.post(UPSERT, { input: { objectType: 'Lead', objectData: lead() } });
    const id = body.objectId;
    await served.call('GET', `${BASE}/records?objectType=Lead`);
    await served.call('GET', `${BASE}/records?objectType=jenniffer@example.com`);
    await served.call('DELETE', `/services/data/v60.0/sobjects/Lead/${id}`);
    await served.call('DELETE', `/services/data/v60.0/sobjects/Lead/${id}`);
    const history = await served.call('GET', `${BASE}/history/${id}`);
    const changeId = (history.body as unknown as { records: { id: string }[] }).records[0]!.id;
    await served.call('POST', `${BASE}/undo/${changeId}`);
    const { client_id: by } = served.client;
    const common = { by, name: 'test', address: '127.0.0.1' };
    expect(await entries()).toMatchObject([
      { ...common, action: 'exported', target: ['Lead'], detail: 'GET records' },
      { ...common, action: 'deleted', target: [id] },
      { ...common, action: 'undone', target: [id, changeId] },
    ]);
    expect((await verifyAudit(new FolderHome(served.dataFolder))).faults).toEqual([]);
  });

  it('records that a query or a query job takes out are exported, a query of one page is not', async () => {
    const client = served.addClient({ scopes: ['read'] });
    const headers = { authorization: `Bearer ${served.auth.issueToken(client.client_id)}` };
    const rows = Array.from({ length: 250 }, (_, n) => ({ LastName: `Doe ${n}` }));
    await served.likeness.importBatch('Contact', rows, { check: false }, { clientId: 'test' });
    const before = (await entries()).length;
    const ask = async (path: string, more = {}): Promise<Record<string, string>> =>
      (await served.call('GET', `/services/data/v60.0/${path}`, { headers: { ...headers, ...more } }))
        .body as unknown as Record<string, string>;
    await ask('query?q=SELECT+Id+FROM+Contact+LIMIT+5');
    expect(await entries()).toHaveLength(before);
    const { nextRecordsUrl } = await ask('query?q=SELECT+Id+FROM+Contact', { 'sforce-query-options': 'batchSize=200' });
    await ask(nextRecordsUrl!.replace('/services/data/v60.0/', ''));
    const job = await served.call('POST', '/services/data/v60.0/jobs/query', {
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ operation: 'query', query: 'SELECT LastName FROM Contact' }),
    });
    await ask(`jobs/query/${(job.body as unknown as { id: string }).id}/results`);
    const exported = { by: client.client_id, action: 'exported', target: ['Contact'] };
    const ofJob = { ...exported, target: [expect.stringMatching(/^750/), 'Contact'] };
    expect((await entries()).slice(before)).toMatchObject([exported, exported, ofJob]);
  });

  it('a setting that is saved is written once, and one that is refused is not', async () => {
    const before = (await entries()).length;
    const path = `${BASE}/settings/filters/Irish`;
    const save = (condition: string) =>
      served.post(path, { value: { developerName: 'Irish', object: 'Lead', condition }, version: null });
    expect((await save("Nothing = 'IE'")).status).toBe(400);
    expect((await save("Country = 'IE'")).status).toBe(200);
    const actions = (await entries()).slice(before).map(({ action }) => action);
    expect(actions).toEqual(['configurationReloaded', 'settingSaved']);
  });

  it('searches and upserts are not, one by one', async () => {
    const before = (await entries()).length;
    await served.post(UPSERT, { input: { objectType: 'Lead', objectData: lead() } });
    await served.post(SEARCH, { objectPrefix: '00Q', objectData: { LastName: 'Doe' } });
    expect(await entries()).toHaveLength(before);
  });

  it('start, stop, and the store turning read-only and back are, and stand in the log', async () => {
    const logged: string[] = [];
    const store = { writable: true, visible: { lag: undefined, fault: undefined } };
    const tell = (line: string): void => void logged.push(line);
    const parts = { ...served, settings: served.configuration.settings, likeness: store as never };
    const states = new ServiceStates(() => factsOf(parts), { info: tell, warn: tell, error: tell });
    const auditing = new ServerStateAudit(store, served.auth.audit, states, served.url, 5);
    store.writable = false;
    await expect.poll(() => logged).toHaveLength(1);
    store.writable = true;
    await expect.poll(() => logged).toHaveLength(2);
    await auditing.close();
    const last = (await entries()).slice(-4).map(({ action }) => action);
    expect(last).toEqual(['serverStarted', 'storeReadOnly', 'storeWritable', 'serverStopped']);
    expect(logged[0]).toContain('read-only');
  });
});
