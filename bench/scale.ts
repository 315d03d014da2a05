/** How far nodes on PostgreSQL scale: measured, simulated for more nodes, extrapolated to more records. */
import { availableParallelism } from 'node:os';
import { hasPostgres, PostgresServer } from '../test/support/postgres-server.js';
import { barsTable, type Judged } from './harness/bars.js';
import { bench, count, type Extent } from './harness/bench.js';
import type { Report, Table } from './harness/report.js';
import { figure, median } from './harness/statistics.js';
import {
  BenchNode,
  databaseBytes,
  during,
  logCosts,
  readyUpserts,
  upsertAt,
  type MeasuredNodes,
} from './scale/measure.js';
import type { NodeState } from './scale/node.js';
import { sizesTable, type Measured } from './scale/sizes-table.js';
import { simulateNodes } from './scale/simulate-nodes.js';

const MEASURED_NODES = [1, 2, 3];
const SIMULATED_NODES = [1, 2, 3, 4, 8, 16];
const CLIENTS = 64;
const SCHEMA = 'likeness';
/** Upserts prepared per second: more than any machine processes. */
const READY_A_SECOND = 10_000;
/** Maximum factor between simulated and measured upserts, and the minimum number of records for this check. */
const OFF = 1.3;
const JUDGED = 100_000;
const LONGEST_MS = 600_000;

async function measure(size: number, { queries, rounds, seconds }: Extent): Promise<Measured> {
  // PostgreSQL runs with its default settings, so every commit is synced to disk.
  const server = await PostgresServer.start();
  try {
    const { url } = server;
    const { node: first, ms: emptyStartMs } = await BenchNode.start(url);
    const nodes = [first];
    await first.ask({ do: 'fill', size });
    const timed = { size, clients: CLIENTS, ms: seconds * 1_000, amount: READY_A_SECOND * seconds };
    const counted = { ...timed, ms: LONGEST_MS, amount: queries };
    // The first run of each is a warm-up.
    await upsertAt(nodes, counted);
    await first.ask({ do: 'searches', size, count: queries });
    const searched = await during(first, () => first.ask({ do: 'searches', size, count: queries }));
    const { wal } = await databaseBytes(url, SCHEMA);
    const deciding = await during(first, await readyUpserts(nodes, counted));
    const walBytes = ((await databaseBytes(url, SCHEMA)).wal - wal) / deciding.commits;

    await first.ask({ do: 'snapshot' });
    const filled = await first.ask<NodeState>({ do: 'state' });
    const { snapshot } = await databaseBytes(url, SCHEMA);
    const second = await BenchNode.start(url);
    nodes.push(second.node);
    await upsertAt([first], counted);
    const following = await during(second.node, await readyUpserts([first], counted));
    const all: MeasuredNodes[][] = MEASURED_NODES.map(() => []);
    // Alternates the numbers of nodes, so other load affects all of them. No other nodes apply commits at that time.
    for (let round = 0; round < rounds; round++) {
      for (const node of nodes.splice(1)) await node.end();
      for (const [i, number] of MEASURED_NODES.entries()) {
        while (nodes.length < number) nodes.push((await BenchNode.start(url)).node);
        // One node decides for the clients of all nodes; the others apply its commits.
        const ofAll = { ...timed, clients: CLIENTS * number, amount: READY_A_SECOND * seconds };
        await upsertAt([first], counted);
        all[i]!.push({ ...(await upsertAt([first], ofAll)), nodes: number });
      }
    }
    for (const node of nodes) await node.end();
    const { tableBytes, ...log } = await logCosts(url, SCHEMA);
    return {
      times: {
        decide: deciding.processor / 1_000 / deciding.commits,
        follow: following.processor / 1_000 / following.commits,
        ...log,
      },
      nodes: all.map(middle),
      searchProcessor: searched.processor / queries,
      bytes: {
        records: filled.records / size,
        history: filled.history / size,
        indexes: filled.indexes / size,
      },
      tableBytes,
      walBytes,
      snapshotBytes: snapshot / size,
      startMs: Math.max(0, second.ms - emptyStartMs),
    };
  } finally {
    await server.close();
  }
}

function middle(runs: readonly MeasuredNodes[]): MeasuredNodes {
  const of = (value: (run: MeasuredNodes) => number): number => median(runs.map(value));
  return {
    nodes: runs[0]!.nodes,
    perSecond: of(({ perSecond }) => perSecond),
    p50: of(({ p50 }) => p50),
    p99: of(({ p99 }) => p99),
    processor: of(({ processor }) => processor),
  };
}

