/** Compares nodes on PostgreSQL with the embedded store, and several nodes with one: guarantees and costs. */
import { join } from 'node:path';
import { hasPostgres, PostgresServer } from '../test/support/postgres-server.js';
import { barsTable, type Bar, type Judged } from './harness/bars.js';
import { bench, count, type Extent } from './harness/bench.js';
import type { Report, Table } from './harness/report.js';
import { figure, median, medianAndRange, percentile } from './harness/statistics.js';
import { temporaryFolder } from './harness/temporary-folder.js';
import { equalPersons } from './scale/equal-persons.js';
import { BenchNode, during, upsertAt, type MeasuredNodes } from './scale/measure.js';
import type { Shown } from './scale/node.js';
import { servedUpserts } from './scale/served-upserts.js';

const NODES = 3;
const CLIENTS = 64;
/** Upserts prepared per second: more than any machine processes. */
const READY_A_SECOND = 10_000;
/** Minimum numbers of records for the checks. */
const LARGE = 1_000_000;
const MEDIUM = 100_000;

interface Pair {
  readonly embedded: BenchNode;
  readonly node: BenchNode;
}

interface Searched {
  readonly p50: number;
  readonly p99: number;
  readonly processor: number;
}

async function searches({ embedded, node }: Pair, size: number, { queries, rounds }: Extent): Promise<Judged> {
  const run = async (at: BenchNode): Promise<Searched> => {
    const { result, processor } = await during(at, () => at.ask<number[]>({ do: 'searches', size, count: queries }));
    return { p50: percentile(result, 0.5), p99: percentile(result, 0.99), processor: processor / queries };
  };
  const [ofEmbedded, ofNode]: [Searched[], Searched[]] = [[], []];
  // Round -1 is a warm-up.
  for (let round = -1; round < rounds; round++) {
    const [one, other] = [await run(embedded), await run(node)];
    if (round < 0) continue;
    ofEmbedded.push(one);
    ofNode.push(other);
  }
  const measures = [({ p50 }: Searched) => p50, ({ p99 }: Searched) => p99, ({ processor }: Searched) => processor];
  const columns = ['p50 ms', 'p99 ms', 'CPU us'];
  const ratio = (what: string, of: (one: Searched) => number): Bar => ({
    what: `search, ${what}: node / embedded store`,
    found: median(ofNode.map((one, i) => of(one) / of(ofEmbedded[i]!))),
    most: 1.1,
    from: LARGE,
  });
  return {
    table: beside(`Search, ${count(size)} records`, columns, measures, ofEmbedded, ofNode),
    bars: [ratio('p50', ({ p50 }) => p50), ratio('p99', ({ p99 }) => p99)],
  };
}

const UPSERT_MEASURES = [
  ({ perSecond }: MeasuredNodes) => perSecond,
  ({ p50 }: MeasuredNodes) => p50,
  ({ p99 }: MeasuredNodes) => p99,
  ({ processor }: MeasuredNodes) => processor,
];

async function upserts({ embedded, node }: Pair, size: number, { rounds, seconds }: Extent): Promise<Judged> {
  const load = { size, clients: CLIENTS, ms: seconds * 1_000, amount: READY_A_SECOND * seconds };
  const [ofEmbedded, ofNode]: [MeasuredNodes[], MeasuredNodes[]] = [[], []];
  for (let round = -1; round < rounds; round++) {
    const [one, other] = [await upsertAt([embedded], load), await upsertAt([node], load)];
    if (round < 0) continue;
    ofEmbedded.push(one);
    ofNode.push(other);
  }
  const columns = ['upserts/s', 'p50 ms', 'p99 ms', 'CPU us'];
  const title = `Upserts, ${count(size)} records, ${CLIENTS} clients, each commit on the disk`;
  return {
    table: beside(title, columns, UPSERT_MEASURES, ofEmbedded, ofNode),
    bars: [
      {
        what: 'upserts/s: node / embedded store',
        found: median(ofNode.map(({ perSecond }, i) => perSecond / ofEmbedded[i]!.perSecond)),
        least: 0.7,
        from: MEDIUM,
      },
    ],
  };
}

function beside<T>(
  title: string,
  columns: readonly string[],
  measures: readonly ((one: T) => number)[],
  ofEmbedded: readonly T[],
  ofNode: readonly T[],
): Table {
  const row = (what: string, values: (measure: (one: T) => number) => number[]): string[] => [
    what,
    ...measures.map((measure) => medianAndRange(values(measure))),
  ];
  return {
    title,
    columns: ['', ...columns],
    rows: [
      row('embedded store', (measure) => ofEmbedded.map(measure)),
      row('node', (measure) => ofNode.map(measure)),
      row('node / embedded store', (measure) => ofNode.map((one, i) => measure(one) / measure(ofEmbedded[i]!))),
    ],
  };
}

