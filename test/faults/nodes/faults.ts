import { Client as Connection } from 'pg';
import { postgresPrograms } from '../../support/postgres-server.js';
import type { Fault } from '../faults.js';
import type { Outcome } from '../outcome.js';
import { cutNetwork, endServer, freezeNode, killBackends, killNode, skewedBy, stopNode } from './acts.js';
import { until } from './cluster.js';
import { withSmallDisk } from './full-disk.js';
import { checkHistory } from './history-check.js';
import { killsInAnyOrder } from './kills.js';
import { lostTails } from './lost-tail-run.js';
import { promoteReplica } from './replica.js';
import { rollingUpgrade } from './upgrade.js';
import { underLoad, type Round, type UnderLoad } from './under-load.js';

type Extent = 'folder' | 'times' | 'random';

const faultBy = <T extends { readonly fault: string }>(
  run: (given: T & Pick<UnderLoad, Extent>, patience: number) => Promise<Outcome>,
  times: Fault['times'],
  given: T,
): Fault => ({
  times,
  run: (folder, often, random, _, patience = 1) =>
    postgresPrograms() === undefined
      ? Promise.resolve({
          fault: given.fault,
          times: 0,
          checked: '',
          broken: [],
          skipped: 'PostgreSQL is not installed',
        })
      : run({ ...given, folder, times: often, random }, patience),
});

const fault = (times: Fault['times'], given: Omit<UnderLoad, Extent>): Fault => faultBy(underLoad, times, given);

const SMALL_POOL = ['max_connections=40', 'superuser_reserved_connections=3'];

const MIXED = [killNode, killBackends, endServer, cutNetwork];

/** Faults of nodes on PostgreSQL and of the database. */
export const NODE_FAULTS: Readonly<Record<string, Fault>> = {
  mixed: fault([20, MIXED.length], {
    fault: 'nodes killed, connections killed, the server killed, the network cut, in turns',
    mayCutOff: true,
    mayRefuse: true,
    act: (round) => MIXED[round.number % MIXED.length]!({ ...round, number: Math.floor(round.number / MIXED.length) }),
  }),
  kills: faultBy(killsInAnyOrder, [100, 5], {
    fault: 'nodes, connections and the server killed in any order, on top of each other',
    mayCutOff: true,
    mayRefuse: true,
  }),
  'lost-tail': faultBy(lostTails, [100, 2], {
    fault: 'the database comes back without its last commits: replica promoted, copy or dump put back; or is killed',
    mayCutOff: true,
    mayRefuse: true,
  }),
  history: faultBy(checkHistory, [5_000, 300], {
    fault: 'operations while nodes are killed or stand still, networks cut, servers fail over: judged by the log',
    mayCutOff: true,
    mayRefuse: true,
  }),
  upgrade: { times: [1, 1], run: rollingUpgrade },
  'node-kills': fault([40, 2], {
    fault: 'SIGKILL of whole nodes mid-request',
    mayCutOff: true,
    mayRefuse: true,
    act: killNode,
  }),
  'node-stops': fault([15, 1], {
    fault: 'nodes asked to stop (SIGTERM): no request is cut off',
    mayCutOff: false,
    mayRefuse: false,
    act: stopNode,
  }),
  'node-freezes': fault([10, 1], {
    fault: 'nodes that stand still, with the lock or without (SIGSTOP, SIGCONT)',
    mayCutOff: false,
    mayRefuse: true,
    act: freezeNode,
  }),
  backends: fault([40, 3], {
    fault: 'connections that the database kills (pg_terminate_backend): no request fails',
    mayCutOff: false,
    mayRefuse: false,
    act: killBackends,
  }),
  server: fault([24, 2], {
    fault: 'the server of the database is stopped, or killed with all that it had in memory (kill -9)',
    mayCutOff: false,
    mayRefuse: true,
    act: endServer,
  }),
  network: fault([30, 3], {
    fault: 'a node is cut off from the database: silently, with answers lost, with connections refused',
    mayCutOff: false,
    mayRefuse: true,
    act: cutNetwork,
  }),
  promotion: fault([6, 1], {
    fault: 'the server is killed, and a streaming replica takes over',
    mayCutOff: false,
    mayRefuse: true,
    act: promoteReplica,
  }),
  disk: faultBy(withSmallDisk, [6, 1], {
    fault: "the disk of the database's tables is full: 503 for writes, reads go on, and with room again it writes",
    mayCutOff: false,
    mayRefuse: true,
  }),
  pool: fault([10, 1], {
    fault: 'connections killed while the database has none left',
    mayCutOff: false,
    mayRefuse: true,
    options: { settings: SMALL_POOL },
    act: exhaustConnections,
  }),
  clocks: fault([5, 1], {
    fault: 'nodes whose clocks are five minutes apart, one of them killed',
    mayCutOff: true,
    mayRefuse: true,
    options: { environment: (node) => skewedBy((node - 1) * 300_000) },
    act: killNode,
  }),
};

/** Takes all connections and kills those of the nodes, which must recover once connections are free. */
async function exhaustConnections({ cluster, progress }: Round): Promise<void> {
  const others: Connection[] = [];
  const take = async (): Promise<boolean> => {
    const connection = new Connection({ connectionString: cluster.database.url.replace('likeness@', 'guest@') });
    connection.on('error', () => undefined);
    try {
      await connection.connect();
      others.push(connection);
      return true;
    } catch {
      return false;
    }
  };
  await cluster.query(`do $$ begin create role guest login; exception when duplicate_object then null; end $$`);
  // Open this connection before all connections are taken.
  const own = new Connection({ connectionString: cluster.database.url });
  await own.connect();
  try {
    while (await take());
    await until('a node has no connection', async () => {
      await own.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'node-%'`);
      // The test takes connections faster than the nodes, which wait before they reconnect.
      while ((await Promise.all(Array.from({ length: 10 }, take))).includes(true));
      await Promise.all(cluster.nodes.map((node) => node.look()));
      return cluster.nodes.some(({ isReady }) => !isReady);
    });
  } finally {
    await Promise.all([own, ...others].map((connection) => connection.end()));
  }
  await cluster.allReady();
  await progress();
}
