import { expect, it, onTestFinished } from 'vitest';
import { openPostgresStore } from '../../../../src/extensions/postgres/store/open-postgres-store.js';
import { portInText } from '../../../support/port-in-text.js';
import { freePort } from '../../../support/free-port.js';
import { TcpProxy } from '../../../support/tcp-proxy.js';
import { publicAnswers } from '../../../http/public-answers.js';
import { serve } from '../../../http/serve.js';
import { newDatabase, postgres, serverUrl } from './postgres.js';

/** A node with its own database and role. The node's URL lists two servers; the second is down. */
async function open() {
  const other = await newDatabase();
  const { schema } = other;
  const query = (text: string) => other.query(text);
  const [role, database] = [`scribe_${schema}`, `vault_${schema}`];
  const sessions = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`;
  await query(`create role ${role} login`);
  await query(`create database ${database} owner ${role}`);
  const server = new URL(await serverUrl());
  const proxy = await TcpProxy.start(Number(server.port));
  const ports = [proxy.port, await freePort()];
  const hosts = ports.map((port) => `${server.hostname}:${port}`).join(',');
  const store = await openPostgresStore(`postgres://${role}@${hosts}/${database}?schema=${schema}`, { patience: 200 });
  const served = await serve({ store });
  onTestFinished(async () => {
    await served.close();
    await proxy.close();
    await query(`drop database if exists ${database} with (force)`);
    await query(`drop role ${role}`);
  });
  const names = [server.hostname, role, database, schema];
  return { served, proxy, query, sessions, role, database, names, ports };
}
type Opened = Awaited<ReturnType<typeof open>>;

const CASES: readonly [name: string, end: (opened: Opened) => unknown, why: RegExp][] = [
  ['is away', ({ proxy }) => (proxy.passage = 'closed'), /no server can be used: 127\.0\.0\.1:\d+: /],
  [
    'refuses the role',
    async ({ query, sessions, role }) => {
      await query(`alter role ${role} nologin`);
      await query(sessions);
    },
    /role "scribe_\w+" is not permitted to log in/,
  ],
  [
    'is gone',
    ({ query, database }) => query(`drop database ${database} with (force)`),
    /database "vault_\w+" does not exist/,
  ],
];

postgres.describe('a node whose database', () => {
  it.each(CASES)('%s shows none of it to anybody but administrators', async (_, end, why) => {
    const opened = await open();
    const { served, names, ports } = opened;
    await end(opened);
    const ready = async (): Promise<{ status?: string; cause?: string }> =>
      JSON.parse((await served.call('GET', '/readyz')).text) as object;
    await expect.poll(ready).toMatchObject({ status: 'disconnected' });
    await expect.poll(async () => (await ready()).cause).toMatch(why);
    const answers = await publicAnswers(served);
    expect(answers.get('GET /readyz by nobody')).toMatch(/disconnected/);
    for (const [asked, answer] of answers) {
      for (const name of names) expect(answer.includes(name), `${asked}: ${name}`).toBe(false);
      for (const port of ports) expect(answer, asked).not.toMatch(portInText(port));
    }
  });
});
