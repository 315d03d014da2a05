import { once } from 'node:events';
import { Client } from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { portInText } from '../../../support/port-in-text.js';
import { freePort } from '../../../support/free-port.js';
import { PostgresServer } from '../../../support/postgres-server.js';
import { start } from '../../../support/program.js';
import { newFolder } from '../../../support/temporary-folder.js';
import { postgres } from './postgres.js';

/** Starts a node while its database is down. */
async function waiting(server: PostgresServer) {
  await server.stop();
  const port = await freePort();
  const node = start(['serve', '--store', server.url, '--data', newFolder(), '--port', String(port)], 'info');
  const closed = once(node, 'close') as Promise<[number | null]>;
  let said = '';
  node.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const ask = async (path: string, init?: RequestInit) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, init);
    return { status: response.status, retry: response.headers.get('retry-after'), text: await response.text() };
  };
  const statusOf = (path: string) => ask(path).then(({ status }) => status, String);
  await expect.poll(() => statusOf('/healthz')).toBe(200);
  const stop = async () => {
    node.kill('SIGTERM');
    return (await closed)[0];
  };
  return { ask, statusOf, stop, closed, said: () => said };
}

postgres.describe('a node that is started while its database is away', () => {
  it('waits, says so, and starts when it comes', async () => {
    const server = await PostgresServer.start(['fsync=off']);
    onTestFinished(() => server.close());
    const node = await waiting(server);
    const ready = await node.ask('/readyz');
    expect([ready.status, JSON.parse(ready.text)]).toMatchObject([
      503,
      {
        status: 'starting',
        searchable: false,
        message: expect.stringMatching(/^Waiting for the database\. Searches/) as string,
      },
    ]);
    for (const path of ['/readyz', '/healthz', '/services/data']) {
      const { text } = await node.ask(path);
      expect(text).not.toMatch(/127\.0\.0|ECONN|likeness@/);
      expect(text).not.toMatch(portInText(server.port));
    }
    expect(node.said()).toMatch(
      new RegExp(`Waiting for the database.*; cause: connect ECONNREFUSED .*:${server.port}`),
    );
    expect(await node.ask('/services/apexrest/dupcheck/dc3DataApi', { method: 'POST' })).toMatchObject({
      status: 503,
      retry: '2',
      text: expect.stringContaining('Waiting for the database') as string,
    });
    await server.restart();
    await expect.poll(() => node.statusOf('/readyz')).toBe(200);
    expect(node.said().match(/Waiting for the database/g)).toHaveLength(1);
    expect(await node.stop()).toBe(0);
  });

  it('ends, and says why, where it cannot use what comes', async () => {
    const server = await PostgresServer.start(['fsync=off']);
    onTestFinished(() => server.close());
    const client = new Client({ connectionString: server.url });
    await client.connect();
    await client.query(
      `create schema likeness; create table likeness.migrations (version integer primary key, applied timestamptz);
       insert into likeness.migrations values (1000000, now())`,
    );
    await client.end();
    const node = await waiting(server);
    await server.restart();
    await expect.poll(() => node.said()).toMatch(/written by a newer version of the program/);
    const [code] = await node.closed;
    expect(code).toBeGreaterThan(0);
  });

  it('ends when it is told to', async () => {
    const server = await PostgresServer.start(['fsync=off']);
    onTestFinished(() => server.close());
    const node = await waiting(server);
    expect(await node.stop()).toBe(0);
  });
});
