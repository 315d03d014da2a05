import { expect, it, onTestFinished } from 'vitest';
import { needs } from '../../../support/needs.js';
import { UNHEARD } from '../../../../src/extensions/postgres/store/log-listener.js';
import { openPostgresStore } from '../../../../src/extensions/postgres/store/open-postgres-store.js';
import type { PostgresStore } from '../../../../src/extensions/postgres/store/postgres-store.js';
import { cli } from '../../../support/command-line.js';
import { startPool } from '../../../support/pgbouncer.js';
import { freePort } from '../../../support/free-port.js';
import { emptyDatabase, postgres, serverUrl, type TestDatabase } from './postgres.js';

interface Node {
  readonly store: PostgresStore;
  /** Log messages. */
  readonly told: string[];
  readonly heard: () => unknown;
}

async function openNode(database: TestDatabase, parameters?: string): Promise<Node> {
  const told: string[] = [];
  const store = await openPostgresStore(database.url(parameters), { trouble: (message) => told.push(message) });
  onTestFinished(() => store.close());
  return { store, told, heard: () => store.lag.notifications };
}

const verified = async (database: TestDatabase, parameters?: string) => {
  const { code, stdout } = await cli(['verify', '--store', database.url(parameters), '--json']);
  return [code, (JSON.parse(stdout) as { notifications: string }).notifications];
};

postgres.describe('notifications of commits', () => {
  it('are heard over a direct connection, and not asked for with listen=off', async () => {
    const database = await emptyDatabase();
    const [one, other] = [await openNode(database), await openNode(database, 'listen=off')];
    await expect.poll(one.heard).toBe('heard');
    expect(other.heard()).toBe('off');
    expect(await verified(database)).toEqual([0, 'heard']);
    expect(await verified(database, 'listen=off')).toEqual([0, 'off']);
    expect([...one.told, ...other.told]).toEqual([]);
  });

  it(
    'behind a proxy that pools transactions are missed, which is reported, until it passes them',
    needs('pgbouncer'),
    async () => {
      const direct = await emptyDatabase();
      const port = await freePort();
      const server = await serverUrl();
      const pool = await startPool(server, 9, 'transaction', port);
      onTestFinished(() => pool.close());
      const behind: TestDatabase = { ...direct, url: (parameters = '') => pooled(pool.url, direct, parameters) };
      const node = await openNode(behind);
      await expect.poll(() => node.told).toEqual([UNHEARD]);
      expect(UNHEARD).toContain('listen=');
      expect(node.heard()).toBe('lost');
      expect(await verified(behind)).toEqual([0, 'lost']);
      const { stderr } = await cli(['verify', '--store', behind.url()]);
      expect(stderr).toContain(UNHEARD);
      // With the URL of a direct connection, notifications arrive.
      const listening = await openNode(behind, `listen=${encodeURIComponent(server)}`);
      await expect.poll(listening.heard).toBe('heard');
      expect(node.told).toEqual([UNHEARD]);

      await pool.close();
      const session = await startPool(server, 20, 'session', port);
      onTestFinished(() => session.close());
      await expect.poll(node.heard).toBe('heard');
      expect(node.told).toEqual([UNHEARD, 'commit notifications arrive again']);
    },
  );

  it('that are listened for where nobody is are missed, which is reported', async () => {
    const database = await emptyDatabase();
    const nowhere = `postgres://nobody@127.0.0.1:${await freePort()}/postgres`;
    const node = await openNode(database, `listen=${encodeURIComponent(nowhere)}`);
    await expect.poll(() => node.told).toEqual([UNHEARD]);
    expect(node.heard()).toBe('lost');
  });
});

/** Returns the URL of a store through a proxy. */
function pooled(proxy: string, { schema }: TestDatabase, parameters: string): string {
  return `${proxy}?schema=${schema}${parameters === '' ? '' : `&${parameters}`}`;
}
