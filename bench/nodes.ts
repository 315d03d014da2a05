/** Nodes over PostgreSQL beside the embedded store, and several beside one: what they promise, and what it costs. */
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

const NODES = 3;
const CLIENTS = 64;
/** Upserts that are made ready for each second: more than any machine does. */
const READY_A_SECOND = 10_000;
/** Numbers of records from which on bars hold. */
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
  // The first time compiles the program.
  for (let round = -1; round < rounds; round++) {
    const [one, other] = [await run(embedded), await run(node)];
    if (round < 0) continue;
    ofEmbedded.push(one);
    ofNode.push(other);
  }
  const measures = [({ p50 }: Searched) => p50, ({ p99 }: Searched) => p99, ({ processor }: Searched) => processor];
  const columns = ['p50 ms', 'p99 ms', 'processor us'];
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
  const columns = ['upserts/s', 'p50 ms', 'p99 ms', 'processor us'];
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

/** Of each position: how much later than on the node that had it first. */
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

async function severalNodes(nodes: readonly BenchNode[], size: number, { rounds, seconds }: Extent): Promise<Judged> {
  const load = { size, clients: CLIENTS, ms: seconds * 1_000, amount: READY_A_SECOND * seconds };
  const runs: Several[] = [];
  for (let round = -1; round < rounds; round++) {
    const one = await upsertAt(nodes.slice(0, 1), load);
    for (const node of nodes) await node.ask({ do: 'watch' });
    const all = await upsertAt(nodes, load);
    const lag = lags(await Promise.all(nodes.map((node) => node.ask<Shown[]>({ do: 'watched' }))));
    if (round >= 0) runs.push({ one, all, lag });
  }
  const row = (what: string, of: (run: Several) => readonly (number | undefined)[]): string[] => [
    what,
    ...of(runs[0]!).map((value, i) => (value === undefined ? '' : medianAndRange(runs.map((run) => of(run)[i]!)))),
  ];
  const cells = (run: MeasuredNodes): number[] => UPSERT_MEASURES.map((measure) => measure(run));
  const table = {
    title: `Upserts at ${NODES} nodes and at one of them, ${count(size)} records, ${CLIENTS} clients each`,
    columns: [
      '',
      'upserts/s',
      'p50 ms',
      'p99 ms',
      'processor us of all nodes',
      'p99 / p50',
      'least node / most',
      'lag p50 ms',
      'lag p99 ms',
    ],
    rows: [
      row(`one, ${NODES - 1} others follow`, ({ one }) => [
        ...cells(one),
        one.p99 / one.p50,
        undefined,
        undefined,
        undefined,
      ]),
      row(String(NODES), ({ all, lag }) => [
        ...cells(all),
        all.p99 / all.p50,
        all.fairness,
        percentile(lag, 0.5),
        percentile(lag, 0.99),
      ]),
      row(`${NODES} / one`, ({ one, all }) => [
        ...cells(all).map((value, i) => value / cells(one)[i]!),
        undefined,
        undefined,
        undefined,
        undefined,
      ]),
    ],
  };
  const middle = (of: (run: Several) => number): number => median(runs.map(of));
  return { table, bars: barsOfSeveral(middle) };
}

interface Several {
  readonly one: MeasuredNodes;
  readonly all: MeasuredNodes;
  readonly lag: readonly number[];
}

/** @param middle median of the rounds */
function barsOfSeveral(middle: (of: (run: Several) => number) => number): Bar[] {
  // What the nodes would do, had each a processor of its own.
  const possible = ({ nodes, processor }: MeasuredNodes): number => nodes / processor;
  return [
    {
      what: `upserts/s by processor time: ${NODES} nodes / one`,
      found: middle(({ one, all }) => possible(all) / possible(one)),
      least: 1,
      from: MEDIUM,
    },
    {
      what: `upserts/s, processors shared: ${NODES} nodes / one`,
      found: middle(({ one, all }) => all.perSecond / one.perSecond),
      least: 1,
      from: MEDIUM,
    },
    {
      what: `upserts at ${NODES} nodes: p99 / p50`,
      found: middle(({ all }) => all.p99 / all.p50),
      most: 5,
      from: MEDIUM,
    },
    {
      what: `upserts at ${NODES} nodes: least node / most`,
      found: middle(({ all }) => all.fairness),
      least: 0.5,
      from: MEDIUM,
    },
    {
      what: 'lag of a follower, p99',
      found: middle(({ lag }) => percentile(lag, 0.99)),
      most: 30,
      unit: 'ms',
      from: MEDIUM,
    },
  ];
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
      title: `Seconds until a node that joins can answer, ${count(size)} records`,
      columns: ['', 's', 'us a record'],
      rows: [row('from the database alone', copied), row("with its folder's indexes", restored)],
    },
    bars: [bar('from the database alone', copied, 45), bar("with its folder's indexes", restored, 10)],
  };
}

async function measure(size: number, extent: Extent): Promise<Table[]> {
  // As it is installed: synchronous commits, every one on the disk.
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
    parts.push(await severalNodes(nodes, size, extent));
    for (const each of nodes) await each.end();
    const bars = parts.flatMap((part) => part.bars);
    return [barsTable(bars, size), ...parts.map(({ table }) => table)];
  } finally {
    await server.close();
  }
}

await bench('nodes', { sizes: [100_000], queries: 5_000, rounds: 5, seconds: 5 }, async (extent): Promise<Report> => {
  const question = 'What do nodes over PostgreSQL cost beside the embedded store, and several beside one?';
  if (!hasPostgres) return { question, tables: [], notes: ['SKIPPED: there is no PostgreSQL here.'] };
  const tables: Table[] = [];
  for (const size of extent.sizes) tables.push(...(await measure(size, extent)));
  return {
    question,
    tables,
    notes: [
      'Nodes, database and clients share the processors; the clients of a node are in its process, without HTTP. Ratios are those of one round each.',
      'By processor time: upserts that the nodes would do, had each a processor of its own and nothing to wait for. Decisions are made in turns, so several nodes do not reach it; with processors shared, each also follows what the others commit.',
      'Upserts: two of three are new contacts. Lag: from the first node that shows a commit to each of the others. Joining: from the start of the process; the records are read from the snapshot in the database either way.',
    ],
  };
});
