/**
 * `npm run bench -- compare REV`: compares the CPU time per search and upsert with that of another commit, in
 * alternating rounds.
 */
import { join } from 'node:path';
import { bench, count, type Extent } from './harness/bench.js';
import { invented, writeCsv } from './harness/data-folder.js';
import { SEARCH, UPSERT } from './harness/endpoints.js';
import { putUnderLoad, type Load, type LoadResult } from './harness/load.js';
import type { Table } from './harness/report.js';
import { Revision } from './harness/revision.js';
import type { Server } from './harness/server.js';
import { figure, mean, median, medianAndRange } from './harness/statistics.js';
import { temporaryFolder } from './harness/temporary-folder.js';
import { Contacts } from './synthetic/contacts.js';
import { searchTasks, upsertValues } from './synthetic/tasks.js';

const SEARCH_CLIENTS = 16;
const UPSERT_CLIENTS = 64;
/** Request bodies prepared per second, so that no search repeats within a measurement. */
const BODIES_A_SECOND = 6_000;

interface Side {
  readonly name: string;
  readonly server: Server;
  readonly token: string;
}

interface Work {
  readonly title: string;
  readonly path: string;
  readonly connections: number;
  readonly extent: Pick<Load, 'seconds' | 'amount'>;
  /** Both revisions get the same bodies in a round. */
  readonly bodies: (round: number) => string[];
}

async function measure(revisions: readonly Revision[], size: number, extent: Extent): Promise<Table[]> {
  const folder = temporaryFolder('compare');
  const csv = join(folder, 'contacts.csv');
  await writeCsv(csv, invented(size));
  const sides: Side[] = [];
  try {
    for (const revision of revisions) {
      const own = join(folder, revision.name);
      const token = await revision.prepare(own, csv);
      sides.push({ name: revision.name, token, server: await revision.serve(own) });
    }
    const tables: Table[] = [];
    for (const work of workOf(size, extent)) tables.push(await inTurns(sides, work, extent.rounds));
    return tables;
  } finally {
    for (const { server } of sides) await server.stop();
  }
}

function workOf(size: number, { queries, seconds }: Extent): Work[] {
  const contacts = new Contacts();
  const searches = (seed: number, amount: number) =>
    searchTasks(contacts, size, amount, seed).map(({ values }) =>
      JSON.stringify({ objectPrefix: '003', objectData: values }),
    );
  const again = searches(7, queries);
  const amount = 1_000 * seconds;
  const search = { path: SEARCH, connections: SEARCH_CLIENTS, extent: { seconds } };
  const records = `${count(size)} records`;
  return [
    {
      ...search,
      title: `Search, ${records}, every search different`,
      bodies: (round) => searches(100 + round, BODIES_A_SECOND * seconds),
    },
    {
      ...search,
      title: `Search, ${records}, ${queries} searches repeated`,
      bodies: () => Array.from({ length: SEARCH_CLIENTS }, () => again).flat(),
    },
    {
      title: `Upsert, ${records}, ${UPSERT_CLIENTS} clients`,
      path: UPSERT,
      connections: UPSERT_CLIENTS,
      extent: { amount },
      bodies: (round) =>
        upsertValues(contacts, size, round * amount, amount).map((objectData) =>
          JSON.stringify({ input: { objectType: 'Contact', duplicateCheck: true, objectData } }),
        ),
    },
  ];
}

async function inTurns(sides: readonly Side[], work: Work, rounds: number): Promise<Table> {
  const results = sides.map((): LoadResult[] => []);
  // The first round is a warm-up.
  for (let round = 0; round <= rounds; round++) {
    const bodies = work.bodies(round);
    const order = round % 2 === 1 ? [1, 0] : [0, 1];
    for (const i of order) {
      const { server, token } = sides[i]!;
      const { path, connections, extent } = work;
      const result = await putUnderLoad(server, { path, token, connections, ...extent, bodies });
      if (round > 0) results[i]!.push(result);
    }
  }
  const bytes = await Promise.all(sides.map((side) => answerBytes(side, work)));
  const [then, now] = results as [LoadResult[], LoadResult[]];
  const ratio = (of: (result: LoadResult) => number) =>
    medianAndRange(now.map((result, i) => of(result) / of(then[i]!)));
  const row = (name: string, own: readonly LoadResult[], size: number) => [
    name,
    medianAndRange(own.map(({ processorMicroseconds }) => processorMicroseconds)),
    ...[({ perSecond }: LoadResult) => perSecond, ({ p50 }: LoadResult) => p50, ({ p99 }: LoadResult) => p99].map(
      (of) => figure(median(own.map(of))),
    ),
    figure(size),
  ];
  return {
    title: work.title,
    columns: ['', 'CPU us/request', 'requests/s', 'p50 ms', 'p99 ms', 'response bytes'],
    rows: [
      row(sides[0]!.name, then, bytes[0]!),
      row(sides[1]!.name, now, bytes[1]!),
      [
        `${sides[1]!.name} / ${sides[0]!.name}`,
        ratio(({ processorMicroseconds }) => processorMicroseconds),
        ratio(({ perSecond }) => perSecond),
        ratio(({ p50 }) => p50),
        ratio(({ p99 }) => p99),
        figure(bytes[1]! / bytes[0]!),
      ],
    ],
  };
}

/** Mean size of the responses in bytes. Upserts are sent for records that already exist. */
async function answerBytes({ server, token }: Side, { path, bodies }: Work): Promise<number> {
  const sizes: number[] = [];
  for (const body of bodies(0).slice(0, 100)) {
    const response = await fetch(server.url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body,
    });
    sizes.push(Buffer.byteLength(await response.text()));
  }
  return Math.round(mean(sizes));
}

await bench(
  'compare',
  { sizes: [100_000], queries: 300, rounds: 5, seconds: 3 },
  async (extent) => {
    const revisions = [Revision.at(extent.subject ?? 'HEAD'), Revision.present()];
    const tables: Table[] = [];
    for (const size of extent.sizes) tables.push(...(await measure(revisions, size, extent)));
    return {
      question: `How much does a request cost, compared with ${revisions[0]!.name}?`,
      tables,
      notes: [
        'Both services run at the same time. Each has imported the same contacts, and they get the same load in turns. CPU time includes all threads of the service.',
      ],
    };
  },
  { subject: 'REV' },
);
