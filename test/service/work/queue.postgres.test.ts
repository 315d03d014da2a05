import { expect, it, onTestFinished } from 'vitest';
import { PostgresHome } from '../../../src/extensions/postgres/home/postgres-home.js';
import { NodeDatabase } from '../../../src/extensions/postgres/store/node-database.js';
import { WorkQueue } from '../../../src/service/work/queue.js';
import { StoreUnavailableError } from '../../../src/store/store-errors.js';
import { emptyDatabase, newDatabase, postgres, serverUrl } from '../../extensions/postgres/store/postgres.js';
import { TcpProxy } from '../../support/tcp-proxy.js';
import { documents, errand, Errands, PATIENCE, queueLaws, type Errand } from './queue-laws.js';

postgres.describe('over several nodes', () => {
  queueLaws('a database', async () => {
    const database = await emptyDatabase();
    return async () => new PostgresHome(await NodeDatabase.open(database.url()));
  });

  it('work whose end cannot be kept at once is done once', async () => {
    const database = await emptyDatabase();
    const proxy = await TcpProxy.start(Number(new URL(await serverUrl()).port));
    const address = new URL(database.url());
    address.port = String(proxy.port);
    const home = new PostgresHome(await NodeDatabase.open(address.toString()));
    const lease = home.lease('errands');
    const queue = new WorkQueue<Errand, string>({ home, documents, lease });
    const worker = new Errands();
    onTestFinished(async () => {
      await queue.close();
      await lease.close();
      await home.close();
      await proxy.close();
    });
    lease.follow(() => undefined);
    await lease.take();
    queue.start(worker, () => undefined);
    await queue.add(errand(1));
    await expect.poll(() => worker.begun, PATIENCE).toEqual(['errand-1']);
    await expect.poll(async () => (await queue.get('errand-1'))!.item.status, PATIENCE).toBe('running');
    proxy.passage = 'closed';
    worker.letGo('errand-1', 'done');
    await expect(queue.all()).rejects.toBeInstanceOf(StoreUnavailableError);
    proxy.passage = 'open';
    const done = { status: 'completed', attempts: 1, result: 'done' };
    await expect
      .poll(() =>
        queue.get('errand-1').then(
          (found) => found?.item,
          () => 'away',
        ),
      )
      .toMatchObject(done);
    expect(worker.begun).toEqual(['errand-1']);
  });

  it('another node takes over where the one with the lease goes', async () => {
    const database = await newDatabase();
    const start = async () => {
      const home = new PostgresHome(await NodeDatabase.open(database.url()));
      const lease = home.lease('errands');
      const queue = new WorkQueue<Errand, string>({ home, documents, lease });
      const worker = new Errands();
      lease.follow(() => undefined);
      queue.start(worker, () => undefined);
      const close = async () => {
        await queue.close();
        await lease.close();
        await home.close();
      };
      return { queue, worker, close };
    };
    const first = await start();
    await expect.poll(() => first.queue.isOurs, PATIENCE).toBe(true);
    const second = await start();
    await second.queue.add(errand(1));
    await expect.poll(() => first.worker.begun, PATIENCE).toEqual(['errand-1']);
    expect([second.queue.isOurs, second.worker.begun]).toEqual([false, []]);
    await expect(second.queue.change('errand-1', (now) => now, 'worker')).rejects.toThrow(/another process/);
    await first.close();
    expect(first.worker.givenUp).toEqual(['errand-1']);
    await expect.poll(() => second.worker.begun, PATIENCE).toEqual(['errand-1']);
    second.worker.letGo('errand-1', 'done');
    const kept = { status: 'completed', attempts: 2 };
    await expect.poll(async () => (await second.queue.get('errand-1'))?.item, PATIENCE).toMatchObject(kept);
    await second.close();
    await database.drop();
  });
});
