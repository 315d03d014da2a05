import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { openPostgresStore } from '../../../../src/extensions/postgres/store/open-postgres-store.js';
import type { PostgresStore } from '../../../../src/extensions/postgres/store/postgres-store.js';
import { StoreUnavailableError } from '../../../../src/store/store-errors.js';
import type { Likeness } from '../../../../src/service/likeness.js';
import { PostgresServer } from '../../../support/postgres-server.js';
import { TcpProxy } from '../../../support/tcp-proxy.js';
import { insert, openService } from '../../../service/open-service.js';
import { newDatabase, postgres, type TestDatabase } from './postgres.js';

const CLIENTS = 8;

/** Data of an acknowledged request that the client knows. */
interface Acknowledged {
  readonly email: string;
  readonly id: string;
}

/** Sends distinct people until stopped. */
function load(nodes: readonly Likeness[]): { stop(): Promise<{ kept: Acknowledged[]; refused: number }> } {
  let isOver = false;
  let sent = 0;
  let refused = 0;
  const kept: Acknowledged[] = [];
  const clients = nodes.flatMap((likeness, node) =>
    Array.from({ length: CLIENTS }, async (_, client) => {
      while (!isOver) {
        const email = `person-${++sent}@x${sent}.example.org`;
        const objectData = { LastName: `Person ${sent}`, Email: email };
        try {
          const input = { objectType: 'Contact', objectData, duplicateCheck: true };
          const output = await likeness.upsert(input, { clientId: `${node}-${client}` });
          kept.push({ email, id: output.objectId! });
        } catch {
          refused++;
          await pause(20);
        }
      }
    }),
  );
  return {
    stop: async () => {
      isOver = true;
      await Promise.all(clients);
      return { kept, refused };
    },
  };
}

/** Reads the database directly, independently of the nodes' memory. */
async function storedEmails(database: TestDatabase): Promise<Map<string, string[]>> {
  const rows = await database.query<{ body: string }>(`select body from ${database.schema}.commits order by position`);
  const stored = new Map<string, Set<string>>();
  for (const { body } of rows)
    for (const change of (
      JSON.parse(body) as { t: { kind: string; record?: { id: string; fields: { Email?: string } } }[] }
    ).t)
      if (change.kind === 'put' && change.record?.fields.Email !== undefined) {
        const { id, fields } = change.record;
        stored.set(fields.Email!, (stored.get(fields.Email!) ?? new Set()).add(id));
      }
  return new Map([...stored].map(([email, ids]) => [email, [...ids]]));
}

async function expectNothingLost(
  database: TestDatabase,
  kept: readonly Acknowledged[],
  nodes: readonly PostgresStore[],
): Promise<void> {
  const stored = await storedEmails(database);
  for (const { email, id } of kept) expect(stored.get(email)).toEqual([id]);
  for (const [email, ids] of stored) expect([email, ids.length]).toEqual([email, 1]);
  for (const store of nodes) {
    await expect.poll(() => store.count('Contact')).toBe(stored.size);
    for (const { id } of kept) expect(store.get(id)).toBeDefined();
  }
}

postgres.describe('what breaks', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    // Starts a separate server that syncs commits to disk.
    server = await PostgresServer.start();
    return () => server.close();
  });

  async function openNodes(): Promise<{ database: TestDatabase; stores: PostgresStore[]; nodes: Likeness[] }> {
    const database = await newDatabase(server.url);
    const stores = [await openPostgresStore(database.url()), await openPostgresStore(database.url())];
    const nodes: Likeness[] = [];
    for (const store of stores) nodes.push(await openService({ store }));
    return { database, stores, nodes };
  }

  it('a change whose answer was lost is made once, though another node continues after it', async () => {
    const database = await newDatabase(server.url);
    const proxy = await TcpProxy.start(server.port);
    onTestFinished(() => proxy.close());
    const address = new URL(database.url());
    address.port = String(proxy.port);
    const stores = [await openPostgresStore(address.toString(), { patience: 60_000 })];
    const node = await openService({ store: stores[0]! });
    stores.push(await openPostgresStore(database.url()));
    const other = await openService({ store: stores[1]! });
    const kept: Acknowledged[] = [];
    const create = async (likeness: Likeness, name: string): Promise<void> => {
      const email = `${name}@example.org`;
      kept.push({ email, id: await insert(likeness, 'Contact', { LastName: name, Email: email }) });
    };
    await create(node, 'first');
    const locks = new Client({ connectionString: server.url });
    await locks.connect();
    onTestFinished(() => locks.end());
    await locks.query(`begin; lock table ${database.schema}.commits in exclusive mode`);
    const lost = create(node, 'lost');
    const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%.append(%'`;
    await expect.poll(() => database.query(waiting)).toHaveLength(1);
    proxy.passage = 'mute';
    await locks.query('rollback');
    await expect.poll(() => database.query(`select from ${database.schema}.commits`)).toHaveLength(2);
    await create(other, 'other');
    proxy.passage = 'open';
    proxy.reset();
    await lost;
    await expectNothingLost(database, kept, stores);
  });

  it('connections that the database kills lose and double nothing, and no request fails', async () => {
    const { database, stores, nodes } = await openNodes();
    const clients = load(nodes);
    for (let kill = 0; kill < 20; kill++) {
      const from = stores[0]!.position;
      await expect.poll(() => stores[0]!.position, { interval: 5 }).toBeGreaterThan(from);
      await database.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and backend_type = $1',
        ['client backend'],
      );
    }
    const { kept, refused } = await clients.stop();
    expect(refused).toBe(0);
    expect(kept.length).toBeGreaterThan(20);
    await expectNothingLost(database, kept, stores);
  });

  it('a server that is stopped, or killed with everything it had in memory, has all that was acknowledged', async () => {
    const { database, stores, nodes } = await openNodes();
    const clients = load(nodes);
    for (const signal of ['SIGINT', 'SIGKILL', 'SIGQUIT', 'SIGKILL'] as const) {
      const from = stores[1]!.position;
      await expect.poll(() => stores[1]!.position, { interval: 5 }).toBeGreaterThan(from);
      await server.stop(signal);
      await server.restart();
    }
    const from = stores[0]!.position;
    await expect.poll(() => stores[0]!.position).toBeGreaterThan(from);
    const { kept } = await clients.stop();
    await expectNothingLost(database, kept, stores);
  });

  it('without a database a node continues to read, says that it cannot write, and writes again when it is back', async () => {
    const database = await newDatabase(server.url);
    const store = await openPostgresStore(database.url(), { patience: 200 });
    const likeness = await openService({ store });
    const objectData = { LastName: 'Before', Email: 'before@example.org' };
    const { objectId } = await likeness.upsert({ objectType: 'Contact', objectData }, { clientId: 'c' });
    await server.stop('SIGINT');
    onTestFinished(() => server.restart().catch(() => undefined));
    const more = { objectType: 'Contact', objectData: { LastName: 'Later', Email: 'later@example.org' } };
    await expect(likeness.upsert(more, { clientId: 'c' })).rejects.toBeInstanceOf(StoreUnavailableError);
    expect(store.writable).toBe(false);
    expect(store.get(objectId!)?.fields['LastName']).toBe('Before');
    await server.restart();
    await expect.poll(() => store.writable).toBe(true);
    expect(await likeness.upsert(more, { clientId: 'c' })).toMatchObject({ isCreated: true });
  });
});
