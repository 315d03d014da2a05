import { expect, it, onTestFinished } from 'vitest';
import type { Configuration } from '../../../../src/store/config/configuration.js';
import { loadConfiguration } from '../../../../src/store/config/load.js';
import { openLikeness } from '../../../../src/service/open.js';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { IndexSnapshots, type RestoredIndexes } from '../../../../src/service/index-snapshot/index-snapshots.js';
import { randomUUID } from 'node:crypto';
import { DatabaseSnapshots } from '../../../../src/extensions/postgres/store/database-snapshot.js';
import { IndexImages } from '../../../../src/extensions/postgres/store/index-images.js';
import { locationOf } from '../../../../src/extensions/postgres/store/location.js';
import { LogConnection } from '../../../../src/extensions/postgres/store/log-connection.js';
import { NodeList } from '../../../../src/extensions/postgres/store/node-list.js';
import { DivergedError } from '../../../../src/store/store-errors.js';
import type { StoreState } from '../../../../src/store/store-state.js';
import { openPostgresStore } from '../../../../src/extensions/postgres/store/open-postgres-store.js';
import { newFolder } from '../../../support/temporary-folder.js';
import { caller, openService, searchIds, upsert } from '../../../service/open-service.js';
import { emptyDatabase, postgres, type TestDatabase } from './postgres.js';

const stateOf = (store: object): StoreState => (store as { state: StoreState }).state;
const person = (name: string) => ({ LastName: name, Email: `${name}@example.org` });

/**
 * A node with its own folder that saves its indexes after every change.
 *
 * @param pauseMs minimum time between two index snapshots; by default, only two are saved, the first at the start
 */
async function openNode(database: TestDatabase, folder: string, configuration?: Configuration, pauseMs = 1e9) {
  let restored: RestoredIndexes | undefined;
  const store = await openPostgresStore(database.url(), { folder });
  const snapshots = new (class extends IndexSnapshots {
    override async restore(...of: Parameters<IndexSnapshots['restore']>): Promise<RestoredIndexes | undefined> {
      return (restored = await super.restore(...of));
    }
  })(store, store.place!, { fewestRecords: 1, fewestChanges: 1, lookMs: 1, pauseMs });
  const node = await openLikeness({ configuration: configuration ?? (await loadConfiguration()), store, snapshots });
  let closed: Promise<void> | undefined;
  const close = (): Promise<void> => (closed ??= node.close());
  onTestFinished(close);
  return { node, store, isRestored: restored !== undefined, close };
}

