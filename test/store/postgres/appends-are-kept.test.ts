import { Client } from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { openPostgresStore } from '../../../src/store/postgres/open-postgres-store.js';
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
    const bodies = `array['{"t":[]}']`;
    await client.query(
      `select from ${database.schema}.append_at_once(0, null, null, gen_random_uuid(), 1, ${bodies}, false, true)`,
    );
    const { rows } = await client.query('show synchronous_commit');
    await client.query('commit');
    expect(rows).toEqual([{ synchronous_commit: kept }]);
  });
});
