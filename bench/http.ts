/**
 * Measures the throughput of both endpoints and of an empty authenticated Express route with the same bodies and
 * response sizes. Rounds alternate between them, so a busy machine slows both equally. The ratio is the result.
 */
import { Contacts } from './synthetic/contacts.js';
import { bench, count, type Extent } from './harness/bench.js';
import { copyOf, importContacts, tokenFor } from './harness/data-folder.js';
import { SEARCH, UPSERT } from './harness/endpoints.js';
import { putUnderLoad, type Load, type LoadResult } from './harness/load.js';
import type { Report, Table } from './harness/report.js';
import { startEmpty, startService, type Server } from './harness/server.js';
import { figure, mean, median, medianAndRange } from './harness/statistics.js';
import { searchTasks, upsertValues } from './synthetic/tasks.js';

const SEARCH_CLIENTS = 16;
const UPSERT_CLIENTS = [1, 16, 64];
/** Number of upserting clients in the mixed load. */
const MIXED_UPSERT_CLIENTS = [16, 64];
/**
 * Request bodies prepared per second, so that no search repeats within a measurement, even at the rate of an empty
 * Express route.
 */
const BODIES_A_SECOND = 5_000;

/** Number of new contacts sent so far. Each is sent once. */
let sent = 0;

const MEASURES = [
  ({ perSecond }: LoadResult) => perSecond,
  ({ p50 }: LoadResult) => p50,
  ({ p90 }: LoadResult) => p90,
  ({ p99 }: LoadResult) => p99,
  ({ processorMicroseconds }: LoadResult) => processorMicroseconds,
];
const COLUMNS = ['', 'requests/s', 'p50 ms', 'p90 ms', 'p99 ms', 'CPU us/request'];

async function measure(size: number, extent: Extent, isSmall: boolean): Promise<Table[]> {
  const folder = await copyOf(await importContacts(size));
  const token = tokenFor(folder);
  const service = await startService(folder);
  try {
    const run = { service, folder, token, size, isSmall, ...extent };
    const tables = await searches(run);
    for (const clients of isSmall ? [16] : UPSERT_CLIENTS) tables.push(await upserts(run, clients));
    for (const clients of isSmall ? [16] : MIXED_UPSERT_CLIENTS) tables.push(await mixed(run, clients));
    return tables;
  } finally {
    await service.stop();
  }
}

interface Run extends Extent {
  readonly service: Server;
  readonly folder: string;
  readonly token: string;
  readonly size: number;
  /** A toy run, without warm-up. */
  readonly isSmall: boolean;
}

const searchBodies = (run: Run): string[] =>
  searchTasks(new Contacts(), run.size, BODIES_A_SECOND * run.seconds).map(({ values }) =>
    JSON.stringify({ objectPrefix: '003', objectData: values }),
  );

/** @returns upserts that were not sent before */
function upsertBodies(run: Run, contacts: Contacts, amount: number): string[] {
  const values = upsertValues(contacts, run.size, sent, amount);
  sent += amount;
  return values.map((objectData) =>
    JSON.stringify({ input: { objectType: 'Contact', duplicateCheck: true, objectData } }),
  );
}

async function searches(run: Run): Promise<Table[]> {
  const bodies = searchBodies(run);
  const few = Array.from({ length: SEARCH_CLIENTS }, () => bodies.slice(0, run.queries)).flat();
  const load = { path: SEARCH, token: run.token, connections: SEARCH_CLIENTS, seconds: run.seconds };
  const answerBytes = await answerSize(run, SEARCH, bodies.slice(0, run.queries));
  const title = `Search, ${count(run.size)} records, ${SEARCH_CLIENTS} clients`;
  return [
    await compare(run, `${title}, every search different`, answerBytes, load, () => bodies),
    await compare(run, `${title}, ${run.queries} searches repeated`, answerBytes, load, () => few),
  ];
}

async function upserts(run: Run, connections: number): Promise<Table> {
  const contacts = new Contacts();
  const fresh = (amount: number) => upsertBodies(run, contacts, amount);
  const answerBytes = await answerSize(run, UPSERT, fresh(run.queries));
  // Limited by number instead of time: every upsert is sent once, so the share of new records stays the same.
  const amount = BODIES_A_SECOND * run.seconds * (connections === 1 ? 0.1 : 0.4);
  const load = { path: UPSERT, token: run.token, connections, amount };
  const title = `Upsert, ${count(run.size)} records, ${connections} ${connections === 1 ? 'client' : 'clients'}`;
  return compare(run, title, answerBytes, load, () => fresh(amount));
}

