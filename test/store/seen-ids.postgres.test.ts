import { expect, it } from 'vitest';
import { idNumber, installationOf } from '../../src/records/ids.js';
import { openPostgresStore } from '../../src/extensions/postgres/store/open-postgres-store.js';
import { MARGIN } from '../../src/store/seen-ids.js';
import { openService } from '../service/open-service.js';
import { newFolder } from './folders.js';
import { loseTail } from '../extensions/postgres/store/lost-tail.js';
import { emptyDatabase, postgres } from '../extensions/postgres/store/postgres.js';

postgres.describe('a database that lost its last commits', () => {
  it('gives no record the Id of one that it lost', async () => {
    const database = await emptyDatabase();
    const folder = await newFolder();
    const made = async (...names: string[]): Promise<string[]> => {
      const likeness = await openService({ store: await openPostgresStore(database.url(), { folder }) });
      const ids: string[] = [];
      for (const LastName of names) {
        const { objectId } = await likeness.upsert(
          { objectType: 'Contact', objectData: { LastName } },
          { clientId: 'c' },
        );
        ids.push(objectId!);
      }
      await likeness.close();
      return ids;
    };
    const before = await made('Aa', 'Bb', 'Cc', 'Dd');
    await loseTail(database, 2);
    const after = await made('Ee', 'Ff', 'Gg');
    expect(after.filter((id) => before.includes(id))).toEqual([]);
    // Without losses, Ids are consecutive.
    const all = [...after, ...(await made('Hh'))];
    expect(all.map(idNumber)).toEqual([1, 2, 3, 4].map((i) => 4 + MARGIN + i));
    expect(new Set([...before, ...all].map(installationOf)).size).toBe(1);
  });
});
