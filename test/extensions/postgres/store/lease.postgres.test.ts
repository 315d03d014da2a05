import { expect, it, onTestFinished } from 'vitest';
import { PostgresLease } from '../../../../src/extensions/postgres/home/postgres-lease.js';
import { NodeDatabase } from '../../../../src/extensions/postgres/store/node-database.js';
import { newDatabase, postgres } from './postgres.js';

async function twoNodes() {
  const database = await newDatabase();
  const connections = await Promise.all([NodeDatabase.open(database.url()), NodeDatabase.open(database.url())]);
  onTestFinished(async () => {
    await Promise.all(connections.map((each) => each.close()));
    await database.drop();
  });
  const leases = connections.map((each) => new PostgresLease(each, 'work')) as [PostgresLease, PostgresLease];
  const [still, other] = connections;
  const held = ({ guard }: PostgresLease) => connections[0].query(guard).then(({ length }) => length === 1);
  return { database, leases, held, still, other };
}

postgres.describe('what nodes share besides the log', () => {
  it('is locked only by a node that is suspended for seconds', async () => {
    const { database, still, other } = await twoNodes();
    const lock = `lock table ${database.schema}.documents in exclusive mode`;
    let goOn: () => void;
    let isLocked: () => void;
    const locked = new Promise<void>((resolve) => (isLocked = resolve));
    const standing = still.transaction(async (query) => {
      await query(lock);
      isLocked();
      await new Promise<void>((resolve) => (goOn = resolve));
    });
    await locked;
    await other.transaction((query) => query(lock));
    goOn!();
    await expect(standing).rejects.toThrow();
    expect(await still.query('select 1 as one')).toEqual([{ one: 1 }]);
  });
});

postgres.describe('a duty that one of several nodes has', () => {
  it('belongs to one of those who ask at once, who keeps it by asking again', async () => {
    const { leases } = await twoNodes();
    await Promise.all(leases.map((lease) => lease.take()));
    const before = leases.map(({ isOurs }) => isOurs);
    expect([...before].sort()).toEqual([false, true]);
    await Promise.all(leases.map((lease) => lease.take()));
    expect(leases.map(({ isOurs }) => isOurs)).toEqual(before);
  });

  it('is given back at the end, and taken over when its time by the database is up', async () => {
    const {
      database,
      leases: [first, second],
      held,
    } = await twoNodes();
    await first.take();
    expect([await held(first), await held(second)]).toEqual([true, false]);
    await first.close();
    await second.take();
    expect([first.isOurs, second.isOurs, await held(second)]).toEqual([false, true, true]);
    await first.take();
    expect(first.isOurs).toBe(false);

    await database.query(`update ${database.schema}.leases set expires = clock_timestamp() - interval '1 second'`);
    // The former holder has not noticed yet, but its guarded writes are already rejected.
    expect([second.isOurs, await held(second)]).toEqual([true, false]);
    await first.take();
    await second.take();
    expect([first.isOurs, second.isOurs, await held(first), await held(second)]).toEqual([true, false, true, false]);
  });
});
