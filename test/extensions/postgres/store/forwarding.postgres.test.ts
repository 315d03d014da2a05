import { readFileSync, writeFileSync } from 'node:fs';
import { request as plainRequest, type IncomingMessage } from 'node:http';
import { request as secureRequest } from 'node:https';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { itNightly } from '../../../support/draws.js';
import { needs } from '../../../support/needs.js';
import { PEER_HEADER, peerOf } from '../../../../src/http/server/peer.js';
import { selfSigned } from '../../../http/certificate.js';
import { newToken } from '../../../support/command-line.js';
import { PostgresServer } from '../../../support/postgres-server.js';
import { serve, type Served } from '../../../support/program.js';
import { newFolder } from '../../../support/temporary-folder.js';
import { newDatabase, postgres, type TestDatabase } from './postgres.js';

interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

const UPSERT = '/services/apexrest/dupcheck/dc3DataApi';
const body = (name: string): string =>
  JSON.stringify({
    input: {
      objectType: 'Contact',
      objectData: { LastName: name, Email: `${name}@example.com` },
      duplicateCheck: true,
    },
  });

/** Sends a request and accepts any certificate. */
function ask(url: string, headers: Readonly<Record<string, string>> = {}, sent?: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = { method: sent === undefined ? 'GET' : 'POST', headers, agent: false } as const;
    const take = (response: IncomingMessage): void => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () => resolve({ status: response.statusCode!, headers: response.headers, text }));
    };
    const request = url.startsWith('https:')
      ? secureRequest(url, { ...options, rejectUnauthorized: false }, take)
      : plainRequest(url, options, take);
    request.on('error', reject).end(sent);
  });
}

async function roleOf({ url }: Served): Promise<string> {
  const { decider } = JSON.parse((await ask(`${url}/healthz`)).text) as { decider: { role: string } };
  return decider.role;
}

interface Nodes {
  readonly database: TestDatabase;
  readonly decider: Served;
  readonly follower: Served;
  readonly token: string;
  readonly upsert: (node: Served, name: string, headers?: Readonly<Record<string, string>>) => Promise<Answer>;
}

