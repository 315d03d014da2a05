import { Client } from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { durabilityOf, lossesOf } from '../../../../src/extensions/postgres/store/durability.js';
import { openPostgresStore } from '../../../../src/extensions/postgres/store/open-postgres-store.js';
import { newDatabase, postgres, serverUrl } from './postgres.js';

postgres.describe('an append', () => {
  it.each([
    ['off', 'on'],
    ['local', 'on'],
    ['on', 'on'],
    ['remote_apply', 'remote_apply'],
  ])('where the role has synchronous_commit %s is made with %s', async (said, kept) => {
    const database = await newDatabase();
    const client = new Client({ connectionString: await serverUrl() });
    await client.connect();
    onTestFinished(async () => {
      await client.end();
      await database.drop();
    });
    await (await openPostgresStore(database.url())).close();
    await client.query(`set synchronous_commit = ${said}`);
    await client.query('begin');
    const writer = '00000000-0000-4000-8000-000000000001';
    const { schema } = database;
    await client.query(`select from ${schema}.look_decider(0, null, null, $1, 60000, null, null, true, false)`, [
      writer,
    ]);
    const append = `${schema}.append(0, null, null, $1, 1, array['{"t":[]}'], h.epoch, 60000)`;
    await client.query(`select a.* from ${schema}.head h, ${append} a`, [writer]);
    const { rows } = await client.query('show synchronous_commit');
    await client.query('commit');
    expect(rows).toEqual([{ synchronous_commit: kept }]);
  });
});

postgres.describe('what nodes are told is kept', () => {
  it('waits for the disk in every table that outlives a crash', async () => {
    const database = await newDatabase();
    const client = new Client({ connectionString: await serverUrl() });
    await client.connect();
    onTestFinished(async () => {
      await client.end();
      await database.drop();
    });
    await (await openPostgresStore(database.url())).close();
    const { rows } = await client.query<{ table: string }>(
      `select c.relname as table from pg_class c where c.relnamespace = $1::regnamespace and c.relkind = 'r'
        and c.relpersistence = 'p' and not exists (
          select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'wait_for_disk')`,
      [database.schema],
    );
    expect(rows).toEqual([]);
    await client.query(`begin; set local synchronous_commit = off`);
    await client.query(`insert into ${database.schema}.documents (name, version, content) values ('a', 1, '')`);
    expect((await client.query('show synchronous_commit')).rows).toEqual([{ synchronous_commit: 'on' }]);
    await client.query('rollback');
  });

  it('learns from the server what a crash and a promotion would lose', async () => {
    const client = new Client({ connectionString: await serverUrl() });
    await client.connect();
    onTestFinished(() => client.end());
    await client.query('set synchronous_commit = off');
    const durability = await durabilityOf(async (text) => (await client.query<never>(text)).rows);
    expect(durability).toMatchObject({ fullPageWrites: true, synchronousCommit: 'on', configuredCommit: 'off' });
    const safe = { ...durability, fsync: true, standbyNames: '', standbys: 0 };
    expect(lossesOf(safe)).toMatchObject({
      isUnsafe: false,
      onCrash: expect.stringContaining('loses no acknowledged changes') as string,
    });
    expect(lossesOf(safe).onPromotion).toContain('synchronous_standby_names is empty');
    expect(lossesOf({ ...safe, fsync: false })).toMatchObject({ isUnsafe: true });
    expect(lossesOf({ ...safe, fsync: false }).onCrash).toContain('fsync is off');
    expect(lossesOf({ ...safe, standbyNames: 'any 1 (a, b)' }).onPromotion).toContain('no standby is connected');
    const followed = { ...safe, standbyNames: 'a', standbys: 1 };
    expect(lossesOf(followed).onPromotion).toContain('has all acknowledged changes');
    expect(lossesOf({ ...followed, synchronousCommit: 'remote_write' }).onPromotion).toContain('can lack acknowledged');
  });
});
