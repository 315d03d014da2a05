import { expect, it, onTestFinished } from 'vitest';
import { loadConfiguration } from '../../../src/config/load.js';
import { openLikeness } from '../../../src/service/open.js';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { IndexSnapshots, type RestoredIndexes } from '../../../src/service/index-snapshot/index-snapshots.js';
import { openPostgresStore } from '../../../src/store/postgres/open-postgres-store.js';
import { newFolder } from '../../support/temporary-folder.js';
import { caller, openService, searchIds, upsert } from '../../service/open-service.js';
import { newDatabase, postgres, type TestDatabase } from './postgres.js';

const person = (name: string) => ({ LastName: name, Email: `${name}@example.org` });

/** A node with a folder of its own, whose indexes are worth a snapshot after every change. */
async function openNode(database: TestDatabase, folder: string) {
  let restored: RestoredIndexes | undefined;
  const store = await openPostgresStore(database.url(), { folder });
  const snapshots = new (class extends IndexSnapshots {
    override async restore(...of: Parameters<IndexSnapshots['restore']>): Promise<RestoredIndexes | undefined> {
      return (restored = await super.restore(...of));
    }
  })(store, store.place!, { fewestRecords: 1, fewestChanges: 1, lookMs: 1, pauseMs: 1e9 });
  const node = await openLikeness({ configuration: await loadConfiguration(), store, snapshots });
  let closed: Promise<void> | undefined;
  const close = (): Promise<void> => (closed ??= node.close());
  onTestFinished(close);
  return { node, store, isRestored: restored !== undefined, close };
}

async function emptyDatabase(): Promise<TestDatabase> {
  const database = await newDatabase();
  onTestFinished(() => database.drop());
  return database;
}

postgres.describe('a node that joins others', () => {
  it('has in its indexes what they commit while it builds them', async () => {
    const database = await newDatabase();
    onTestFinished(() => database.drop());
    const first = await openService({ store: await openPostgresStore(database.url()) });
    const changed = await upsert(first, 'Contact', person('before'));
    const deleted = await upsert(first, 'Contact', person('deleted'));
    await upsert(first, 'Contact', person('other'));

    const store = await openPostgresStore(database.url());
    // The first record that is read for the indexes is changed, and shown, before they are built.
    const scan = store.scan.bind(store);
    let isChanged: Promise<void> | undefined;
    const change = async (): Promise<void> => {
      await upsert(first, 'Contact', { Id: changed.objectId, ...person('after') });
      await first.deleteRecord('Contact', deleted.objectId!, caller);
      await upsert(first, 'Contact', person('created'));
      await store.waitFor(first.visible.position);
    };
    store.scan = (type, after) => {
      const records = [...scan(type, after)];
      if (type === 'Contact' && records.length > 0) isChanged ??= change();
      return records;
    };
    const configuration = await loadConfiguration();
    // Built by threads, which are waited for.
    const joining = openLikeness({ configuration, store, fewestForThreads: 1 });
    await expect.poll(() => isChanged !== undefined).toBe(true);
    const second = await joining;
    onTestFinished(() => second.close());
    await isChanged;
    for (const node of [first, second]) {
      expect(await searchIds(node, '003', person('after'))).toEqual([changed.objectId]);
      expect(await searchIds(node, '003', person('before'))).toEqual([]);
      expect(await searchIds(node, '003', person('deleted'))).toEqual([]);
      expect(await searchIds(node, '003', person('created'))).toHaveLength(1);
      expect(await node.checkConsistency({ sample: 10 })).toEqual([]);
    }
  });

  it('begins with the indexes that its last process left, and what others have committed since', async () => {
    const [database, folder] = [await emptyDatabase(), newFolder()];
    const other = await openService({ store: await openPostgresStore(database.url()) });
    const before = await openNode(database, folder);
    expect(before.isRestored).toBe(false);
    const changed = await upsert(before.node, 'Contact', person('before'));
    const deleted = await upsert(before.node, 'Contact', person('deleted'));
    await upsert(before.node, 'Contact', person('kept'));
    await before.close();

    await other.visible.waitFor(3);
    await upsert(other, 'Contact', { Id: changed.objectId, ...person('after') });
    await other.deleteRecord('Contact', deleted.objectId!, caller);
    await upsert(other, 'Contact', person('created'));
    const { node, isRestored } = await openNode(database, folder);
    expect(isRestored).toBe(true);
    for (const name of ['after', 'kept', 'created']) expect(await searchIds(node, '003', person(name))).toHaveLength(1);
    for (const name of ['before', 'deleted']) expect(await searchIds(node, '003', person(name))).toEqual([]);
    expect(await node.checkConsistency({ sample: 10 })).toEqual([]);
    // Its Ids go on where those of all nodes are.
    const next = await upsert(node, 'Contact', person('next'));
    await other.visible.waitFor(node.visible.position);
    expect(await searchIds(other, '003', person('next'))).toEqual([next.objectId]);
  });

  it('takes no indexes of another database, nor of one that was set back and went on in another way', async () => {
    const [database, elsewhere, folder] = [await emptyDatabase(), await emptyDatabase(), newFolder()];
    const first = await openNode(database, folder);
    await upsert(first.node, 'Contact', person('here'));
    await first.close();
    const second = await openNode(elsewhere, folder);
    expect(second.isRestored).toBe(false);
    await upsert(second.node, 'Contact', person('there'));
    await second.close();
    expect((await openNode(database, folder)).isRestored).toBe(false);

    const later = await openNode(elsewhere, newFolder());
    const kept = newFolder();
    const third = await openNode(elsewhere, kept);
    await third.close();
    await later.close();
    const { schema } = elsewhere;
    await elsewhere.query(`update ${schema}.commits set writer = gen_random_uuid()`);
    expect((await openNode(elsewhere, kept)).isRestored).toBe(false);
  });

  it('keeps nothing of a record that was erased at another node', async () => {
    const [database, folder] = [await emptyDatabase(), newFolder()];
    const other = await openService({ store: await openPostgresStore(database.url()) });
    const { objectId } = await upsert(other, 'Contact', person('erased'));
    await upsert(other, 'Contact', person('kept'));
    const { node } = await openNode(database, folder);
    const snapshot = join(folder, 'index.snapshot');
    await expect.poll(() => existsSync(snapshot)).toBe(true);
    // Ends when that has been seen everywhere.
    await other.erase(objectId!, caller);
    expect(existsSync(snapshot)).toBe(false);
    expect(await searchIds(node, '003', person('erased'))).toEqual([]);
  });
});
