import { expect, it, onTestFinished } from 'vitest';
import { loadConfiguration } from '../../../src/config/load.js';
import { openLikeness } from '../../../src/service/open.js';
import { openPostgresStore } from '../../../src/store/postgres/open-postgres-store.js';
import { caller, openService, searchIds, upsert } from '../../service/open-service.js';
import { newDatabase, postgres } from './postgres.js';

postgres.describe('a node that joins others', () => {
  it('has in its indexes what they commit while it builds them', async () => {
    const database = await newDatabase();
    onTestFinished(() => database.drop());
    const first = await openService({ store: await openPostgresStore(database.url()) });
    const person = (name: string) => ({ LastName: name, Email: `${name}@example.org` });
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
});
