import { expect, it, onTestFinished } from 'vitest';
import { openPostgresStore } from '../../../../src/extensions/postgres/store/open-postgres-store.js';
import type { PostgresStore } from '../../../../src/extensions/postgres/store/postgres-store.js';
import { DivergedError } from '../../../../src/store/store-errors.js';
import { lead, SEARCH, UPSERT, serveForTest } from '../../../http/serve.js';
import { contact } from '../../../store/contact.js';
import { loseTail } from './lost-tail.js';
import { newDatabase, postgres, type TestDatabase } from './postgres.js';

const KEPT = 3;
const SEEN = 5;

/** Commits one contact per number. */
async function put(store: PostgresStore, ...numbers: number[]): Promise<void> {
  for (const number of numbers) await store.append({ changes: [{ kind: 'put', record: contact(number) }] });
}

async function newStores(): Promise<{ database: TestDatabase; open: () => Promise<PostgresStore> }> {
  const database = await newDatabase();
  const stores: PostgresStore[] = [];
  onTestFinished(async () => {
    for (const store of stores) await store.close();
    await database.drop();
  });
  const open = async (): Promise<PostgresStore> => {
    const store = await openPostgresStore(database.url());
    stores.push(store);
    return store;
  };
  return { database, open };
}

/** A node that only reads. The node has read `SEEN` commits, but the log was replaced from position `KEPT`. */
async function idleOverLostTail(...instead: number[]) {
  const { database, open } = await newStores();
  const writer = await open();
  const idle = await open();
  await put(writer, 1, 2, 3, 4, 5);
  await idle.waitFor(SEEN);
  await writer.close();
  await loseTail(database, KEPT, ...instead);
  return { database, idle, open };
}

const divergence = (store: PostgresStore) => expect.poll(() => store.lag.remedy === 'rebuild' && store.fault?.message);

postgres.describe('a node over a log that lost its end', () => {
  it.each([
    ['is shorter', [], /ends at position 3, but this node has read position 5/],
    ['has caught up', [10, 11], /has commit 2 of \S+ at position 5, but this node has read position 5/],
    ['has gone further', [10, 11, 12, 13], /has commit 2 of \S+ at position 5/],
  ])('that %s notices by itself, writes nothing and shows nothing of the new one', async (_name, instead, why) => {
    const { idle, open } = await idleOverLostTail(...instead);
    await divergence(idle).toMatch(why);
    expect([idle.position, idle.writable, idle.get(contact(10).id)]).toEqual([SEEN, false, undefined]);
    await expect(put(idle, 9)).rejects.toThrow(DivergedError);
    const next = await open();
    await put(next, 20);
    expect([next.position, next.get(contact(4).id)]).toEqual([KEPT + instead.length + 1, undefined]);
  });

  it('is refused when it writes before it has looked', async () => {
    const { idle, open, database } = await idleOverLostTail();
    await expect(put(idle, 9)).rejects.toThrow(DivergedError);
    expect(await database.query(`select from ${database.schema}.commits`)).toHaveLength(KEPT);
    expect((await open()).get(contact(9).id)).toBeUndefined();
  });

  it('that begins behind what it has seen last is compared with the commit before its beginning', async () => {
    const { database, open } = await newStores();
    const first = await open();
    await put(first, 1, 2, 3);
    const { schema } = database;
    const [seen] = await database.query<{ writer: string; number: string }>(
      `select writer, number from ${schema}.commits where position = 3`,
    );
    await first.compact();
    expect(await database.query(`select from ${schema}.commits`)).toHaveLength(0);
    const read = (number: number) =>
      database.query(`select from ${schema}.read_log(3, $1, $2)`, [seen!.writer, number]);
    expect(await read(Number(seen!.number))).toEqual([]);
    await expect(read(77)).rejects.toMatchObject({ code: 'LK004' });
    // The snapshot stores the identity of its last commit, for nodes that start from it.
    const later = await open();
    await put(later, 4);
    expect([later.position, later.count('Contact')]).toEqual([4, 4]);
  });

  it('says so in its responses, and leaves the pool', async () => {
    const { idle } = await idleOverLostTail();
    const served = await serveForTest({ store: idle });
    await expect.poll(async () => (await served.call('GET', '/readyz')).status).toBe(503);
    const { text } = await served.call('GET', '/readyz');
    expect(JSON.parse(text)).toMatchObject({
      ...{ status: 'diverged', writable: false, position: SEEN, searchable: false },
      cause: expect.stringMatching(/ends at position 3, but this node has read position 5/) as string,
    });
    expect((await served.call('GET', '/healthz')).status).toBe(200);
    const upsert = { input: { objectType: 'Lead', objectData: lead(), duplicateCheck: false } };
    const { status, error, headers } = await served.post(UPSERT, upsert);
    expect([status, error.message]).toEqual([503, expect.stringContaining('Nothing was changed')]);
    expect(headers.get('retry-after')).not.toBeNull();
  });

  it('leaves snapshots and log as they are', async () => {
    const { idle, database } = await idleOverLostTail();
    const contents = () => database.query(`select id, position, is_whole from ${database.schema}.snapshots`);
    const before = await contents();
    await expect(idle.compact()).rejects.toThrow(DivergedError);
    await expect(idle.compact()).rejects.toThrow(DivergedError);
    expect(await contents()).toEqual(before);
    expect(await database.query(`select from ${database.schema}.commits`)).toHaveLength(KEPT);
  });
});

