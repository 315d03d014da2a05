import { expect, it, onTestFinished } from 'vitest';
import { connect } from '../../../src/store/postgres/connect.js';
import { locationOf } from '../../../src/store/postgres/location.js';
import { migrate, newestOf, SCHEMA } from '../../../src/store/postgres/migrations.js';
import { openPostgresStore } from '../../../src/store/postgres/open-postgres-store.js';
import { contact } from '../contact.js';
import { newDatabase, postgres, type TestDatabase } from './postgres.js';
import { PreviousNode } from './previous-node.js';
import { ofVersion19 } from './version-19.js';

const put = (number: number): string => JSON.stringify({ t: [{ kind: 'put', record: contact(number) }] });

const time = '2026-11-01T10:00:00.000Z';
const logged = (...t: object[]): string => JSON.stringify({ t, by: { client: 'c', time, request: 'r' } });
const [kept, matched, deleted, erased] = [1, 2, 3, 4].map((number) => contact(number).id);
const pair = {
  ...{ id: 'pair-1', objectType: 'Contact', createdId: matched, matchedId: kept, score: 90, time },
  scenarioScores: [{ scenarioId: 's', scenarioName: 'S', scenarioScore: 90 }],
};
const decision = {
  ...{
    id: 'decision-000000000001',
    objectType: 'Contact',
    verdict: 'notDuplicate',
    fields: ['LastName'],
    clientId: 'c',
  },
  records: [kept, matched].map((id) => ({ id, digest: 'd', texts: {} })),
  ...{ pairs: [pair], time },
};
const history = { number: 1, recordId: deleted, objectType: 'Contact', action: 'delete' };
const answer = { key: 'k', bodyHash: 'h', expires: 4_102_444_800_000, answer: { ok: true } };

/** Commits with each kind of change, as they stand in logs today: kinds may be added, none may change. */
const LOGGED = [
  ...[1, 2, 3, 4].map(put),
  logged({ kind: 'counter', name: 'id:003', value: 4 }, { kind: 'remember', answer }),
  logged({ kind: 'suspect', pair }),
  logged({ kind: 'review', decision }),
  logged({ kind: 'revoke', id: decision.id }),
  logged({ kind: 'merged', entry: { number: 1, objectType: 'Contact', id: deleted, into: kept, time } }),
  logged({ kind: 'delete', id: deleted }, { kind: 'history', entry: history }),
  logged({ kind: 'erase', id: erased }),
];

/** Commits that the database of version 19 has. */
const COMMITTED = 2;
/** From this version on one writer at a time decides. */
const ONE_DECIDER = 24;

async function migrated(database: TestDatabase, version: number): Promise<void> {
  const { names, connection } = locationOf(database.url());
  const client = await connect(connection, () => undefined);
  onTestFinished(() => client.end());
  await migrate(client, names, { ...SCHEMA, steps: SCHEMA.steps.slice(0, version - SCHEMA.oldest) });
}

async function newOne(): Promise<TestDatabase> {
  const database = await newDatabase();
  onTestFinished(() => database.drop());
  await migrated(database, newestOf(SCHEMA));
  return database;
}

/** By the function that a version of the database has for it. */
async function appendLogged(database: TestDatabase, version: number): Promise<void> {
  if (version >= ONE_DECIDER) {
    const node = await PreviousNode.open(database.url());
    await node.append(...LOGGED);
    await node.close();
    return;
  }
  const append = `select * from ${database.schema}.append(${COMMITTED}, gen_random_uuid(), 1, $1, false)`;
  expect(await database.query(append, [LOGGED])).toEqual([]);
}

/** Tables, columns, functions, indexes and triggers, in an order of their own. */
async function structureOf(database: TestDatabase): Promise<unknown> {
  const { schema: name } = database;
  const rows = await database.query<{ thing: string }>(
    `select concat_ws(' ', table_name, column_name, data_type, collation_name, is_nullable, column_default, is_identity)
       as thing from information_schema.columns where table_schema = $1
     union all select concat_ws(' ', c.relname, c.relpersistence, c.relkind, c.reloptions) from pg_class c
       where c.relnamespace = $1::regnamespace and c.relkind <> 'S'
     union all select concat_ws(' ', a.attrelid::regclass, a.attname, a.attstorage) from pg_attribute a
       join pg_class c on c.oid = a.attrelid where c.relnamespace = $1::regnamespace and c.relkind = 'r'
       and a.attnum > 0 and not a.attisdropped
     union all select pg_get_functiondef(p.oid) from pg_proc p where p.pronamespace = $1::regnamespace
     union all select pg_get_triggerdef(t.oid) from pg_trigger t join pg_class c on c.oid = t.tgrelid
       where c.relnamespace = $1::regnamespace and not t.tgisinternal
     union all select concat_ws(' ', n.conrelid::regclass, n.conname, pg_get_constraintdef(n.oid)) from pg_constraint n
       where n.connamespace = $1::regnamespace
     union all select indexdef from pg_indexes where schemaname = $1`,
    [name],
  );
  return rows.map(({ thing }) => thing.replaceAll(name, 'schema')).sort();
}