function measuredTable(size: number, measured: Measured): Table {
  const { times } = measured;
  const row = (what: string, value: number, unit: string): string[] => [what, figure(value), unit];
  return {
    title: `Measured with ${count(size)} contacts, per node`,
    columns: ['what', 'value', 'unit'],
    rows: [
      row('decide an upsert, including its search', times.decide * 1_000, 'us of CPU time'),
      row("follow another node's commit", times.follow * 1_000, 'us of CPU time'),
      row('search', measured.searchProcessor, 'us of CPU time'),
      row('append a commit, until the database confirms it', times.append, 'ms'),
      row('each additional commit in the append', times.appendEach * 1_000, 'us'),
      row('sync an append to disk', times.sync, 'ms'),
      row('a record in memory', measured.bytes.records, 'bytes'),
      row('its history in memory', measured.bytes.history, 'bytes'),
      row('its index entries', measured.bytes.indexes, 'bytes'),
      row('a commit in the log', measured.tableBytes, 'bytes'),
      row('PostgreSQL write-ahead log per commit', measured.walBytes, 'bytes'),
      row('snapshot in the database per record', measured.snapshotBytes, 'bytes'),
      row('startup of a node from the snapshot, per record', (measured.startMs * 1_000) / size, 'us'),
    ],
  };
}

/** Compares the measured throughput with that of a simulation that uses the measured times of its steps. */
function check({ times, nodes }: Measured, seconds: number): Judged {
  const processors = availableParallelism();
  const simulated = nodes.map(({ nodes: number }) =>
    simulateNodes(times, { nodes: number, clients: CLIENTS, processors, seconds }),
  );
  const bars = nodes.map((each, i) => ({
    what: `upserts/s, nodes: ${each.nodes}; simulated / measured`,
    found: simulated[i]!.perSecond / each.perSecond,
    ...{ least: 1 / OFF, most: OFF, from: JUDGED },
  }));
  const table = {
    title: `${CLIENTS} clients per node, ${processors} CPUs shared by nodes and database: measured and simulated`,
    columns: [
      'nodes',
      'measured upserts/s',
      'simulated',
      'measured, of one node',
      'simulated, of one node',
      'measured p50, p99 ms',
      'simulated p50, p99 ms',
      'measured CPU us of the decider per upsert',
    ],
    rows: nodes.map((each, i) => {
      const other = simulated[i]!;
      return [
        String(each.nodes),
        figure(each.perSecond),
        figure(other.perSecond),
        figure(each.perSecond / nodes[0]!.perSecond),
        figure(other.perSecond / simulated[0]!.perSecond),
        `${figure(each.p50)}, ${figure(each.p99)}`,
        `${figure(other.p50)}, ${figure(other.p99)}`,
        figure(each.processor),
      ];
    }),
  };
  return { table, bars };
}

function simulatedTable({ times }: Measured, seconds: number): Table {
  const run = (nodes: number) => simulateNodes(times, { nodes, clients: CLIENTS, processors: Infinity, seconds });
  return {
    title: `Simulated: a machine for each node and for the database, ${CLIENTS} clients per node`,
    columns: ['nodes', 'upserts/s in all', 'p50 ms', 'p99 ms'],
    rows: SIMULATED_NODES.map((nodes) => {
      const { perSecond, p50, p99 } = run(nodes);
      return [String(nodes), ...[perSecond, p50, p99].map(figure)];
    }),
  };
}

await bench('scale', { sizes: [100_000], queries: 5_000, rounds: 3, seconds: 5 }, async (extent): Promise<Report> => {
  const question = 'How far do nodes on PostgreSQL scale?';
  if (!hasPostgres) return { question, tables: [], notes: ['SKIPPED: PostgreSQL is not installed.'] };
  const tables: Table[] = [];
  for (const size of extent.sizes) {
    const measured = await measure(size, extent);
    const { table, bars } = check(measured, extent.seconds);
    tables.push(
      measuredTable(size, measured),
      table,
      barsTable(bars, size),
      simulatedTable(measured, extent.seconds),
      sizesTable(size, measured),
    );
  }
  return {
    question,
    tables,
    notes: [
      [
        'Two thirds of the upserts are new contacts, one third are stored ones with one corruption;',
        'default scenarios; fsync and synchronous commit on.',
      ],
      [
        'Clients are in the processes of the nodes, without HTTP. CPU times are also valid under other load; disk',
        'times, upserts per second and startup times are not.',
      ],
      [
        'The load of the node that decides is calculated as if each upsert had its own append.',
        'In larger tables, values recur and a record takes less memory and time, so all sizes are upper limits.',
      ],
    ].map((sentences) => sentences.join(' ')),
  };
});
