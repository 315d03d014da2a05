import { until } from './cluster.js';
import type { Round } from './under-load.js';

/** Kills a server and promotes its streaming replica. Commits wait for the replica, so no visible commit is lost. */
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
  // Nodes connect while the replica is read-only.
  for (const { proxy } of nodes) {
    proxy.target = replica.port;
    proxy.reset();
  }
  replica.promote();
  await primary.close();
  await cluster.allReady();
}
