import { expect, it, onTestFinished } from 'vitest';
import { locationOf } from '../../../../src/extensions/postgres/store/location.js';
import { LogConnection } from '../../../../src/extensions/postgres/store/log-connection.js';
import { newDatabase, postgres } from './postgres.js';

postgres.describe('the connection of a log', () => {
  async function opened(name: string) {
    const database = await newDatabase();
    const connection = new LogConnection(locationOf(database.url(`application_name=${name}`)), name);
    onTestFinished(() => connection.close());
    const count = async (): Promise<number> =>
      (await database.query('select 1 from pg_stat_activity where application_name = $1', [name])).length;
    return { connection, count };
  }

  it('is only one, even if many ask at once', async () => {
    const { connection, count } = await opened('asked at once');
    await Promise.all(Array.from({ length: 5 }, () => connection.query('select 1')));
    expect(await count()).toBe(1);
    await connection.close();
    await expect.poll(count).toBe(0);
  });

  it('is not made again by what is asked after its end, or was being made then', async () => {
    const { connection, count } = await opened('asked too late');
    const asked = connection.query('select 1');
    await connection.close();
    await expect(asked).rejects.toThrow('it was closed');
    await expect(connection.query('select 1')).rejects.toThrow('it was closed');
    await expect.poll(count).toBe(0);
  });

  it('copies bytes out, row by row, in the order of the calls', async () => {
    const { connection } = await opened('copies');
    const rows = connection.copyOut(
      `select decode(repeat(lpad(to_hex(each), 2, '0'), each * 700), 'hex') from generate_series(0, 255) each`,
    );
    const none = connection.copyOut(`select '\\x00'::bytea where false`);
    const failed = connection.copyOut('select (1 / 0)::text::bytea');
    const after = connection.query<{ is: number }>('select 1 as is');
    const differing = (await rows).filter((row, each) => !row.equals(Buffer.alloc(each * 700, each)));
    expect([(await rows).length, differing]).toEqual([256, []]);
    expect(await none).toEqual([]);
    await expect(failed).rejects.toThrow('division by zero');
    expect(await after).toEqual([{ is: 1 }]);
  });
});
