import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { loadConfiguration } from '../../../src/config/load.js';
import { eraseFromGroups } from '../../../src/jobs/erase-from-groups.js';
import { KeptJobs } from '../../../src/jobs/kept-jobs.js';
import type { JobRequest } from '../../../src/jobs/job-options.js';
import type { ShownJob } from '../../../src/jobs/job.js';
import { Jobs } from '../../../src/jobs/jobs.js';
import { endSharedWork, JobSharing, type SharingSettings } from '../../../src/jobs/sharing/job-sharing.js';
import { PatientDatabase } from '../../../src/jobs/sharing/patient-database.js';
import { ShareList } from '../../../src/jobs/sharing/share-list.js';
import { openLikeness } from '../../../src/service/open.js';
import { PostgresHome } from '../../../src/home/postgres/postgres-home.js';
import { NodeDatabase } from '../../../src/store/postgres/node-database.js';
import { openPostgresStore } from '../../../src/store/postgres/open-postgres-store.js';
import { freshSeed, Random } from '../../index/random.js';
import { PostgresServer } from '../../support/postgres-server.js';
import { done } from '../../support/command-line.js';
import { newFolder } from '../../support/temporary-folder.js';
import { cuttable, newDatabase, postgres, type TestDatabase } from './postgres.js';

/** Threads compile the program anew, and the machine may be busy with the other tests. */
const SLOW = { timeout: 240_000 };
const PATIENCE = { interval: 20 };
const RECORDS = 240;
const ACROSS: JobRequest = { objectType: 'Lead', crossObject: 'Contact' };
const config = newFolder();
const fields = { FirstName: 'FirstName', LastName: 'LastName', Email: 'Email', Phone: 'Phone' };
const maps = [{ from: 'Lead', to: 'Contact', enabled: true, fields }];
writeFileSync(join(config, 'cross-object.json'), JSON.stringify(maps));
const caller = { clientId: 'test', requestId: 'test' };
const alwaysShared: SharingSettings = { fewestRecords: 0, mostValues: 50, mostRows: 7 };

/** A node that runs jobs, and takes part in those of others. @param url where it finds what nodes share */
async function openNode(database: TestDatabase, sharing?: SharingSettings, url = database.url()) {
  const home = new PostgresHome(await NodeDatabase.open(url));
  const store = await openPostgresStore(database.url());
  const likeness = await openLikeness({ configuration: await loadConfiguration(config), store });
  const lease = home.lease('jobs');
  const shares = sharing && new JobSharing(home, lease, sharing);
  const place = new KeptJobs({ home, lease, folder: newFolder(), sharing: shares });
  const jobs = new Jobs({ likeness, place });
  let closed: Promise<void> | undefined;
  const close = (): Promise<void> =>
    (closed ??= (async () => {
      await jobs.close();
      await lease.close();
      await home.close();
      await likeness.close();
    })());
  onTestFinished(close);
  lease.follow(() => undefined);
  await lease.take();
  await jobs.start();
  return { likeness, home, jobs, shares, close };
}
type Node = Awaited<ReturnType<typeof openNode>>;

/** Contacts, of whom some are there more than once, with differences; every fifth is a lead as well. */
async function fill({ likeness }: Node, random: Random): Promise<void> {
  const letters = 'abcdefghijklmnopqrstuvwxyz'.split('');
  const word = (length: number) => Array.from({ length }, () => random.pick(letters)).join('');
  const persons = Array.from({ length: RECORDS / 3 }, () => ({
    FirstName: word(4 + random.below(4)),
    LastName: word(5 + random.below(5)),
    Email: `${word(8)}@example.org`,
    Phone: `+353 1 ${String(1_000_000 + random.below(9_000_000))}`,
  }));
  const rows = Array.from({ length: RECORDS }, () => {
    const person = { ...random.pick(persons) };
    if (random.chance(0.3)) person.LastName += random.pick(letters);
    if (random.chance(0.3)) person.Email = '';
    if (random.chance(0.2)) person.Phone = '';
    return person;
  });
  await likeness.importBatch('Contact', rows, { check: false }, caller);
  const leads = rows.filter((_, i) => i % 5 === 0).map((row) => ({ ...row, Company: 'Example' }));
  await likeness.importBatch('Lead', leads, { check: false }, caller);
}

const ended = ({ status }: ShownJob) => status !== 'queued' && status !== 'running';