postgres.describe('a node that joins others', () => {
  it('has in its indexes what they commit while it builds them', async () => {
    const database = await emptyDatabase();
    const first = await openService({ store: await openPostgresStore(database.url()) });
    const changed = await upsert(first, 'Contact', person('before'));
    const deleted = await upsert(first, 'Contact', person('deleted'));
    await upsert(first, 'Contact', person('other'));

    const store = await openPostgresStore(database.url());
    // Changes the first record that is read for the indexes before they are built.
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
    // Uses worker threads, so the build is asynchronous.
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
    // New Ids continue after those of all nodes.
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
    // An erasure consists of several commits, each of which can be followed by a snapshot.
    const { node } = await openNode(database, folder, undefined, 1);
    const snapshot = join(folder, 'index.snapshot');
    const holds = (name: string) => existsSync(snapshot) && readFileSync(snapshot).includes(`${name}@example.org`);
    await expect.poll(() => holds('erased')).toBe(true);
    // Waits until all nodes have seen the erasure. There may be a new snapshot by then.
    await other.erase(objectId!, caller);
    expect(holds('erased')).toBe(false);
    await expect.poll(() => [holds('kept'), holds('erased')]).toEqual([true, false]);
    expect(await searchIds(node, '003', person('erased'))).toEqual([]);
  });

  it('takes the indexes that another one has left in the database, and what was committed since', async () => {
    const database = await emptyDatabase();
    const { schema } = database;
    const left = () =>
      database.query<{ position: string; is_whole: boolean }>(`select position, is_whole from ${schema}.index_images`);
    const writing = await openService({ store: await openPostgresStore(database.url()) });
    const changed = await upsert(writing, 'Contact', person('before'));
    const deleted = await upsert(writing, 'Contact', person('deleted'));
    await upsert(writing, 'Contact', person('kept'));
    const first = await openNode(database, newFolder());
    await expect.poll(left).toEqual([{ position: '3', is_whole: true }]);

    await upsert(writing, 'Contact', { Id: changed.objectId, ...person('after') });
    await writing.deleteRecord('Contact', deleted.objectId!, caller);
    await upsert(writing, 'Contact', person('created'));
    const second = await openNode(database, newFolder());
    expect(second.isRestored).toBe(true);
    for (const name of ['after', 'kept', 'created'])
      expect(await searchIds(second.node, '003', person(name))).toHaveLength(1);
    for (const name of ['before', 'deleted']) expect(await searchIds(second.node, '003', person(name))).toEqual([]);
    expect(await second.node.checkConsistency({ sample: 10 })).toEqual([]);
    // Both nodes share one index image.
    expect(await left()).toHaveLength(1);

    const configuration = await loadConfiguration();
    const abroad = { ...configuration, settings: { ...configuration.settings, defaultCountry: 'DE' } };
    const other = await openNode(database, newFolder(), abroad);
    expect(other.isRestored).toBe(false);
    for (const { close } of [first, second, other]) await close();

    await writing.erase(deleted.objectId!, caller);
    expect(await database.query(`select image from ${schema}.index_image_parts`)).toEqual([]);
    expect(await left()).toEqual([]);
    expect((await openNode(database, newFolder())).isRestored).toBe(false);
  });

  it('leaves the log that leads on from indexes in the database, until there are newer ones', async () => {
    const database = await emptyDatabase();
    const { schema } = database;
    const images = `select position::integer from ${schema}.index_images where is_whole`;
    const first = await openNode(database, newFolder());
    await upsert(first.node, 'Contact', person('one'));
    await first.close();
    const second = await openNode(database, newFolder());
    await expect.poll(() => database.query(images)).toEqual([{ position: 1 }]);
    await upsert(second.node, 'Contact', person('two'));
    const connection = new LogConnection(locationOf(database.url()), randomUUID());
    onTestFinished(() => connection.close());
    const nodes = new NodeList(connection, schema);
    await new DatabaseSnapshots(connection, schema, Date.now).save(stateOf(second.store), () => false);
    const kept = new IndexImages(connection, schema);
    const trimmed = async (): Promise<unknown> => database.query(`select trimmed::integer from ${schema}.head`);
    await nodes.report(2);
    await database.query(`update ${schema}.nodes set position = 2`);
    await nodes.trim(2, { position: 2, last: second.store.commitAt(2) }, false, await kept.needed());
    expect(await trimmed()).toEqual([{ trimmed: 1 }]);
    // After a day, the index image is no longer needed.
    await database.query(`update ${schema}.index_images set seen = seen - interval '25 hours'`);
    await nodes.trim(2, { position: 2, last: second.store.commitAt(2) }, false, await kept.needed());
    expect(await trimmed()).toEqual([{ trimmed: 2 }]);
    expect(await database.query(images)).toEqual([]);
  });

  it('is refused an image of a log that was trimmed, or that another one is writing, and takes none that is cut short', async () => {
    const database = await emptyDatabase();
    const { schema } = database;
    const store = await openPostgresStore(database.url());
    const node = await openService({ store });
    for (const name of ['one', 'two', 'three']) await upsert(node, 'Contact', person(name));
    const connection = new LogConnection(locationOf(database.url()), randomUUID());
    onTestFinished(() => connection.close());
    const images = new IndexImages(connection, schema);
    const file = (size: number) => ({
      size: () => Promise.resolve(size),
      read: (buffer: Buffer, position: number) => Promise.resolve(Math.min(buffer.length, size - position)),
    });
    const at = (position: number) => ({ position, last: store.commitAt(position) });
    const size = (5 << 20) + 3;
    let parts = 0;
    const first = await images.take(file(size), at(3), 'a', () => {
      parts++;
      return false;
    });
    expect([first, parts]).toEqual([true, 6]);
    const written: number[] = [];
    const write = (bytes: Buffer): Promise<void> => {
      written.push(bytes.length);
      return Promise.resolve();
    };
    const target = { write, sync: () => Promise.resolve() };
    expect(await images.fetch((await images.newest('a', 3))!, target)).toBe(true);
    expect(written).toEqual([1 << 20, 1 << 20, 1 << 20, 1 << 20, 1 << 20, 3]);
    expect([await images.newest('a', 2), await images.newest('b', 3)]).toEqual([undefined, undefined]);
    expect([await images.isWanted('a', 3), await images.isWanted('b', 3)]).toEqual([false, true]);

    const second = new LogConnection(locationOf(database.url()), randomUUID());
    onTestFinished(() => second.close());
    let other: boolean | undefined;
    const slow = {
      ...file(size),
      read: async (buffer: Buffer, position: number) => {
        other ??= await new IndexImages(second, schema).take(file(1), at(3), 'b', () => false);
        return file(size).read(buffer, position);
      },
    };
    expect([await images.take(slow, at(3), 'b', () => false), other]).toEqual([true, false]);
    // The image is removed while it is being written, as by an erasure.
    const gone = {
      ...file(size),
      read: async (buffer: Buffer, position: number) => {
        if (position > 0) await database.query(`delete from ${schema}.index_images where not is_whole`);
        return file(size).read(buffer, position);
      },
    };
    const removed = await images.take(gone, at(3), 'c', () => false);
    expect(removed).toBe(false);
    const held = await database.query(`select distinct image from ${schema}.index_image_parts order by image`);
    expect(held).toEqual(await database.query(`select id as image from ${schema}.index_images order by id`));
    expect(held).toHaveLength(2);

    await database.query(`delete from ${schema}.index_image_parts where part = 2`);
    expect(await images.fetch((await images.newest('a', 3))!, target)).toBe(false);
    await upsert(node, 'Contact', person('four'));
    await store.compact();
    expect(await database.query(`select id from ${schema}.index_images`)).toEqual([]);
    await expect(images.take(file(1), at(2), 'a', () => false)).rejects.toThrow(/begins after position 4/);
    const elsewhere = { position: 4, last: { writer: randomUUID(), number: 1 } };
    await expect(images.take(file(1), elsewhere, 'a', () => false)).rejects.toThrow(DivergedError);
  });
});
