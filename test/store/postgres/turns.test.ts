import { expect, it, onTestFinished } from 'vitest';
import { Client } from 'pg';
import { openPostgresStore } from '../../../src/store/postgres/open-postgres-store.js';
import { newDatabase, postgres, serverUrl } from './postgres.js';

postgres.describe('turns in deciding', () => {
  async function opened(lock: string) {
    const database = await newDatabase();
    const store = await openPostgresStore(database.url(`lock=${lock}`));
    const other = new Client({ connectionString: await serverUrl() });
    await other.connect();
    onTestFinished(async () => {
      await other.end();
      await store.close();
      await database.drop();
    });
    const { schema } = database;
    const isByRow = lock === 'row';
    return {
      store,
      takeTurn: () => other.query(`begin; select ${schema}.take_turn(${isByRow})`),
      endTurn: () => other.query('rollback'),
      // As whoever has the turn appends: on another connection.
      append: (known: number) =>
        database.query(
          `select * from ${schema}.append_at_once($1, gen_random_uuid(), 1, array['{"t":[]}'], ${isByRow}, true)`,
          [known],
        ),
    };
  }
  const commit = { changes: [] };

  it.each(['advisory', 'row'])('a node waits for its turn (%s), and follows meanwhile', async (lock) => {
    const { store, takeTurn, endTurn, append } = await opened(lock);
    await takeTurn();
    let position: number | undefined;
    const appended = store.append(commit).then((at) => (position = at));
    for (let known = 0; known < 3; known++) {
      await append(known);
      await expect.poll(() => store.position).toBe(known + 1);
    }
    expect(position).toBeUndefined();
    expect(store.lag).toMatchObject({ commits: 0, isCutOff: false });
    await endTurn();
    expect(await appended).toBe(4);
    // What is appended alone waits for nobody.
    expect(await store.append(commit)).toBe(5);
  });

  it('a node that ends while it waits for its turn has appended what it was given', async () => {
    const { store, takeTurn, endTurn } = await opened('advisory');
    await takeTurn();
    const appended = store.append(commit);
    const closed = store.close();
    await endTurn();
    await closed;
    expect(await appended).toBe(1);
  });
});
