import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyAudit } from '../../src/auth/audit-verify.js';
import { FolderHome } from '../../src/home/folder/folder-home.js';
import { ServiceStates } from '../../src/http/server/service-state.js';
import { factsOf } from '../../src/http/server/state-facts.js';
import { ServerStateAudit } from '../../src/http/server/audit-server-state.js';
import { lead, SEARCH, serve, UPSERT, type Served } from './serve.js';

const BASE = '/services/apexrest/dupcheck';

describe('what a client does that is written down', () => {
  let served: Served;
  beforeAll(async () => {
    served = await serve();
  });
  afterAll(() => served.close());

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
    const common = { action: 'requested', by, name: 'test', address: '127.0.0.1' };
    expect(await entries()).toMatchObject([
      { ...common, target: ['Lead'], detail: 'GET records' },
      { ...common, target: [id], detail: 'DELETE record' },
      { ...common, target: [changeId], detail: 'POST undo' },
    ]);
    expect((await verifyAudit(new FolderHome(served.dataFolder))).faults).toEqual([]);
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