/** Milliseconds from when the first node shows a log position until each of the other nodes shows it. */
function lags(all: readonly (readonly Shown[])[]): number[] {
  const times = new Map<number, number[]>();
  for (const shown of all) {
    let from = shown[0]?.[0] ?? 0;
    for (const [position, time] of shown)
      for (; from <= position; from++) times.set(from, [...(times.get(from) ?? []), time]);
  }
  return [...times.values()].flatMap((each) => {
    const first = Math.min(...each);
    return each.length < all.length
      ? []
      : each
          .sort((a, b) => a - b)
          .slice(1)
          .map((time) => time - first);
  });
}

/** Measures how long the other nodes take to show one node's commits. */
async function following(nodes: readonly BenchNode[], size: number, { rounds, seconds }: Extent): Promise<Judged> {
  const load = { size, clients: CLIENTS, ms: seconds * 1_000, amount: READY_A_SECOND * seconds };
  const all: number[][] = [];
  for (let round = -1; round < rounds; round++) {
    for (const node of nodes) await node.ask({ do: 'watch' });
    await upsertAt(nodes.slice(0, 1), load);
    const lag = lags(await Promise.all(nodes.map((node) => node.ask<Shown[]>({ do: 'watched' }))));
    if (round >= 0) all.push(lag);
  }
  const of = (part: number): number[] => all.map((lag) => percentile(lag, part));
  return {
    table: {
      title: `Lag of ${nodes.length - 1} nodes that follow one, ${count(size)} records, ${CLIENTS} clients`,
      columns: ['p50 ms', 'p99 ms'],
      rows: [[medianAndRange(of(0.5)), medianAndRange(of(0.99))]],
    },
    bars: [{ what: 'lag of a follower, p99', found: median(of(0.99)), most: 30, unit: 'ms', from: MEDIUM }],
  };
}

async function joining(url: string, size: number, rounds: number): Promise<Judged> {
  const copied: number[] = [];
  const restored: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const folder = temporaryFolder('node');
    for (const times of [copied, restored]) {
      const { node, ms } = await BenchNode.start(url, folder);
      times.push(ms / 1_000);
      await node.end();
    }
  }
  const row = (what: string, times: number[]): string[] => [
    what,
    medianAndRange(times),
    figure((median(times) * 1e6) / size),
  ];
  const bar = (what: string, times: number[], most: number): Bar => ({
    ...{ what: `joining ${what}`, found: median(times), most, unit: 's', from: LARGE },
  });
  return {
    table: {
      title: `Seconds until a joining node can serve requests, ${count(size)} records`,
      columns: ['', 's', 'us per record'],
      rows: [row('only from the database', copied), row("with its folder's indexes", restored)],
    },
    bars: [bar('only from the database', copied, 45), bar("with its folder's indexes", restored, 10)],
  };
}

async function measure(size: number, extent: Extent): Promise<Table[]> {
  // PostgreSQL runs with its default settings, so every commit is synced to disk.
  const server = await PostgresServer.start();
  try {
    const { url } = server;
    const embedded = (await BenchNode.start(join(temporaryFolder('embedded'), 'store'))).node;
    const node = (await BenchNode.start(url)).node;
    for (const each of [embedded, node]) await each.ask({ do: 'fill', size });
    const pair = { embedded, node };
    const parts = [
      await equalPersons(url, NODES, 10 * extent.rounds),
      await searches(pair, size, extent),
      await upserts(pair, size, extent),
    ];
    await embedded.end();
    await node.ask({ do: 'snapshot' });
    parts.push(await joining(url, size, extent.rounds));
    const nodes = [node];
    while (nodes.length < NODES) nodes.push((await BenchNode.start(url)).node);
    parts.push(await following(nodes, size, extent));
    for (const each of nodes) await each.end();
    parts.push(await servedUpserts(url, NODES, { size, ...extent }));
    const bars = parts.flatMap((part) => part.bars);
    return [barsTable(bars, size), ...parts.map(({ table }) => table)];
  } finally {
    await server.close();
  }
}

await bench('nodes', { sizes: [100_000], queries: 5_000, rounds: 5, seconds: 5 }, async (extent): Promise<Report> => {
  const question =
    'What do nodes on PostgreSQL cost compared with the embedded store, and several nodes compared with one?';
  if (!hasPostgres) return { question, tables: [], notes: ['SKIPPED: PostgreSQL is not installed.'] };
  const tables: Table[] = [];
  for (const size of extent.sizes) tables.push(...(await measure(size, extent)));
  return {
    question,
    tables,
    notes: [
      'Nodes, database and clients share the CPUs. The clients of a node run in its process and do not use HTTP unless stated. Each ratio compares results of the same round.',
      'One node decides, and the other nodes forward changes to it. By CPU time: upserts that the decider would perform if it had its own CPU. With shared CPUs, the other nodes also follow and forward.',
      'Upserts: two thirds are new contacts. Lag: time between the first node that shows a commit and each other node. Joining: time since the start of the process; in both cases the records are read from the snapshot in the database.',
    ],
  };
});
