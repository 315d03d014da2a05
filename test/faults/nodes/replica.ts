import { until } from './cluster.js';
import type { Round } from './under-load.js';

/**
 * A streaming replica takes over from its server, which is killed: every commit waits for the replica, so that none
 * that anybody has seen is lost.
 */
export async function promoteReplica({ cluster, progress }: Round): Promise<void> {
  const { database: primary, nodes } = cluster;
  const replica = await primary.replica();
  try {
    await cluster.query(`alter system set synchronous_standby_names = '*'`);
    await cluster.query('select pg_reload_conf()');
    await until('commits wait for the replica', async () => {
      const rows = await cluster.query(`select 1 from pg_stat_replication where sync_state = 'sync'`);
      return rows.length > 0;
    });
    await progress();
    await primary.stop('SIGKILL');
  } catch (error) {
    await replica.close();
    throw error;
  }
  cluster.database = replica;
  // They come to it while it can only be read.
  for (const { proxy } of nodes) {
    proxy.target = replica.port;
    proxy.reset();
  }
  replica.promote();
  await primary.close();
  await cluster.allReady();
}