postgres.describe('two versions of the program', () => {
  it('a database that was carried over has what a new one has', async () => {
    const old = await ofVersion19();
    await migrated(old, newestOf(SCHEMA));
    expect(await structureOf(old)).toEqual(await structureOf(await newOne()));
  });

  it.each(SCHEMA.steps.map((_, i) => SCHEMA.oldest + i))(
    'a database of version %i is taken over with all that was committed',
    async (version) => {
      const database = await ofVersion19();
      await migrated(database, version);
      await appendLogged(database, version);
      const store = await openPostgresStore(database.url());
      const end = COMMITTED + LOGGED.length;
      expect([store.position, store.count('Contact')]).toEqual([end, 2]);
      expect(store.get(contact(1).id)).toEqual(contact(1));
      expect(store.counter('id:003')).toBe(4);
      await store.append({ changes: [{ kind: 'put', record: contact(5) }] });
      await store.compact();
      await store.close();
      const again = await openPostgresStore(database.url());
      expect([again.position, again.count('Contact')]).toEqual([end + 1, 3]);
      await again.close();
    },
  );

  it('a node of the version before goes on beside a new one, and cannot be started again', async () => {
    // The last migration takes away what nodes before it append by: they are upgraded at once.
    const database = await newOne();
    const previous = await PreviousNode.open(database.url());
    await previous.append(...LOGGED);
    const store = await openPostgresStore(database.url());
    expect(store.position).toBe(LOGGED.length);

    // Both at once: each commit is in the log once, and both show all of them in one order.
    const each = 30;
    const ofPrevious = async (): Promise<void> => {
      for (let i = 0; i < each; i++) await previous.append(put(100 + i));
    };
    const ofStore = async (): Promise<void> => {
      for (let i = 0; i < each; i++) {
        await store.append({ changes: [{ kind: 'put', record: contact(200 + i) }] });
      }
    };
    await Promise.all([ofPrevious(), ofStore()]);
    const end = LOGGED.length + 2 * each;
    await Promise.all([store.waitFor(end), previous.follow()]);
    expect([store.position, previous.position, store.count('Contact')]).toEqual([end, end, 2 + 2 * each]);
    const logged = await database.query<{ body: string }>(
      `select body from ${database.schema}.commits order by position`,
    );
    expect(previous.shown).toEqual(logged.map(({ body }) => body));

    // The node of the version before does not need any more what the new one cleans up.
    await previous.report();
    await store.compact();
    await previous.append(put(300));
    await store.waitFor(end + 1);
    expect(store.get(contact(300).id)).toEqual(contact(300));
    await store.close();
    await previous.close();

    const { names, connection } = locationOf(database.url());
    const client = await connect(connection, () => undefined);
    await expect(migrate(client, names, { ...SCHEMA, steps: SCHEMA.steps.slice(0, -1) })).rejects.toThrow(
      'written by a newer version',
    );
    await client.end();
  });

  it('a node that meets a change of a newer version stops there, says so, and shows nothing that is not so', async () => {
    const database = await newOne();
    const newer = await PreviousNode.open(database.url());
    await newer.append(put(1));
    const store = await openPostgresStore(database.url());
    await newer.append(put(2), '{"t":[{"kind":"divorce","id":"?"}]}', put(3));
    await store.waitFor(2);
    await expect.poll(() => store.fault?.message).toMatch(/position 3 .*unknown kind of change "divorce".*upgrade/);
    expect([store.writable, store.position, store.lag.isCutOff]).toEqual([false, 2, true]);
    await expect(store.append({ changes: [{ kind: 'put', record: contact(9) }] })).rejects.toThrow('read-only');
    expect(store.count('Contact')).toBe(2);
    await store.close();
    await expect(openPostgresStore(database.url())).rejects.toThrow('position 3');
    await newer.close();
  });
});
