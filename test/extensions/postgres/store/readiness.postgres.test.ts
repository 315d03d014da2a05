import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { openPostgresStore } from '../../../../src/extensions/postgres/store/open-postgres-store.js';
import { lead, SEARCH, serve, UPSERT, serveForTest } from '../../../http/serve.js';
import { cases } from '../../../support/draws.js';
import { done, newToken } from '../../../support/command-line.js';
import { TcpProxy, type Passage } from '../../../support/tcp-proxy.js';
import { newFolder } from '../../../support/temporary-folder.js';
import { PreviousNode } from './previous-node.js';
import { newDatabase, postgres, serverUrl } from './postgres.js';
import { servedNodes } from './served-nodes.js';

const upsert = { input: { objectType: 'Lead', objectData: lead(), duplicateCheck: false } };
const search = { objectPrefix: '00Q', objectData: lead() };

postgres.describe('a node says whether it can be sent requests', () => {
  async function open() {
    const database = await newDatabase();
    const proxy = await TcpProxy.start(Number(new URL(await serverUrl()).port));
    const address = new URL(database.url());
    address.port = String(proxy.port);
    const store = await openPostgresStore(address.toString(), { patience: 200 });
    const served = await serve({ store });
    onTestFinished(async () => {
      await served.close();
      await proxy.close();
    });
    const ready = async () => {
      const { status, text } = await served.call('GET', '/readyz');
      return { status, text };
    };
    return { served, proxy, ready, database };
  }

  it.each<Passage>(cases(1, ['closed', 'silent', 'mute']))(
    'cut off from its database (%s) it leaves, goes on reading, and comes back by itself',
    async (passage) => {
      const { served, proxy, ready } = await open();
      expect((await served.post(UPSERT, upsert)).body.isSuccess).toBe(true);
      expect((await ready()).status).toBe(200);
      proxy.passage = passage;
      await expect.poll(async () => (await ready()).status).toBe(503);
      expect((await ready()).text).toContain('"status":"disconnected"');
      const health = await served.call('GET', '/healthz');
      expect([health.status, health.text]).toEqual([200, expect.stringContaining('"status":"disconnected"')]);
      // The node stays in the pool for requests that only read.
      expect((await served.call('GET', '/readyz?for=search')).status).toBe(200);
      expect((await served.post(SEARCH, search)).body['00Q']).toHaveLength(1);
      const refused = await served.post(UPSERT, upsert);
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
      proxy.passage = 'open';
      await expect.poll(async () => (await ready()).status).toBe(200);
      // A cut connection may be noticed only now.
      let sent = 1;
      await expect.poll(async () => (sent++, (await served.post(UPSERT, upsert)).body.isSuccess)).toBe(true);
      const found = (await served.post(SEARCH, search)).body['00Q'].length;
      // A request whose response was lost may have been saved.
      expect(found).toBeGreaterThanOrEqual(2);
      expect(found).toBeLessThanOrEqual(1 + sent);
    },
  );

  it('one that does not understand the log any more says why, in the log once, and is sent nothing', async () => {
    const { served, ready, database } = await open();
    await served.post(UPSERT, upsert);
    const newer = await PreviousNode.open(database.url());
    await newer.append('{"t":[{"kind":"divorce","id":"?"}]}');
    await newer.close();
    await expect.poll(async () => (await ready()).status).toBe(503);
    const failed = {
      status: 'failed',
      searchable: false,
      cause: expect.stringContaining('upgrade this node') as string,
    };
    for (const [path, status] of [
      ['/readyz', 503],
      ['/readyz?for=search', 503],
      // A restart would not help, so the node is still alive.
      ['/healthz', 200],
    ] as const) {
      const reply = await served.call('GET', path);
      expect([reply.status, JSON.parse(reply.text)]).toEqual([status, expect.objectContaining(failed)]);
    }
    // Requests are refused until an operator upgrades the node.
    expect((await served.post(UPSERT, upsert)).headers.get('retry-after')).toBe('30');
  });

  it('of a change that was sent, and whose answer was lost, it says that the outcome is not known', async () => {
    const { served, proxy, ready, database } = await open();
    await served.post(UPSERT, upsert);
    const others = new Client({ connectionString: await serverUrl() });
    await others.connect();
    onTestFinished(() => others.end());
    await others.query(`begin; lock table ${database.schema}.commits in exclusive mode`);
    const kept = `select from ${database.schema}.commits`;
    const asked = served.post(UPSERT, upsert);
    const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%.append(%'`;
    await expect.poll(() => database.query(waiting)).toHaveLength(1);
    proxy.passage = 'mute';
    await others.query('rollback');
    await expect.poll(() => database.query(kept)).toHaveLength(2);
    const inDoubt = await asked;
    expect([inDoubt.status, inDoubt.error.message]).toEqual([
      503,
      expect.stringContaining('it is unknown whether this change was saved'),
    ]);
    const refused = await served.post(UPSERT, upsert);
    expect([refused.status, refused.error.message]).toEqual([503, expect.stringContaining('Nothing was changed')]);
    proxy.passage = 'open';
    await expect.poll(async () => (await ready()).status).toBe(200);
    expect((await served.post(SEARCH, search)).body['00Q']).toHaveLength(2);
  });

  it('shows in its metrics how far it has read the log', async () => {
    const { served } = await open();
    await served.post(UPSERT, upsert);
    const { text } = await served.call('GET', '/metrics');
    expect(text).toContain('likeness_position 1\n');
    expect(text).toContain('likeness_lag_commits 0\n');
    expect(text).toContain('likeness_log_batch_commits_sum 1\n');
    expect(text).toContain('likeness_log_append_seconds_count 1\n');
    expect(text).toContain('likeness_decider_wait_seconds_count 1\n');
    expect(text).toContain('likeness_log_overtaken_total 0\n');
    expect(text).toMatch(/^likeness_notifications\{how="off"\} 0$/m);
  });

  it('one that cannot go over to a configuration leaves once another has, and says so', async () => {
    const { start, store } = await servedNodes();
    const first = await start();
    const token = await newToken(store[1]!, '--store');
    const get = async (url: string, path: string) => {
      const response = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } });
      return { status: response.status, text: await response.text() };
    };
    const gauges = async (url: string) =>
      [...(await get(url, '/metrics')).text.matchAll(/^likeness_configuration_(\w+) (\d+)$/gm)].map(
        ([, name, value]) => `${name} ${value}`,
      );
    const config = newFolder();
    const boat = { name: 'Boat__c', keyPrefix: 'a0B', fields: [{ name: 'Sail__c', type: 'string' }] };
    writeFileSync(join(config, 'objects.json'), JSON.stringify([boat]));
    await done(['config', 'push', ...store, '--config', config, '--over']);
    // No other node can apply the configuration either, so this node stays ready.
    await expect.poll(() => gauges(first.url)).toEqual(['version 1', 'newest 2']);
    const { status, text } = await get(first.url, '/readyz');
    expect([status, JSON.parse(text)]).toMatchObject([
      200,
      { configuration: { version: 1, newest: 2, fault: expect.stringContaining('Boat__c') as string } },
    ]);
    const second = await start();
    await expect.poll(async () => (await get(first.url, '/readyz')).status).toBe(503);
    expect((await get(first.url, '/readyz')).text).toContain('"status":"outdated"');
    expect((await get(first.url, '/healthz')).status).toBe(200);
    expect((await get(second.url, '/readyz')).status).toBe(200);
    expect(await gauges(second.url)).toEqual(['version 2', 'newest 2']);
  });
});

it('a node that is too far behind is not ready, and says so', async () => {
  const served = await serveForTest({
    wrap: (likeness) =>
      new Proxy(likeness, {
        get: (target, name) => {
          if (name === 'visible') return { position: 7, lag: { commits: 5, seconds: 11 } };
          const value: unknown = Reflect.get(target, name);
          return typeof value === 'function' ? (value.bind(target) as unknown) : value;
        },
      }),
  });
  const { status, text } = await served.call('GET', '/readyz');
  expect([status, JSON.parse(text)]).toEqual([
    503,
    {
      ...{
        status: 'behind',
        writable: true,
        searchable: false,
        position: 7,
        lag: { commits: 5, seconds: 11 },
        shed: 0,
      },
      message: expect.stringContaining('more than 10 seconds') as string,
      since: expect.any(String) as string,
    },
  ]);
  expect((await served.call('GET', '/healthz')).status).toBe(200);
});