/** Searches and upserts from different clients at the same time, to see how much each slows the other. */
async function mixed(run: Run, upserting: number): Promise<Table> {
  const contacts = new Contacts();
  const { service, token, seconds } = run;
  const searching = { path: SEARCH, token, seconds, connections: SEARCH_CLIENTS, bodies: searchBodies(run) };
  const results: { search: LoadResult; upsert: LoadResult }[] = [];
  for (let round = run.isSmall ? 1 : 0; round <= run.rounds; round++) {
    const bodies = upsertBodies(run, contacts, BODIES_A_SECOND * seconds);
    const [search, upsert] = await Promise.all([
      putUnderLoad(service, searching),
      putUnderLoad(service, { path: UPSERT, token, seconds, connections: upserting, bodies }),
    ]);
    if (round > 0) results.push({ search, upsert });
  }
  // CPU time cannot be split between the two.
  const measures = MEASURES.slice(0, -1);
  const row = (of: (result: (typeof results)[number], measure: (typeof MEASURES)[number]) => number) =>
    measures.map((measure) => medianAndRange(results.map((result) => of(result, measure))));
  return {
    title: `Search and upsert concurrently, ${count(run.size)} records, ${SEARCH_CLIENTS} clients searching, ${upserting} upserting`,
    columns: COLUMNS.slice(0, -1),
    rows: [
      ['search', ...row(({ search }, measure) => measure(search))],
      ['upsert', ...row(({ upsert }, measure) => measure(upsert))],
      ['upsert / search', ...row(({ search, upsert }, measure) => measure(upsert) / measure(search))],
    ],
  };
}

async function compare(
  run: Run,
  title: string,
  answerBytes: number,
  load: Omit<Load, 'bodies'>,
  bodies: () => string[],
): Promise<Table> {
  const route = { folder: run.folder, path: load.path, answerBytes };
  const servers = new Map([['service', run.service]]);
  try {
    for (const kind of ['lean', 'usual'] as const) servers.set(kind, await startEmpty(kind, route));
    const results = new Map([...servers.keys()].map((name) => [name, [] as LoadResult[]]));
    for (let round = run.isSmall ? 1 : 0; round <= run.rounds; round++) {
      const sending = { ...load, bodies: bodies() };
      const order = [...servers];
      if (round % 2 === 1) order.reverse();
      for (const [name, server] of order) {
        const result = await putUnderLoad(server, sending);
        // The first round is a warm-up.
        if (round > 0) results.get(name)!.push(result);
      }
    }
    const service = results.get('service')!;
    const ratios = (kind: string) =>
      MEASURES.map((of) => medianAndRange(service.map((result, i) => of(result) / of(results.get(kind)![i]!))));
    return {
      title: `${title}, responses of ${figure(answerBytes)} bytes`,
      columns: COLUMNS,
      rows: [
        ['service', ...figures(service)],
        ['empty route, lean', ...figures(results.get('lean')!)],
        ['empty route, usual', ...figures(results.get('usual')!)],
        ['service / lean', ...ratios('lean')],
        ['service / usual', ...ratios('usual')],
      ],
    };
  } finally {
    for (const [name, server] of servers) if (name !== 'service') await server.stop();
  }
}

function figures(results: readonly LoadResult[]): string[] {
  return MEASURES.map((of, i) => (i === 0 ? medianAndRange(results.map(of)) : figure(median(results.map(of)))));
}

/** Mean size of the service's responses in bytes. */
async function answerSize({ service, token }: Run, path: string, bodies: readonly string[]): Promise<number> {
  const sizes: number[] = [];
  for (const body of bodies) {
    const response = await fetch(service.url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body,
    });
    const answer = await response.text();
    if (!response.ok || answer.includes('"isSuccess":false'))
      throw new Error(`bench: ${path}: ${answer.slice(0, 500)}`);
    sizes.push(Buffer.byteLength(answer));
  }
  return Math.round(mean(sizes));
}

function report(tables: Table[]): Report {
  return {
    question: 'How does the throughput of search and upsert compare with that of an empty authenticated Express route?',
    tables,
    notes: [
      'Searches: corrupted contacts (one third each: easy, medium and hard); all fields, default scenarios, top 100. Upserts: two thirds are new records, and one third are stored contacts with one corruption; every response waits for the disk.',
      'Both empty routes check the token, accept the same bodies, and return as many bytes. `lean` shares everything with the service (bare Express with early prototypes, cached token, license, headers, metrics) but does not parse the body; `usual` is plain Express with app.listen(), express.json(), jsonwebtoken and response.json(). Throughput ratios depend on how the load generator and the server share the CPUs; the ratio of CPU time per request does not.',
    ],
  };
}

await bench('http', { sizes: [10_000, 100_000], queries: 300, rounds: 5, seconds: 5 }, async (extent, isSmall) => {
  const tables: Table[] = [];
  for (const size of extent.sizes) tables.push(...(await measure(size, extent, isSmall)));
  return report(tables);
});