async function run({ jobs }: Node, request: JobRequest = { objectType: 'Contact' }): Promise<ShownJob> {
  const { id } = await jobs.submit(request, 'test');
  await expect.poll(() => ended(jobs.get(id)), PATIENCE).toBe(true);
  expect(jobs.get(id)).toMatchObject({ status: 'completed', reason: null });
  return jobs.get(id);
}

/** As they are kept, byte for byte. */
async function groupsOf(database: TestDatabase, id: string): Promise<readonly string[]> {
  const rows = await database.query<{ text: string }>(
    `select convert_from(bytes, 'UTF8') as text from ${database.schema}.contents where name = $1 order by start`,
    [`jobs/${id}.groups`],
  );
  return rows.map(({ text }) => text);
}

interface Findings {
  readonly seed: number;
  readonly expected: readonly string[];
  /** Groups of leads and contacts. */
  readonly expectedAcross: readonly string[];
}

/** The groups that one node finds alone in what is stored. */
async function findAlone(): Promise<Findings> {
  const seed = freshSeed('shared jobs');
  const database = await newDatabase();
  const alone = await openNode(database);
  await fill(alone, new Random(seed));
  const job = await run(alone);
  expect(job.groups).toBeGreaterThan(20);
  const across = await run(alone, ACROSS);
  expect(across.groups).toBeGreaterThan(20);
  await alone.close();
  const [expected, expectedAcross] = [await groupsOf(database, job.id), await groupsOf(database, across.id)];
  await database.drop();
  return { seed, expected, expectedAcross };
}

let found: Promise<Findings> | undefined;

/** The same in each test: what is found in it is looked for once. */
async function filled(server?: string): Promise<Findings & { readonly database: TestDatabase }> {
  const findings = await (found ??= findAlone());
  const database = await newDatabase(server);
  if (server === undefined) onTestFinished(() => database.drop());
  const node = await openNode(database);
  await fill(node, new Random(findings.seed));
  await node.close();
  await insistOnTwo(database);
  return { ...findings, database };
}

/** Lets no node take more than two shares of a work before another one has taken some. */
async function insistOnTwo(database: TestDatabase): Promise<void> {
  const { schema } = database;
  await database.query(`create table ${schema}.insisted (work uuid, holder uuid, primary key (work, holder))`);
  await database.query(`create function ${schema}.insist() returns trigger language plpgsql as $$
    begin
      if new.is_done then return new; end if;
      insert into ${schema}.insisted values (new.work, new.holder) on conflict do nothing;
      if (select count(*) from ${schema}.insisted where work = new.work) < 2
        and (select count(*) from ${schema}.job_shares where work = new.work and holder is not null) >= 2
        and old.holder is distinct from new.holder then
        return null;
      end if;
      return new;
    end $$`);
  await database.query(
    `create trigger insist before update on ${schema}.job_shares for each row execute function ${schema}.insist()`,
  );
}

/** Waits until two nodes are at it, and then lets nothing be kept of shares until it is let go. */
async function heldInTheMiddle(database: TestDatabase): Promise<() => Promise<void>> {
  const { schema } = database;
  const client = new Client({ connectionString: database.url().replace(/[?&]schema=.*/, '') });
  client.on('error', () => undefined);
  await client.connect();
  const offered = `select from ${schema}.job_work where content is not null`;
  await expect.poll(() => database.query(offered), PATIENCE).toHaveLength(1);
  await client.query(`begin; lock table ${schema}.job_pieces in exclusive mode`);
  const atWork = `select distinct holder from ${schema}.job_shares where holder is not null and not is_done`;
  await expect.poll(() => database.query(atWork), PATIENCE).toHaveLength(2);
  return () => client.end();
}

/** See `job-node.ts`. */
async function nodeProcess(database: TestDatabase): Promise<ChildProcess> {
  const program = fileURLToPath(new URL('../../support/job-node.ts', import.meta.url));
  const args = ['--import', 'tsx', program, database.url()];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child, 'message');
  return child;
}

/** A work that no job runs. */
async function emptyWork(): Promise<{ readonly database: TestDatabase; readonly work: string }> {
  const database = await newDatabase();
  onTestFinished(() => database.drop());
  await (await openPostgresStore(database.url())).close();
  const { schema } = database;
  const work = randomUUID();
  await database.query(`insert into ${schema}.job_work (id, job, program) values ($1, 'job', '')`, [work]);
  return { database, work };
}

async function shareList(url: string, work: string): Promise<ShareList> {
  const connection = await PatientDatabase.open(url);
  const list = new ShareList(connection, work);
  onTestFinished(async () => {
    await connection.close();
    await list.close();
  });
  return list;
}

