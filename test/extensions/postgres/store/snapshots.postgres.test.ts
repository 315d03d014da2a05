import { expect, it, onTestFinished } from 'vitest';
import { makeId } from '../../../../src/records/ids.js';
import {
  openPostgresStore,
  type PostgresStoreOptions,
} from '../../../../src/extensions/postgres/store/open-postgres-store.js';
import { emptyDatabase, postgres } from './postgres.js';

postgres.describe('the snapshot in the database', () => {
  async function stores() {
    const database = await emptyDatabase();
    let number = 0;
    const open = (options: PostgresStoreOptions) => openPostgresStore(database.url(), options);
    const write = async (store: Awaited<ReturnType<typeof open>>, count: number): Promise<void> => {
      for (let i = 0; i < count; i++) {
        const record = { id: makeId('003', ++number), type: 'Contact', fields: { LastName: `Weiss ${number}` } };
        await store.append({ changes: [{ kind: 'put', record }] });
      }
    };
    const position = async (): Promise<number | undefined> => {
      const text = `select position::integer from ${database.schema}.snapshots where is_whole`;
      return (await database.query<{ position: number }>(text))[0]?.position;
    };
    return { open, write, position };
  }

  it('is made by a process that ends, once it has written as much as takes long to read', async () => {
    const { open, write, position } = await stores();
    const leave = async (options: PostgresStoreOptions, count: number): Promise<number | undefined> => {
      const store = await open(options);
      await write(store, count);
      await store.tidy();
      await store.close();
      return position();
    };
    expect(await leave({ tidies: true }, 3), 'a short log').toBe(undefined);
    expect(await leave({ compactAt: 1 }, 3), 'a node').toBe(undefined);
    expect(await leave({ tidies: true, compactAt: 1 }, 0), 'nothing written').toBe(undefined);
    expect(await leave({ tidies: true, compactAt: 1 }, 20)).toBe(26);
    expect(await leave({ tidies: true, compactAt: 1 }, 1), 'little beside the snapshot').toBe(26);
    expect(await leave({ tidies: true, compactAt: 1 }, 15)).toBe(42);
  });

  it('is made by a node at rest, whoever has written the log', async () => {
    const { open, write, position } = await stores();
    const first = await open({ tidies: true, compactAt: 1 });
    await write(first, 40);
    await first.tidy();
    await first.close();
    const second = await open({ compactAt: Infinity });
    await write(second, 20);
    await second.close();
    expect(await position()).toBe(40);
    const node = await open({ compactAt: 1 });
    onTestFinished(() => node.close());
    expect(node.statistics().journalBytes).toBeGreaterThan(0);
    await expect.poll(position).toBe(60);
    expect(node.statistics().journalBytes).toBe(0);
  });
});
