import { expect, it } from 'vitest';
import { loadConfiguration } from '../../../../src/store/config/load.js';
import { openPostgresStore } from '../../../../src/extensions/postgres/store/open-postgres-store.js';
import type { PostgresStore } from '../../../../src/extensions/postgres/store/postgres-store.js';
import { lead, SEARCH, UPSERT, serveForTest } from '../../../http/serve.js';
import { emptyDatabase, postgres, type TestDatabase } from './postgres.js';

const upsert = { input: { objectType: 'Lead', objectData: lead(), duplicateCheck: false } };

/** Makes PostgreSQL reject commits. @param code default: the error for a full disk */
async function fill(database: TestDatabase, code = '53100'): Promise<void> {
  const { schema } = database;
  await database.query(`create or replace function ${schema}.no_room() returns trigger language plpgsql as $$
    begin
      raise exception 'could not extend file' using errcode = '${code}';
    end $$`);
  await database.query(
    `create or replace trigger no_room before insert on ${schema}.commits execute function ${schema}.no_room()`,
  );
}

async function makeRoom(database: TestDatabase): Promise<void> {
  await database.query(`drop trigger no_room on ${database.schema}.commits`);
}

/** Opens a node that waits for its database for longer than any test. */
async function openNode(database: TestDatabase) {
  const { registry } = await loadConfiguration();
  const store = await openPostgresStore(database.url(), { patience: 3_600_000, tables: registry.types });
  await store.tablesFilled();
  const served = await serveForTest({ store });
  const health = async (path: '/healthz' | '/readyz') => {
    const { status, text } = await served.call('GET', path);
    return { code: status, ...(JSON.parse(text) as { status: string; writable: boolean }) };
  };
  return { store, served, health };
}

const stored = ({ store }: { store: PostgresStore }) => store.statistics().records;

postgres.describe('a database whose disk is full', () => {
  it('refuses writes at once, says so, continues to read, and writes again', async () => {
    const database = await emptyDatabase();
    const { store, served, health } = await openNode(database);
    expect((await served.post(UPSERT, upsert)).body.isSuccess).toBe(true);
    await fill(database);
    for (let i = 0; i < 3; i++) {
      const refused = await served.post(UPSERT, upsert);
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
    }
    expect(await health('/healthz')).toMatchObject({ code: 200, status: 'disk-full', writable: false });
    const following = { code: 200, status: 'disk-full', lag: { commits: 0, seconds: 0 } };
    await expect.poll(() => health('/readyz')).toMatchObject(following);
    expect((await served.call('GET', '/metrics')).text).toContain('likeness_log_disk_full 1\n');
    expect((await served.post(SEARCH, { objectPrefix: '00Q', objectData: lead() })).body['00Q']).toHaveLength(1);
    await makeRoom(database);
    // The node recovers without a write.
    await expect.poll(() => health('/readyz')).toMatchObject({ code: 200, status: 'ok', writable: true });
    expect((await served.post(UPSERT, upsert)).body.isSuccess).toBe(true);
    expect(stored({ store })).toBe(2);
    const [{ rows }] = (await database.query<{ rows: string }>(
      `select count(*) as rows from ${database.schema}.commits`,
    )) as [{ rows: string }];
    expect(rows).toBe('2');
  });

  it('is full no more where the next try is refused for something else', async () => {
    const database = await emptyDatabase();
    const { served, health } = await openNode(database);
    await fill(database);
    expect((await served.post(UPSERT, upsert)).status).toBe(503);
    expect(await health('/readyz')).toMatchObject({ status: 'disk-full' });
    await fill(database, 'LK006');
    await expect.poll(() => health('/readyz')).toMatchObject({ code: 200, status: 'ok' });
  });

  it.each(['58030', '55000'])('waits where the server has a fault that passes: %s', async (code) => {
    const database = await emptyDatabase();
    const { served, health, store } = await openNode(database);
    await fill(database, code);
    const waits = served.post(UPSERT, upsert);
    await expect
      .poll(async () => (await served.call('GET', '/metrics')).text)
      .toMatch(/^likeness_lag_seconds (?!0\n)/m);
    await makeRoom(database);
    expect((await waits).body.isSuccess).toBe(true);
    expect(await health('/readyz')).toMatchObject({ writable: true });
    expect(stored({ store })).toBe(1);
  });

  it('keeps nodes that write in turns from waiting for each other', async () => {
    const database = await emptyDatabase();
    const nodes = [await openNode(database), await openNode(database)];
    const everywhere = async (times: number) => {
      const replies = await Promise.all(
        Array.from({ length: times }, (_, i) => nodes[i % 2]!.served.post(UPSERT, upsert)),
      );
      return replies.map(({ status }) => status);
    };
    expect(new Set(await everywhere(20))).toEqual(new Set([200]));
    await fill(database);
    expect(new Set(await everywhere(20))).toEqual(new Set([503]));
    await makeRoom(database);
    for (const { health } of nodes)
      await expect.poll(() => health('/readyz')).toMatchObject({ code: 200, status: 'ok' });
    expect(new Set(await everywhere(20))).toEqual(new Set([200]));
    for (const node of nodes) await expect.poll(() => stored(node)).toBe(40);
  });
});