postgres.describe('a position that a client was given', () => {
  it.each([
    ['that the log has lost is refused', [], /ends at position 3/],
    ['at which the log has another commit now is refused', [10, 11], /has commit 2 of run \S+ there/],
  ])('%s', async (_name, instead, why) => {
    const { idle, open } = await idleOverLostTail(...instead);
    const lost = idle.commitAt(SEEN)!;
    const kept = idle.commitAt(KEPT)!;
    const served = await serveForTest({ store: await open(), limits: { positionSeconds: 1 } });
    const search = { objectPrefix: '003', objectData: { LastName: 'L1' } };
    const wanted = (position: number, { writer, number }: typeof lost) =>
      served.post(SEARCH, search, { 'Likeness-At-Least': String(position), 'Likeness-Commit': `${writer}.${number}` });
    const refused = await wanted(SEEN, lost);
    expect([refused.status, refused.error]).toMatchObject([
      412,
      { errorCode: 'POSITION_LOST', message: expect.stringMatching(why) as string },
    ]);
    expect((await wanted(KEPT, kept)).status).toBe(200);
  });
});

postgres.describe('a snapshot', () => {
  it('of a log that lost its end is not used by any node, and is removed', async () => {
    const { database, open } = await newStores();
    const first = await open();
    await put(first, 1, 2, 3, 4, 5);
    const bodies = await database.query<{ position: string }>(`select * from ${database.schema}.commits`);
    await first.compact();
    await first.close();
    // Simulates a restore that includes the log but not the snapshot.
    const { schema } = database;
    await database.query(
      `insert into ${schema}.commits select * from jsonb_populate_recordset(null::${schema}.commits, $1)`,
      [JSON.stringify(bodies)],
    );
    await database.query(`update ${schema}.head set trimmed = 0, trimmed_writer = null`);
    await loseTail(database, KEPT);
    const next = await open();
    expect([next.position, next.count('Contact')]).toEqual([KEPT, KEPT]);
    expect(await database.query(`select from ${schema}.snapshots`)).toHaveLength(0);
    await put(next, 10, 11, 12);
    expect((await open()).count('Contact')).toBe(6);
  });

  it('that is gone when the log behind it is to be removed leaves the log complete', async () => {
    const { database, open } = await newStores();
    const store = await open();
    await put(store, 1, 2, 3);
    const { schema } = database;
    const [end] = await database.query<{ writer: string; number: string }>(
      `select writer, number from ${schema}.commits where position = 3`,
    );
    // A node requests trimming by a snapshot that the promoted replica does not have.
    await database.query(`select ${schema}.trim_log(3, 3, $1, $2)`, [end!.writer, end!.number]);
    expect(await database.query(`select from ${schema}.commits`)).toHaveLength(3);
    expect((await open()).count('Contact')).toBe(3);
  });
});