interface Start {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts two nodes on one database. The first one decides. */
async function two(starts: readonly [Start, Start] = [{}, {}], of?: string): Promise<Nodes> {
  const database = await newDatabase(of);
  const nodes: Served[] = [];
  onTestFinished(async () => {
    for (const node of nodes) node.process.kill('SIGCONT');
    await Promise.all(nodes.map((node) => node.stop('SIGKILL')));
    if (of === undefined) await database.drop();
  });
  const config = newFolder();
  for (const [i, { args = [], env }] of starts.entries()) {
    const store = ['--store', database.url(), '--config', config];
    const node = await serve(newFolder(), [...store, ...args], env);
    nodes.push(node);
    if (i === 0) await expect.poll(() => roleOf(node)).toBe('decider');
  }
  const [decider, follower] = nodes as [Served, Served];
  const token = await newToken(database.url(), '--store');
  const upsert: Nodes['upsert'] = (node, name, headers) =>
    ask(
      node.url + UPSERT,
      { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...headers },
      body(name),
    );
  // Nodes learn about a new client with a delay.
  for (const node of nodes) await expect.poll(async () => (await upsert(node, 'first')).status).toBe(200);
  return { database, decider, follower, token, upsert };
}

/** Resolves when one node has forwarded a request to the other. The deciding node may change. */
async function passesOn({ decider, follower, token, upsert }: Nodes): Promise<void> {
  const answered = async (node: Served): Promise<number> => {
    await upsert(node, 'passed on');
    const { text } = await ask(`${node.url}/metrics`, { Authorization: `Bearer ${token}` });
    return Number(/^likeness_forwarded_seconds_count\{outcome="answered"\} (\d+)$/m.exec(text)?.[1] ?? 0);
  };
  await expect.poll(async () => (await answered(decider)) + (await answered(follower))).toBeGreaterThan(0);
}

const created = ({ text }: Answer): { objectId: string; isCreated: boolean } =>
  JSON.parse(text) as { objectId: string; isCreated: boolean };

async function countOf(database: TestDatabase, name: string): Promise<number> {
  const puts = `body like '%"kind":"put"%' and body like $1`;
  const text = `select count(*)::int as count from ${database.schema}.commits where ${puts}`;
  return (await database.query<{ count: number }>(text, [`%${name}@example.com%`]))[0]!.count;
}

postgres.describe('a request that is passed on', () => {
  it('goes over TLS, to a certificate that both nodes have', needs('openssl'), async () => {
    const { cert, key } = selfSigned(newFolder());
    const args = ['--tls-cert', cert, '--tls-key', key];
    const nodes = await two([{ args }, { args }]);
    const { decider, follower, upsert } = nodes;
    expect(follower.url).toMatch(/^https:/);
    // Uses the host of the node's URL, not the client's Host header.
    const first = await upsert(follower, 'secured', { Host: 'likeness.example.com' });
    expect([first.status, created(first).isCreated]).toEqual([200, true]);
    expect(created(await upsert(decider, 'secured'))).toMatchObject({ ...created(first), isCreated: false });
    await passesOn(nodes);
  });

  itNightly('goes over TLS, to a certificate of an authority that Node trusts', needs('openssl'), async () => {
    const folder = newFolder();
    const each = ['one', 'two'].map((name) => selfSigned(folder, name));
    const trusted = join(folder, 'trusted.pem');
    writeFileSync(trusted, each.map(({ cert }) => readFileSync(cert, 'utf8')).join(''));
    const [one, other] = each.map(({ cert, key }) => ({
      args: ['--tls-cert', cert, '--tls-key', key],
      env: { NODE_EXTRA_CA_CERTS: trusted },
    }));
    const nodes = await two([one!, other!]);
    expect(created(await nodes.upsert(nodes.follower, 'secured')).isCreated).toBe(true);
    await passesOn(nodes);
  });

  it('is not sent to a node with a certificate of a stranger: this one decides itself', needs('openssl'), async () => {
    const folder = newFolder();
    const [one, other] = ['one', 'two']
      .map((name) => selfSigned(folder, name))
      .map(({ cert, key }) => ({ args: ['--tls-cert', cert, '--tls-key', key] }));
    const { decider, follower, upsert } = await two([one!, other!]);
    const answers = [await upsert(follower, 'same'), await upsert(decider, 'same'), await upsert(follower, 'same')];
    expect(answers.map(created).map(({ isCreated }) => isCreated)).toEqual([true, false, false]);
  });

  it('is refused without a token, whether or not its body has come', async () => {
    const { follower } = await two();
    const headers = { 'Content-Type': 'application/json', 'Content-Length': '1000' };
    const status = new Promise((resolve, reject) => {
      const stranger = plainRequest(follower.url + UPSERT, { method: 'POST', headers, agent: false }, (response) => {
        resolve(response.statusCode);
        stranger.destroy();
      }).on('error', reject);
      stranger.flushHeaders();
    });
    expect(await status).toBe(401);
  });

  it('is not passed on again by a node that does not decide any more', async () => {
    const { database, decider, follower, upsert } = await two();
    const known = await database.query<{ decider_secret: string }>(
      `select decider_secret from ${database.schema}.head`,
    );
    decider.process.kill('SIGSTOP');
    await expect.poll(() => roleOf(follower)).toBe('decider');
    decider.process.kill('SIGCONT');
    await expect.poll(() => roleOf(decider)).toBe('follower');
    const token = 'Bearer of nobody';
    const socket = { remoteAddress: '127.0.0.1', localAddress: '127.0.0.1', localPort: 1, encrypted: false };
    const asked = { socket, method: 'POST', url: UPSERT } as unknown as IncomingMessage;
    const signed = peerOf(asked, token, known[0]!.decider_secret);
    const headers = { Authorization: token, 'Content-Type': 'application/json', [PEER_HEADER]: signed };
    expect((await ask(decider.url + UPSERT, headers, body('looped'))).status).toBe(421);
    // The deciding node accepts the same request from a client.
    expect(created(await upsert(decider, 'looped')).isCreated).toBe(true);
  });

  it('is decided once where the node that decides dies after it has committed', async () => {
    const { database, decider, follower, upsert } = await two();
    const client = new Client({ connectionString: database.url() });
    await client.connect();
    onTestFinished(() => client.end());
    // The lock blocks the current append. The node that would return its response dies.
    await client.query(`begin; lock table ${database.schema}.commits in share mode`);
    const withKey = upsert(follower, 'keyed', { 'Idempotency-Key': 'keyed-0000000001' });
    const without = upsert(follower, 'keyless');
    const waits = `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%.append(%'`;
    await expect.poll(() => database.query(waits), { interval: 20 }).toHaveLength(1);
    await decider.stop('SIGKILL');
    await client.query('rollback');
    const answers = await Promise.all([withKey, without]);
    expect(answers.map(({ status }) => status)).toEqual([200, 503]);
    expect(created(answers[0]).isCreated).toBe(true);
    expect(answers[1].headers['retry-after']).toBe('1');
    expect(answers[1].text).toContain('it is unknown whether this change was saved');
    expect(await roleOf(follower)).toBe('decider');
    expect(await countOf(database, 'keyed')).toBe(1);
    // The repeated request finds the record or creates it, without a duplicate.
    const again = created(await upsert(follower, 'keyless'));
    expect(created(await upsert(follower, 'keyless'))).toMatchObject({ objectId: again.objectId, isCreated: false });
  });

  itNightly('is refused with Retry-After while nobody can decide', async () => {
    const server = await PostgresServer.start(['fsync=off']);
    onTestFinished(() => server.close());
    const { decider, follower, upsert } = await two([{}, {}], server.url);
    await server.stop('SIGQUIT');
    for (const answer of await Promise.all([decider, follower].map((node) => upsert(node, 'nobody')))) {
      expect(answer.status).toBe(503);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }
    await server.restart(['fsync=off']);
    for (const node of [follower, decider])
      await expect.poll(async () => (await upsert(node, 'again')).status).toBe(200);
  });
});
