import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { loadConfiguration } from '../../../../src/store/config/load.js';
import type { Likeness } from '../../../../src/service/likeness.js';
import { eraseFromGroups } from '../../../../src/service/jobs/erase-from-groups.js';
import { Jobs } from '../../../../src/service/jobs/jobs.js';
import { KeptJobs } from '../../../../src/service/jobs/kept-jobs.js';
import { openLikeness } from '../../../../src/service/open.js';
import { PostgresHome } from '../../../../src/extensions/postgres/home/postgres-home.js';
import { NodeDatabase } from '../../../../src/extensions/postgres/store/node-database.js';
import { openPostgresStore } from '../../../../src/extensions/postgres/store/open-postgres-store.js';
import { newFolder } from '../../../support/temporary-folder.js';
import { newDatabase, postgres } from './postgres.js';

const CALLER = { clientId: 'test', requestId: 'test' };
const GROUPS = 8;

/** A node on a database of people, each stored twice. */
async function openNode() {
  const database = await newDatabase();
  const home = new PostgresHome(await NodeDatabase.open(database.url()));
  const store = await openPostgresStore(database.url());
  const likeness = await openLikeness({ configuration: await loadConfiguration(undefined), store });
  const lease = home.lease('jobs');
  const folder = join(newFolder(), 'jobs-on-their-way');
  onTestFinished(async () => {
    await lease.close();
    await home.close();
    await likeness.close();
    await database.drop();
  });
  const rows = Array.from({ length: 2 * GROUPS }, (_, i) => {
    const name = `Ok${String.fromCharCode(97 + (i % GROUPS))}for${i % GROUPS}`;
    return { FirstName: 'Ann', LastName: name, Email: `${name}@example.org`, Phone: `+353 1 23${i % GROUPS} 5678` };
  });
  await likeness.importBatch('Contact', rows, { check: false }, CALLER);
  /** Returns everything that jobs store in the database and the folder. */
  const kept = async (): Promise<string> => {
    const { schema } = database;
    const tables = [
      database.query(`select name, content from ${schema}.documents where name like 'jobs/%'`),
      database.query(`select name, convert_from(bytes, 'UTF8') as text from ${schema}.contents`),
    ];
    const files = existsSync(folder) ? readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8')) : [];
    return JSON.stringify([await Promise.all(tables), files]);
  };
  return { home, likeness, lease, folder, kept };
}

/**
 * Makes one merge wait.
 * @returns a promise that resolves when the merge waits, and a function that lets the merge continue
 */
function held(likeness: Likeness, number: number) {
  let reached!: (ids: readonly string[]) => void;
  let goOn!: () => void;
  const waits = new Promise<readonly string[]>((resolve) => (reached = resolve));
  const released = new Promise<void>((resolve) => (goOn = resolve));
  let calls = 0;
  const merging = new Proxy(likeness.merging, {
    get: (of, name) =>
      name !== 'merge'
        ? (Reflect.get(of, name) as unknown)
        : async (...args: Parameters<typeof of.merge>) => {
            if (++calls === number) {
              reached(args[0].ids);
              await released;
            }
            return of.merge(...args);
          },
  });
  const service = new Proxy(likeness, {
    get: (of, name) => {
      const value = name === 'merging' ? merging : (Reflect.get(of, name) as unknown);
      return typeof value === 'function' ? (value.bind(of) as unknown) : value;
    },
  });
  return { service, waits, goOn };
}

postgres.describe('what is erased while a job runs', () => {
  it('is in no group, no log of merges and no file afterwards', async () => {
    const { home, likeness, lease, folder, kept } = await openNode();
    const { service, waits, goOn } = held(likeness, 3);
    const jobs = new Jobs({ likeness: service, place: new KeptJobs({ home, lease, folder }) });
    onTestFinished(() => jobs.close());
    lease.follow(() => undefined);
    await jobs.start();
    const { id } = await jobs.submit({ objectType: 'Contact', autoMerge: 90 }, 'test');
    const about = await waits;
    const { records } = likeness.statistics().store;
    expect(records).toBe(2 * GROUPS - 2);
    const all = [...likeness.records('Contact')].map((record) => record['Id'] as string);
    const logged = [...new Set((await kept()).match(/003\w{15}/g))];
    // A record that was merged, one whose merge is pending, and one in a later group.
    const merged = logged.find((each) => !all.includes(each))!;
    const later = all.find((each) => !about.includes(each) && logged.includes(each))!;
    const erased = [merged, about[0]!, later];
    for (const each of erased) {
      await likeness.erase(each, CALLER);
      await eraseFromGroups(home, each);
    }
    for (const each of erased) expect(await kept()).not.toContain(each);
    goOn();
    await expect.poll(() => jobs.get(id)).toMatchObject({ status: 'completed', attempts: 1 });
    expect(await kept()).toContain('status\\":\\"completed');
    for (const each of erased) expect(await kept()).not.toContain(each);
    expect(likeness.statistics().store.records).toBeGreaterThanOrEqual(GROUPS - 1);
  });

  it('is in no file of a node that ended while it compared', async () => {
    const { home, likeness, lease, folder, kept } = await openNode();
    const [record] = likeness.records('Contact');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'job-000000000001.groups'), JSON.stringify(record!['Id']));
    const jobs = new Jobs({ likeness, place: new KeptJobs({ home, lease, folder }) });
    onTestFinished(() => jobs.close());
    await jobs.start();
    expect(await kept()).not.toContain(record!['Id']);
  });
});
