/**
 * A job over all records by one, two and three nodes over PostgreSQL: its time, and the processor time of each node.
 * Where there are two processors for each node it has these for itself; else nodes and database share what there is.
 */
import { availableParallelism } from 'node:os';
import { hasPostgres, PostgresServer } from '../test/support/postgres-server.js';
import { bench, count, type Extent } from './harness/bench.js';
import type { Report, Table } from './harness/report.js';
import { figure, median, medianAndRange } from './harness/statistics.js';
import { BenchNode } from './scale/measure.js';
import type { NodeState } from './scale/node.js';
import type { JobFindings } from './scale/node-jobs.js';

const MOST_NODES = 3;
/** Each has one for requests and one that compares; the database has one. */
const PROCESSORS_A_NODE = 2;
const isWide = process.platform === 'linux' && availableParallelism() > MOST_NODES * PROCESSORS_A_NODE;
/** Two nodes may take at most this share of one node's time. */
const MOST = 0.6;

interface Measured extends JobFindings {
  /** Seconds of each node; first of the one that runs the job. */
  readonly processor: readonly number[];
  /** Done by the others. */
  readonly shares: number;
}

async function runAt(nodes: readonly BenchNode[]): Promise<Measured> {
  const states = () => Promise.all(nodes.map((node) => node.ask<NodeState>({ do: 'state' })));
  const before = await states();
  const findings = await nodes[0]!.ask<JobFindings>({ do: 'job' });
  const after = await states();
  return {
    ...findings,
    processor: after.map(({ processor }, i) => (processor - before[i]!.processor) / 1e6),
    shares: after.reduce((sum, { shares }, i) => sum + shares - before[i]!.shares, 0),
  };
}

function startNode(url: string, number: number): Promise<BenchNode> {
  const first = 1 + number * PROCESSORS_A_NODE;
  const cores = isWide ? `${first}-${first + PROCESSORS_A_NODE - 1}` : undefined;
  return BenchNode.start(url, undefined, cores).then(({ node }) => node);
}

async function measure(size: number, { rounds }: Extent, isSmall: boolean): Promise<Table> {
  const server = await PostgresServer.start();
  try {
    const { url } = server;
    const order = { do: 'jobs', ...(isSmall && { fewestRecords: 0 }) } as const;
    const nodes: BenchNode[] = [];
    const runs: Measured[][] = [];
    while (nodes.length < MOST_NODES) {
      const node = await startNode(url, nodes.length);
      nodes.push(node);
      if (nodes.length === 1) {
        await node.ask({ do: 'fill', size });
        await node.ask({ do: 'snapshot' });
      }
      await node.ask(order);
      const of: Measured[] = [];
      // The first time compiles the program.
      for (let round = isSmall ? 0 : -1; round < rounds; round++) {
        const measured = await runAt(nodes);
        if (round >= 0) of.push(measured);
      }
      runs.push(of);
    }
    for (const node of nodes) await node.end();
    return tableOf(size, runs);
  } finally {
    await server.close();
  }
}

function tableOf(size: number, runs: readonly (readonly Measured[])[]): Table {
  const [alone = [], two = []] = runs;
  const { digest, groups } = alone[0]!;
  for (const run of runs.flat())
    if (run.digest !== digest) throw new Error('bench: several nodes found other groups than one');
  const seconds = ({ ms }: Measured) => ms / 1_000;
  const busiest = ({ processor }: Measured) => Math.max(...processor);
  const judged = isWide ? seconds : busiest;
  const share = median(two.map(judged)) / median(alone.map(judged));
  const what = isWide ? 'time' : 'processor time of the busiest node';
  const verdict = share <= MOST ? 'met' : 'MISSED';
  return {
    title: `${count(size)} contacts, ${count(groups)} groups, the same at any number of nodes; ${what} at two nodes, of that at one: ${figure(share)}, at most ${MOST}: ${verdict}`,
    columns: [
      'nodes',
      's',
      'processor s of the node that runs it',
      'of the others, each',
      'of the busiest / of one alone',
      's / s of one alone',
      'shares done by others',
    ],
    rows: runs.map((of, i) => [
      String(i + 1),
      medianAndRange(of.map(seconds)),
      medianAndRange(of.map(({ processor }) => processor[0]!)),
      i === 0 ? '' : medianAndRange(of.flatMap(({ processor }) => processor.slice(1))),
      medianAndRange(of.map((run) => busiest(run) / median(alone.map(busiest)))),
      medianAndRange(of.map((run) => seconds(run) / median(alone.map(seconds)))),
      medianAndRange(of.map(({ shares }) => shares)),
    ]),
  };
}

await bench(
  'batch',
  { sizes: [1_000_000], queries: 1, rounds: 3, seconds: 1 },
  async (extent, isSmall): Promise<Report> => {
    const question = 'How much sooner is a job done that several nodes share?';
    if (!hasPostgres) return { question, tables: [], notes: ['SKIPPED: there is no PostgreSQL here.'] };
    const tables: Table[] = [];
    for (const size of extent.sizes) tables.push(await measure(size, extent, isSmall));
    return {
      question,
      tables,
      notes: [
        isWide
          ? `Each node has ${PROCESSORS_A_NODE} processors for itself, the database the others.`
          : 'Nodes and database share the processors, so that the time says little: what each node has to do is judged instead.',
        'Processor time is that of the whole process while the job runs: reading, indexing, the table of rows and the groups are not shared.',
      ],
    };
  },
);
