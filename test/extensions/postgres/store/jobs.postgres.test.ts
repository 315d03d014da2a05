import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import type { ShownJob } from '../../../../src/service/jobs/job.js';
import { itNightly } from '../../../support/draws.js';
import { done, json, words } from '../../../support/command-line.js';
import { fileIn, newFolder } from '../../../support/temporary-folder.js';
import { newDatabase, postgres, serverUrl, type TestDatabase } from './postgres.js';
import { servedNodes, type ServedNode } from './served-nodes.js';

/** Starting node processes is slow on a busy machine. */

/** Contacts. Every fifth person is stored twice. */
const people = (count: number) =>
  `FirstName,LastName,Email,Phone\n${Array.from({ length: count }, (_, n) => {
    const i = n % 5 === 4 ? n - 1 : n;
    const name = `Ok${String.fromCharCode(97 + (i % 26), 97 + (Math.floor(i / 26) % 26))}for`;
    return `Ann${i % 7},${name}${i},p${i}@example.org,+353 1 23${i} 56${i}8\n`;
  }).join('')}`;

const jobsAt = (node: ServedNode) => node.call<ShownJob[]>('GET', 'jobs');
const jobAt = (node: ServedNode, id: string) => node.call<ShownJob>('GET', `jobs/${id}`);
const start = (node: ServedNode, more = {}) => node.call<ShownJob>('POST', 'jobs', { objectType: 'Contact', ...more });
interface Groups {
  readonly records: { readonly id: string; readonly records: { readonly id: string }[] }[];
}
const groupsAt = (node: ServedNode, id: string) => node.call<Groups>('GET', `groups?jobId=${id}&pageSize=100`);

/** Lets this many more commits pass, and blocks later commits until released. */
async function holdCommits(database: TestDatabase, more: number) {
  const { schema } = database;
  const lock = new Client({ connectionString: await serverUrl() });
  await lock.connect();
  onTestFinished(() => lock.end());
  const [{ pid }] = (await lock.query<{ pid: number }>('select pg_backend_pid() as pid')).rows as [{ pid: number }];
  await lock.query('select pg_advisory_lock($1)', [pid]);
  const [{ last }] = (await database.query<{ last: string }>(
    `select max(position) as last from ${schema}.commits`,
  )) as [{ last: string }];
  await database.query(`create function ${schema}.held() returns trigger language plpgsql as
    'begin perform pg_advisory_xact_lock_shared(${pid}); return new; end'`);
  await database.query(`create trigger held before insert on ${schema}.commits
    for each row when (new.position > ${BigInt(last) + BigInt(more)}) execute function ${schema}.held()`);
  const waiting = () =>
    database
      .query(`select from pg_locks where locktype = 'advisory' and objid = ${pid} and not granted`)
      .then(({ length }) => length);
  return {
    isReached: () => expect.poll(waiting).toBeGreaterThan(0),
    letGo: () => lock.query('select pg_advisory_unlock($1)', [pid]),
  };
}

