import { expect, it, onTestFinished } from 'vitest';
import { loadConfiguration } from '../../../src/config/load.js';
import { Jobs } from '../../../src/jobs/jobs.js';
import { KeptJobs } from '../../../src/jobs/kept-jobs.js';
import { openLikeness } from '../../../src/service/open.js';
import { PostgresHome } from '../../../src/home/postgres/postgres-home.js';
import { NodeDatabase } from '../../../src/store/postgres/node-database.js';
import { openPostgresStore } from '../../../src/store/postgres/open-postgres-store.js';
import { newFolder } from '../../support/temporary-folder.js';
import { TcpProxy } from '../../support/tcp-proxy.js';
import { newDatabase, postgres, serverUrl } from './postgres.js';

/** @param log where the node finds its log; jobs and leases it finds at `url` */
async function openNode(url: string, log: string) {
  const home = new PostgresHome(await NodeDatabase.open(url));
  const store = await openPostgresStore(log, { patience: 200 });
  const likeness = await openLikeness({ configuration: await loadConfiguration(undefined), store });
  const lease = home.lease('jobs');
  const latest = (): Promise<number> => home.database.logEnd();
  const jobs = new Jobs({ likeness, place: new KeptJobs({ home, folder: newFolder(), lease, latest }) });
  onTestFinished(async () => {
    await jobs.close();
    await lease.close();
    await home.close();
    await likeness.close();
  });
  return { likeness, lease, jobs };
}

/** Six records, of which the second node has none yet: it does not reach the log. */
async function twoNodes() {
  const database = await newDatabase();
  const proxy = await TcpProxy.start(Number(new URL(await serverUrl()).port));
  const address = new URL(database.url());
  address.port = String(proxy.port);
  const asking = await openNode(database.url(), database.url());
  const behind = await openNode(database.url(), address.toString());
  onTestFinished(() => proxy.close());
  proxy.passage = 'closed';
  const rows = Array.from({ length: 6 }, (_, i) => ({ LastName: `Okafor${i % 3}`, Email: `p${i % 3}@example.org` }));
  await asking.likeness.importBatch('Contact', rows, { check: false }, { clientId: 'test', requestId: 'test' });
  return { asking, behind, proxy };
}

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
    // Cancelled as it begins the second merge, which is made.
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
