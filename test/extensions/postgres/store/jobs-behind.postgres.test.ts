import { expect, it, onTestFinished } from 'vitest';
import { loadConfiguration } from '../../../../src/store/config/load.js';
import { JobGroups } from '../../../../src/service/jobs/job-groups.js';
import type { JobsOptions } from '../../../../src/service/jobs/job-options.js';
import { Jobs } from '../../../../src/service/jobs/jobs.js';
import { KeptJobs } from '../../../../src/service/jobs/kept-jobs.js';
import { openLikeness } from '../../../../src/service/open.js';
import { PostgresHome } from '../../../../src/extensions/postgres/home/postgres-home.js';
import { NodeDatabase } from '../../../../src/extensions/postgres/store/node-database.js';
import { OutcomeUnknownError, StoreUnavailableError } from '../../../../src/store/store-errors.js';
import { openPostgresStore } from '../../../../src/extensions/postgres/store/open-postgres-store.js';
import { newFolder } from '../../../support/temporary-folder.js';
import { cuttable, newDatabase, postgres } from './postgres.js';

/** @param log URL of the database for the log; jobs and leases use `url` */
async function openNode(url: string, log: string, parts: Pick<JobsOptions, 'log'> = {}) {
  const home = new PostgresHome(await NodeDatabase.open(url));
  const store = await openPostgresStore(log, { patience: 200 });
  const likeness = await openLikeness({ configuration: await loadConfiguration(undefined), store });
  const lease = home.lease('jobs');
  const latest = (): Promise<number> => home.database.logEnd();
  const place = new KeptJobs({ home, folder: newFolder(), lease, latest });
  const jobs = new Jobs({ likeness, place, ...parts });
  onTestFinished(async () => {
    await jobs.close();
    await lease.close();
    await home.close();
    await likeness.close();
  });
  return { likeness, lease, jobs, groups: new JobGroups(jobs, place, likeness) };
}

const ROWS = Array.from({ length: 6 }, (_, i) => ({ LastName: `Okafor${i % 3}`, Email: `p${i % 3}@example.org` }));
const CALLER = { clientId: 'test', requestId: 'test' };

/** Six records. The second node has none of the records, because it cannot reach the log. */
async function twoNodes() {
  const database = await newDatabase();
  const { proxy, url } = await cuttable(database);
  const asking = await openNode(database.url(), database.url());
  const behind = await openNode(database.url(), url);
  proxy.passage = 'closed';
  await asking.likeness.importBatch('Contact', ROWS, { check: false }, CALLER);
  return { asking, behind, proxy };
}

postgres.describe('a job that another node was just asked for', () => {
  it('is known at each node, before that node is notified of it', async () => {
    const database = await newDatabase();
    const asked = await openNode(database.url(), database.url());
    const other = await openNode(database.url(), database.url());
    const { id } = await asked.jobs.submit({ objectType: 'Contact' }, 'test');
    expect(() => other.jobs.get(id)).toThrow(`Job '${id}' does not exist`);
    for (const named of [id, 'job-000000000999', '../job']) await other.jobs.lookFor(named);
    expect(other.jobs.list()).toEqual([asked.jobs.get(id)]);
  });
});

postgres.describe('a node that runs jobs and is behind with the log', () => {
  it('compares what whoever asked had seen', async () => {
    const { asking, behind, proxy } = await twoNodes();
    behind.lease.follow(() => undefined);
    await behind.lease.take();
    await asking.jobs.start();
    await behind.jobs.start();
    const { id } = await asking.jobs.submit({ objectType: 'Contact' }, 'test');
    await expect.poll(() => asking.jobs.get(id).status).toBe('running');
    expect(behind.likeness.statistics().store.records).toBe(0);
    proxy.passage = 'open';
    await expect.poll(() => asking.jobs.get(id)).toMatchObject({ status: 'completed', records: 6 });
  });

  it('takes back what another node has merged, though it does not show that yet', async () => {
    const { asking, behind, proxy } = await twoNodes();
    asking.lease.follow(() => undefined);
    await asking.lease.take();
    await asking.jobs.start();
    // The job is cancelled when it starts the second merge, which still completes.
    const { merging } = asking.likeness;
    const merge = merging.merge.bind(merging);
    const cancelled: Promise<unknown>[] = [];
    let merges = 0;
    merging.merge = async (...asked) => {
      if (++merges === 2) {
        cancelled.push(asking.jobs.cancel(id));
        await expect.poll(() => asking.jobs.get(id).status).toBe('cancelled');
      }
      return merge(...asked);
    };
    const { id } = await asking.jobs.submit({ objectType: 'Contact', autoMerge: 90 }, 'test');
    await expect.poll(() => cancelled.length).toBe(1);
    await Promise.all(cancelled);
    expect(asking.jobs.get(id)).toMatchObject({ status: 'cancelled', merged: 2 });
    await asking.jobs.close();
    await asking.lease.close();
    behind.lease.follow(() => undefined);
    await behind.lease.take();
    await behind.jobs.start();
    const undoing = await behind.jobs.submitUndo(id, 'test');
    await expect.poll(() => behind.jobs.get(undoing.id).status).toBe('running');
    expect(behind.likeness.statistics().store.records).toBe(0);
    proxy.passage = 'open';
    await expect
      .poll(() => behind.jobs.get(undoing.id))
      .toMatchObject({ status: 'completed', merged: 2, reason: null });
    expect(behind.likeness.statistics().store.records).toBe(6);
  });
});

postgres.describe('a node that runs jobs while its database goes', () => {
  it('merges and takes back all the same, and says that groups cannot be read', async () => {
    const database = await newDatabase();
    const { proxy, url } = await cuttable(database);
    // The connection is cut after each merge, and restored when the job reports that it waits.
    const node = await openNode(url, database.url(), {
      log: { info: () => undefined, warn: (message) => / waits: /.test(message) && (proxy.passage = 'open') },
    });
    node.likeness.audit(() => (proxy.passage = 'closed'));
    await node.likeness.importBatch('Contact', ROWS, { check: false }, CALLER);
    node.lease.follow(() => undefined);
    await node.lease.take();
    await node.jobs.start();
    const { id } = await node.jobs.submit({ objectType: 'Contact', autoMerge: 90 }, 'test');
    const whole = { status: 'completed', merged: 3, attempts: 1, reason: null };
    await expect.poll(() => node.jobs.get(id)).toMatchObject(whole);
    proxy.passage = 'open';
    await expect.poll(() => node.groups.page({ jobId: id, pageSize: 10 })).toMatchObject({ found: 3 });
    proxy.passage = 'closed';
    const page = node.groups.page({ jobId: id, pageSize: 10 });
    await expect(page).rejects.toBeInstanceOf(StoreUnavailableError);
    proxy.passage = 'open';
    await node.jobs.refresh();
    // The second undo runs when nobody waits for its result any more.
    const undoNow = node.likeness.undo.bind(node.likeness);
    let undos = 0;
    node.likeness.undo = async (...asked) => {
      undos += 1;
      if (undos === 2) throw new OutcomeUnknownError('the connection broke', 0);
      if (undos === 3) await undoNow(...asked);
      return undoNow(...asked);
    };
    const undo = await node.jobs.submitUndo(id, 'test');
    await expect.poll(() => node.jobs.get(undo.id)).toMatchObject(whole);
    expect(node.likeness.statistics().store.records).toBe(6);
  });
});