async function expectNoTrace(database: TestDatabase): Promise<void> {
  for (const table of ['job_work', 'job_shares', 'job_pieces'])
    await expect.poll(() => database.query(`select from ${database.schema}.${table} limit 1`), PATIENCE).toEqual([]);
}

postgres.describe('a job that several nodes share', () => {
  it('finds what one node finds, byte for byte, however large the shares are', SLOW, async () => {
    const { database, seed, expected, expectedAcross } = await filled();
    const random = new Random(seed);
    for (const isAcross of [false, true]) {
      const sizes = { mostValues: 1 + random.below(200), mostRows: 1 + random.below(40) };
      const settings = { fewestRecords: 0, ...sizes };
      const [running, helping] = [await openNode(database, settings), await openNode(database, settings)];
      const { id } = await run(running, isAcross ? ACROSS : undefined);
      const what = `seed ${seed}, ${JSON.stringify(sizes)}`;
      expect(await groupsOf(database, id), what).toEqual(isAcross ? expectedAcross : expected);
      expect(helping.shares!.shares, what).toBeGreaterThan(0);
      await expectNoTrace(database);
      await running.close();
      await helping.close();
    }
  });

  it('goes on when a node that takes part is killed: others do its shares', SLOW, async () => {
    const { database, expected } = await filled();
    const running = await openNode(database, alwaysShared);
    const helper = await nodeProcess(database);
    const { id } = await running.jobs.submit({ objectType: 'Contact' }, 'test');
    const letGo = await heldInTheMiddle(database);
    helper.kill('SIGKILL');
    await letGo();
    await expect.poll(() => ended(running.jobs.get(id)), PATIENCE).toBe(true);
    expect(running.jobs.get(id)).toMatchObject({ status: 'completed', attempts: 1 });
    expect(await groupsOf(database, id)).toEqual(expected);
    await expectNoTrace(database);
  });

  it('gives back at once what a node had taken that is stopped', SLOW, async () => {
    const { database, expected } = await filled();
    const running = await openNode(database, alwaysShared);
    const helping = await openNode(database, alwaysShared);
    const { id } = await running.jobs.submit({ objectType: 'Contact' }, 'test');
    const letGo = await heldInTheMiddle(database);
    const closing = helping.close();
    await letGo();
    await closing;
    const taken = `select distinct holder from ${database.schema}.job_shares where not is_done and expires is not null`;
    expect((await database.query(taken)).length).toBeLessThan(2);
    await expect.poll(() => ended(running.jobs.get(id)), PATIENCE).toBe(true);
    expect(await groupsOf(database, id)).toEqual(expected);
  });

  it('is taken up by another node when the one that runs it is killed', SLOW, async () => {
    const { database, expected } = await filled();
    const running = await nodeProcess(database);
    const helping = await openNode(database, alwaysShared);
    running.send('start');
    const [id] = (await once(running, 'message')) as [string];
    const letGo = await heldInTheMiddle(database);
    running.kill('SIGKILL');
    await letGo();
    await expect.poll(() => ended(helping.jobs.get(id)), PATIENCE).toBe(true);
    expect(helping.jobs.get(id)).toMatchObject({ status: 'completed', attempts: 2 });
    expect(await groupsOf(database, id)).toEqual(expected);
    await expectNoTrace(database);
  });

  it('goes on when all connections break', SLOW, async () => {
    const { database, expected } = await filled();
    const { proxy, url } = await cuttable(database);
    const running = await openNode(database, alwaysShared, url);
    const helping = await openNode(database, alwaysShared, url);
    const { id } = await running.jobs.submit({ objectType: 'Contact' }, 'test');
    const letGo = await heldInTheMiddle(database);
    proxy.reset();
    await letGo();
    await expect.poll(() => ended(running.jobs.get(id)), PATIENCE).toBe(true);
    expect(running.jobs.get(id)).toMatchObject({ status: 'completed' });
    expect(await groupsOf(database, id)).toEqual(expected);
    expect(helping.shares!.shares).toBeGreaterThan(0);
    await expectNoTrace(database);
  });

  it('has a share done that was taken without the taker hearing of it', SLOW, async () => {
    const { database, work } = await emptyWork();
    const { schema } = database;
    const { proxy, url } = await cuttable(database);
    const list = await shareList(url, work);
    await list.begin(1);
    proxy.passage = 'mute';
    const taken = list.take(0, 1);
    const held = `select from ${schema}.job_shares where holder is not null`;
    await expect.poll(() => database.query(held), PATIENCE).toHaveLength(1);
    proxy.passage = 'open';
    proxy.reset();
    list.follow();
    // Nobody works at it: its time ends, though the taker lives.
    expect(await taken).toBe(0);
  });

  it('gives a share whose time has ended to another one, not to who is at it', SLOW, async () => {
    const { database, work } = await emptyWork();
    const [slow, other] = [await shareList(database.url(), work), await shareList(database.url(), work)];
    await slow.begin(1);
    expect(await slow.take(0, 1)).toBe(0);
    await database.query(`update ${database.schema}.job_shares set expires = clock_timestamp()`);
    const next = slow.take(0, 1);
    expect(await other.take(0, 1)).toBe(0);
    await other.keep(0, [{ isLast: true }]);
    expect(await next).toBeUndefined();
  });

  it('begins anew when the server was killed: its tables are empty then', SLOW, async () => {
    const server = await PostgresServer.start();
    onTestFinished(() => server.close());
    const { database, expected } = await filled(server.url);
    const running = await openNode(database, alwaysShared);
    const helping = await openNode(database, alwaysShared);
    const { id } = await running.jobs.submit({ objectType: 'Contact' }, 'test');
    await heldInTheMiddle(database);
    await server.stop('SIGKILL');
    await server.restart();
    // Whichever of the two has the duty by now.
    const isOver = () => ended(running.jobs.get(id)) && ended(helping.jobs.get(id));
    await expect.poll(isOver, PATIENCE).toBe(true);
    const { status, attempts } = running.jobs.get(id);
    expect(status).toBe('completed');
    // Once more where a slow machine lets the duty lapse.
    expect(attempts).toBeGreaterThanOrEqual(2);
    expect(await groupsOf(database, id)).toEqual(expected);
    await expectNoTrace(database);
    await running.close();
    await helping.close();
  });

  it('begins anew when a record is erased meanwhile, and is over when it is cancelled', SLOW, async () => {
    const { database, expected } = await filled();
    const running = await openNode(database, alwaysShared);
    const helping = await openNode(database, alwaysShared);
    const { id } = await running.jobs.submit({ objectType: 'Contact' }, 'test');
    const erased = /003\w+/.exec(expected[0]!)![0];
    const letGo = await heldInTheMiddle(database);
    await running.likeness.erase(erased, caller);
    const erasing = eraseFromGroups(helping.home, erased).then(() => endSharedWork(helping.home));
    const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and query like $1`;
    const query = `%delete from%${database.schema}%job_work%`;
    await expect.poll(() => database.query(waiting, [query]), PATIENCE).not.toHaveLength(0);
    await letGo();
    await erasing;
    await expect.poll(() => ended(running.jobs.get(id)), PATIENCE).toBe(true);
    expect(running.jobs.get(id)).toMatchObject({ status: 'completed', records: RECORDS - 1 });
    expect((await groupsOf(database, id)).join('\n')).not.toContain(erased);
    await expectNoTrace(database);

    const other = await running.jobs.submit({ objectType: 'Contact' }, 'test');
    const letGoAgain = await heldInTheMiddle(database);
    const cancelling = helping.jobs.cancel(other.id);
    await letGoAgain();
    await cancelling;
    await expectNoTrace(database);
    await expect.poll(() => groupsOf(database, other.id), PATIENCE).toEqual([]);
  });

  it('has a share done by a command that waits for it', SLOW, async () => {
    const { database, expected } = await filled();
    const running = await openNode(database, alwaysShared);
    const file = join(newFolder(), 'pairs.csv');
    // No share is kept before two are at it: the node and the command.
    await done(['dedupe', '--object', 'Contact', '--store', database.url(), '--config', config, '--out', file]);
    const [job] = running.jobs.list();
    expect(job).toMatchObject({ status: 'completed', attempts: 1 });
    expect(await groupsOf(database, job!.id)).toEqual(expected);
    const holders = `select from ${database.schema}.insisted`;
    expect(await database.query(holders)).toHaveLength(2);
    await expectNoTrace(database);
  });

  it('takes part in nothing of another program', SLOW, async () => {
    const { database, expected } = await filled();
    const running = await openNode(database, alwaysShared);
    const helping = await openNode(database, alwaysShared);
    const { schema } = database;
    await database.query(`create function ${schema}.other() returns trigger language plpgsql as $$
      begin new.program := 'another one'; return new; end $$`);
    await database.query(
      `create trigger other before insert on ${schema}.job_work for each row execute function ${schema}.other()`,
    );
    const { id } = await run(running);
    expect(await groupsOf(database, id)).toEqual(expected);
    expect(helping.shares!.shares).toBe(0);
    await expectNoTrace(database);
  });
});