postgres.describe('jobs of nodes over one database', () => {
  it('are started, seen and cancelled at any node, and a killed node is taken over', async () => {
    const nodes = await servedNodes();
    const first = await nodes.start();
    await done(words`import --no-check ${fileIn(newFolder(), 'people.csv', people(200))} --object Contact
      ${nodes.store}`);
    // The node holds the jobs lease, because it has run a job.
    const one = await start(first);
    await expect.poll(() => jobAt(first, one.id)).toMatchObject({ status: 'completed', groups: 40 });
    const second = await nodes.start();
    expect(await jobsAt(second)).toMatchObject([{ id: one.id, status: 'completed', groups: 40 }]);
    expect(await groupsAt(second, one.id)).toEqual(await groupsAt(first, one.id));
    expect((await groupsAt(second, one.id)).records).toHaveLength(40);

    const two = await start(second);
    await expect.poll(() => jobAt(second, two.id)).toMatchObject({ status: 'completed', groups: 40 });
    expect(two.id > one.id).toBe(true);
    // The node that runs jobs is suspended. A job submitted to the other node waits, and that node can cancel it.
    first.process.kill('SIGSTOP');
    const three = await start(second);
    expect(await second.call('POST', `jobs/${three.id}/cancel`)).toMatchObject({ status: 'cancelled' });
    const four = await start(second);
    await first.stop('SIGKILL');
    await expect.poll(() => jobAt(second, four.id)).toMatchObject({ status: 'completed', groups: 40 });
    expect(await jobAt(second, three.id)).toMatchObject({ status: 'cancelled', groups: null });
  });

  itNightly('a node killed among its merges is taken over: each merge is made once, and undone once', async () => {
    const nodes = await servedNodes();
    const first = await nodes.start();
    await done(words`import --no-check ${fileIn(newFolder(), 'people.csv', people(300))} --object Contact
      ${nodes.store}`);
    const second = await nodes.start();
    const left = async () => (await second.call<{ totalSize: number }>('GET', 'query?objectType=Contact')).totalSize;
    await expect.poll(left).toBe(300);
    const held = await holdCommits(nodes.database, 10);
    const { id } = await start(second, { autoMerge: 90 });
    await held.isReached();
    await first.stop('SIGKILL');
    expect(await left()).toBeGreaterThan(240);
    await held.letGo();
    await expect.poll(() => jobAt(second, id)).toMatchObject({ status: 'completed', merged: 60, attempts: 2 });
    expect(await left()).toBe(240);
    const undoing = await second.call<ShownJob>('POST', `jobs/${id}/undo`);
    const undone = { status: 'completed', merged: 60, reason: null };
    await expect.poll(() => jobAt(second, undoing.id)).toMatchObject(undone);
    expect(await left()).toBe(300);
  });

  it('a client that is revoked at one node has its work stopped at the other one', async () => {
    const nodes = await servedNodes();
    const first = await nodes.start();
    const csv = fileIn(newFolder(), 'people.csv', people(300));
    await done(['import', '--no-check', csv, '--object', 'Contact', ...nodes.store]);
    const second = await nodes.start();
    const left = async () => (await second.call<{ totalSize: number }>('GET', 'query?objectType=Contact')).totalSize;
    await expect.poll(left).toBe(300);
    const added = await second.call<{ client: { clientId: string }; clientSecret: string }>('POST', 'clients', {
      ...{ name: 'Shop', scopes: ['read', 'upsert', 'write', 'delete', 'review'] },
    });
    const { clientId } = added.client;
    const logIn = async ({ url }: ServedNode) => {
      const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: added.clientSecret };
      const reply = await fetch(`${url}/services/oauth2/token`, { method: 'POST', body: new URLSearchParams(form) });
      return { status: reply.status, ...((await reply.json()) as { access_token?: string }) };
    };
    const { access_token: token } = await logIn(second);
    const held = await holdCommits(nodes.database, 10);
    const asked = await fetch(`${second.url}/services/apexrest/dupcheck/jobs`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ objectType: 'Contact', autoMerge: 90 }),
    });
    const { id } = (await asked.json()) as ShownJob;
    // The first node holds the jobs lease and is merging.
    await held.isReached();
    await second.call('DELETE', `clients/${clientId}`);
    await expect.poll(async () => (await logIn(first)).status).toBe(400);
    await held.letGo();
    const stopped = { status: 'failed', reason: "Stopped: the client's access was revoked" };
    await expect.poll(() => jobAt(second, id)).toMatchObject(stopped);
    const { merged } = await jobAt(second, id);
    expect(merged).toBeGreaterThan(0);
    expect(merged).toBeLessThan(60);
    await expect.poll(left).toBe(300 - merged);
  });

  it('what a schedule asks for runs once, and an erased record is in no group any more', async () => {
    const jobs = { every: '7d', objectTypes: ['Contact'] };
    const nodes = await servedNodes({ 'settings.json': { jobs } });
    await done(words`import --no-check ${fileIn(newFolder(), 'people.csv', people(100))} --object Contact
      ${nodes.store}`);
    const [first, second] = await Promise.all([nodes.start(), nodes.start()]);
    await expect.poll(() => jobsAt(first)).toMatchObject([{ status: 'completed', clientId: 'server' }]);
    const ended = await jobsAt(first);
    await expect.poll(() => jobsAt(second)).toEqual(ended);
    const [{ id }] = (await jobsAt(first)) as [ShownJob];
    const [group] = (await groupsAt(first, id)).records;
    const erased = group!.records[0]!.id;
    await done(['erase', erased, ...nodes.store]);
    expect(JSON.stringify(await groupsAt(second, id))).not.toContain(erased);
    expect((await groupsAt(second, id)).records).toHaveLength(19);
    expect(await jobsAt(second)).toHaveLength(1);
  });

  it('a command runs them where no node does, and merges and takes back as over a folder', async () => {
    const database = await newDatabase();
    const folder = newFolder();
    const store = ['--store', database.url()];
    await done(['import', '--no-check', fileIn(folder, 'people.csv', people(100)), '--object', 'Contact', ...store]);
    const started = await json<ShownJob>(words`jobs start --object Contact --auto-merge 90 ${store} --json`);
    expect(started).toMatchObject({ status: 'completed', groups: 20, merged: 20 });
    expect(await json(['jobs', 'undo', started.id, ...store, '--json'])).toMatchObject({ merged: 20, reason: null });
    expect(await json(['jobs', 'list', ...store, '--json'])).toHaveLength(2);
    const out = join(folder, 'groups.csv');
    await done(['jobs', 'groups', '--job', started.id, ...store, '--out', out]);
    expect(readFileSync(out, 'utf8').trimEnd().split('\n')).toHaveLength(41);
    const dedupe = ['dedupe', '--object', 'Contact', ...store, '--out', join(folder, 'pairs.csv'), '--json'];
    expect(await json(dedupe)).toMatchObject({ rows: 100, pairs: 20 });
    expect(await database.query(`select from ${database.schema}.leases where name = 'jobs'`)).toEqual([]);
    await database.drop();
  });
});
