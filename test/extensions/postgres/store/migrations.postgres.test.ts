import { expect, it, onTestFinished } from 'vitest';
import { connect } from '../../../../src/extensions/postgres/store/connect.js';
import { locationOf } from '../../../../src/extensions/postgres/store/location.js';
import { migrate, newestOf, SCHEMA } from '../../../../src/extensions/postgres/store/migrations.js';
import { openPostgresStore } from '../../../../src/extensions/postgres/store/open-postgres-store.js';
import { contact } from '../../../store/contact.js';
import { emptyDatabase, postgres } from './postgres.js';

postgres.describe('the schema', () => {
  it('nodes that start at once on an empty database make it once', async () => {
    const database = await emptyDatabase();
    const stores = await Promise.all(Array.from({ length: 6 }, () => openPostgresStore(database.url())));
    await stores[0]!.append({ changes: [{ kind: 'put', record: contact(1) }] });
    await Promise.all(stores.map((store) => store.waitFor(1)));
    for (const store of stores) {
      expect(store.get(contact(1).id)).toEqual(contact(1));
      await store.close();
    }
    const versions = await database.query(`select version from ${database.schema}.migrations order by version`);
    expect(versions).toEqual([{ version: newestOf(SCHEMA) }]);
  });

  it('one of a newer version is refused, and left as it is', async () => {
    const database = await emptyDatabase();
    await (await openPostgresStore(database.url())).close();
    await database.query(`insert into ${database.schema}.migrations (version) values (99)`);
    await expect(openPostgresStore(database.url())).rejects.toThrow(/has version 99, written by a newer version/);
    expect(await database.query(`select max(version) as version from ${database.schema}.migrations`)).toEqual([
      { version: 99 },
    ]);
  });

  it('a migration that fails changes nothing, and earlier ones continue to later ones', async () => {
    const database = await emptyDatabase();
    const { names, connection } = locationOf(database.url());
    const client = await connect(connection, () => undefined);
    onTestFinished(() => client.end());
    const next = ({ schema }: { schema: string }): string => `create table ${schema}.later (a integer)`;
    const later = (...more: readonly (typeof next)[]) => ({ ...SCHEMA, steps: [...SCHEMA.steps, ...more] });
    await migrate(client, names);
    await expect(
      migrate(
        client,
        names,
        later(next, () => 'select nothing from nowhere'),
      ),
    ).rejects.toThrow(/nowhere/);
    expect(await database.query(`select to_regclass('${database.schema}.later')::text as there`)).toEqual([
      { there: null },
    ]);
    await migrate(client, names, later(next));
    expect(await database.query(`select count(*)::integer as rows from ${database.schema}.later`)).toEqual([
      { rows: 0 },
    ]);
  });

  it('one from before the oldest that can be carried over is refused, and left as it is', async () => {
    const database = await emptyDatabase();
    await database.query(
      `create schema ${database.schema}; create table ${database.schema}.migrations (version integer);
       insert into ${database.schema}.migrations values (28)`,
    );
    await expect(openPostgresStore(database.url())).rejects.toThrow(/has version 28; .* from version 29$/);
    expect(await database.query(`select version from ${database.schema}.migrations`)).toEqual([{ version: 28 }]);
  });
});

postgres.describe('snapshots', () => {
  it('a compaction leaves nothing of what was erased, keeps all else, and nodes start from it', async () => {
    const database = await emptyDatabase();
    const store = await openPostgresStore(database.url());
    const follower = await openPostgresStore(database.url());
    const secret = contact(1, { LastName: 'Unforgettable' });
    await store.append({ changes: [{ kind: 'put', record: secret }] });
    for (let n = 2; n <= 50; n++) await store.append({ changes: [{ kind: 'put', record: contact(n) }] });
    await store.append({ changes: [{ kind: 'erase', id: secret.id }] });
    await store.compact();
    const found = await database.query(
      `select 1 as hit from ${database.schema}.commits where body like '%Unforgettable%'
       union all select 1 from ${database.schema}.snapshot_parts where encode(lines, 'escape') like '%Unforgettable%'`,
    );
    expect(found).toEqual([]);
    await store.append({ changes: [{ kind: 'put', record: contact(51) }] });
    await follower.waitFor(store.position);
    const started = await openPostgresStore(database.url());
    for (const each of [store, follower, started]) {
      expect([each.position, each.count('Contact')]).toEqual([52, 50]);
      await each.close();
    }
  });
});
