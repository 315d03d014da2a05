import { Client } from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { PostgresServer } from '../../../support/postgres-server.js';
import { serve } from '../../../support/program.js';
import { newFolder } from '../../../support/temporary-folder.js';
import { postgres } from './postgres.js';

interface Counted {
  /** Transactions since the server started, except those of the counting connection. */
  readonly transactions: number;
  readonly connections: number;
  /** Seconds by the server's clock. */
  readonly time: number;
}

postgres.describe('a node that has nothing to do', () => {
  it('asks its database at most four times a second, over two connections', async () => {
    // Autovacuum would add a transaction for each table.
    const server = await PostgresServer.start(['fsync=off', 'autovacuum=off']);
    onTestFinished(() => server.stop());
    const node = await serve(newFolder(), ['--store', server.url, '--config', newFolder()]);
    onTestFinished(async () => {
      await node.stop();
    });
    // Connects to another database of the server, so the count excludes this connection.
    const counter = new Client({ connectionString: server.url.replace(/postgres$/, 'template1') });
    await counter.connect();
    onTestFinished(() => counter.end());
    const count = async (): Promise<Counted> => {
      const { rows } = await counter.query<Counted>(
        `select (xact_commit + xact_rollback)::integer as transactions,
           (select count(*) from pg_stat_activity a where a.datname = d.datname)::integer as connections,
           extract(epoch from clock_timestamp())::float8 as time
         from pg_stat_database d where datname = 'postgres'`,
      );
      return rows[0]!;
    };
    // Waits until connections needed only for the start are closed.
    const isQuiet = () => expect.poll(async () => (await count()).connections, { interval: 200 }).toBe(2);
    await isQuiet();
    const before = await count();
    let after = before;
    await expect
      .poll(async () => (after = await count()).time - before.time, { interval: 1_000 })
      // Some queries run every ten seconds, so a shorter time would vary.
      .toBeGreaterThan(30);
    expect((after.transactions - before.transactions) / (after.time - before.time)).toBeLessThan(4);
    expect(after.transactions - before.transactions).toBeGreaterThan(0);
    await isQuiet();
  });
});
