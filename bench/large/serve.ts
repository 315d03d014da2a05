import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { hasPostgres, PostgresServer } from '../../test/support/postgres-server.js';
import type { Extent } from '../harness/bench.js';
import { importContacts, invented, tokenFor, writeCsv } from '../harness/data-folder.js';
import { SEARCH, UPSERT } from '../harness/endpoints.js';
import { putUnderLoad, type LoadResult } from '../harness/load.js';
import { finish, likeness, memory, start } from '../harness/program.js';
import { startService, type Server } from '../harness/server.js';
import { temporaryFolder } from '../harness/temporary-folder.js';
import { Contacts } from '../synthetic/contacts.js';
import { searchTasks, upsertValues } from '../synthetic/tasks.js';
import { hasOption } from './commands.js';
import { folderBytes } from './disk.js';
import { NODES_OVER, type Figures } from './measurement.js';

export type Place = 'folder' | 'postgres';

export interface Serving {
  readonly place: Place;
  /** Value of `--record-memory`. `all`, the default, keeps all records in memory. */
  readonly recordMemory: string;
}

/** Request bodies prepared per second, so that no search repeats within a measurement. */
const BODIES_A_SECOND = 4_000;
/** Milliseconds of warm-up after each start. */
const WARM_UP = 3_000;
const POLL_MS = 5;

export const wayOf = ({ place, recordMemory }: Serving): string =>
  `${place === 'folder' ? 'data folder' : NODES_OVER}, records in memory: ${recordMemory}`;

interface Stored {
  /** Data folder of the node. */
  readonly folder: string;
  readonly token: string;
  /** Other options of `serve`. */
  readonly options: readonly string[];
  readonly seconds: number;
  readonly peakBytes: number | undefined;
  bytes(): Promise<number>;
  close(): Promise<void>;
}

async function store(place: Place, size: number): Promise<Stored> {
  if (place === 'folder') {
    const { path, seconds, peakBytes } = await importContacts(size, true);
    return {
      folder: path,
      token: tokenFor(path),
      options: [],
      seconds,
      peakBytes,
      bytes: () => Promise.resolve(folderBytes(path)),
      close: () => Promise.resolve(),
    };
  }
  const server = await PostgresServer.start();
  const { url } = server;
  const folder = temporaryFolder('node');
  const csv = join(folder, 'contacts.csv');
  await writeCsv(csv, invented(size));
  const said = async (...args: string[]) => finish(start(likeness(...args, '--store', url)));
  const { seconds, peakBytes } = await said('import', csv, '--object', 'Contact', '--no-check', '--json');
  const added = JSON.parse((await said('client', 'add', 'bench', '--all-scopes', '--json')).stdout) as {
    client_id: string;
  };
  return {
    folder: join(folder, 'node'),
    token: (await said('token', '--client', added.client_id)).stdout.trim(),
    options: ['--store', url],
    seconds,
    peakBytes,
    bytes: async () => folderBytes(join(folder, 'node')) + (await databaseBytes(url)),
    close: () => server.close(),
  };
}

async function databaseBytes(url: string): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes');
    return Number(rows[0]!.bytes);
  } finally {
    await client.end();
  }
}

/**
 * Measures a service with this number of contacts: starts, memory, searches and upserts. A round is the time between
 * two clean starts.
 *
 * @returns the measurements of each round, or why they are impossible
 */
export async function serve(size: number, serving: Serving, extent: Extent): Promise<Figures[] | string> {
  const { place, recordMemory } = serving;
  if (place === 'postgres' && !hasPostgres) return 'PostgreSQL is not installed';
  if (recordMemory !== 'all' && !(await hasOption('serve', '--record-memory')))
    return '`serve` has no option --record-memory';
  const stored = await store(place, size);
  try {
    const options = [...stored.options, ...(recordMemory === 'all' ? [] : ['--record-memory', recordMemory])];
    const start = (): Promise<Started> => startReady(stored.folder, options);
    // The first start builds the indexes and saves them for the later starts.
    const first = await start();
    await first.server.stop();
    const imported = {
      importSeconds: stored.seconds,
      ...(stored.peakBytes !== undefined && { importPeak: stored.peakBytes }),
      firstStart: first.seconds,
    };
    const rounds: Figures[] = [];
    for (let round = 0; round < extent.rounds; round++) {
      const disk = await stored.bytes();
      const clean = await start();
      const anonymous = memory(clean.server.pid)?.anonymous ?? NaN;
      const loads = await load({ ...stored, size, server: clean.server, round, ...extent });
      const used = memory(clean.server.pid);
      const closed = once(clean.server.process, 'close');
      clean.server.process.kill('SIGKILL');
      await closed;
      const killed = await start();
      await killed.server.stop();
      rounds.push({
        // Measured once for all rounds.
        ...(round === 0 && imported),
        disk,
        start: clean.seconds,
        startKilled: killed.seconds,
        anonymous,
        loaded: used?.anonymous ?? NaN,
        peak: used?.peak ?? NaN,
        ...loads,
      });
    }
    return rounds;
  } finally {
    await stored.close();
  }
}

interface Started {
  readonly server: Server;
  /** From the start of the process until `/readyz` succeeds. */
  readonly seconds: number;
}

async function startReady(folder: string, options: readonly string[]): Promise<Started> {
  const begun = performance.now();
  const server = await startService(folder, { options, settings: { learning: 'off', rateLimit: 100_000_000 } });
  while (!(await fetch(`${server.url}/readyz`)).ok) await pause(POLL_MS);
  return { server, seconds: (performance.now() - begun) / 1_000 };
}

interface Loaded {
  readonly server: Server;
  readonly token: string;
  readonly size: number;
  readonly round: number;
  readonly seconds: number;
  readonly queries: number;
}

/** Number of new contacts sent so far. Each is sent once. */
let sent = 0;

async function load({ server, token, size, round, seconds, queries }: Loaded): Promise<Figures> {
  const contacts = new Contacts();
  const searches = (seed: number, amount: number): string[] =>
    searchTasks(contacts, size, amount, seed).map(({ values }) =>
      JSON.stringify({ objectPrefix: '003', objectData: values }),
    );
  const put = (path: string, connections: number, bodies: readonly string[], amount?: number): Promise<LoadResult> =>
    putUnderLoad(server, { path, token, bodies, connections, ...(amount === undefined ? { seconds } : { amount }) });
  const upsert = (connections: number): Promise<LoadResult> => {
    const values = upsertValues(contacts, size, sent, BODIES_A_SECOND * seconds);
    sent += values.length;
    const bodies = values.map((objectData) =>
      JSON.stringify({ input: { objectType: 'Contact', duplicateCheck: true, objectData } }),
    );
    return put(UPSERT, connections, bodies);
  };
  const seed = 100 + 10 * round;
  const warmUp = Math.min(WARM_UP, queries);
  await put(SEARCH, 1, searches(seed, warmUp), warmUp);
  const one = await put(SEARCH, 1, searches(seed + 1, BODIES_A_SECOND * seconds));
  const eight = await put(SEARCH, 8, searches(seed + 2, BODIES_A_SECOND * seconds));
  await upsert(8);
  const [upsertOne, upsertEight] = [await upsert(1), await upsert(8)];
  return {
    search1P50: one.p50,
    search1P99: one.p99,
    search8P50: eight.p50,
    search8P99: eight.p99,
    search8PerSecond: eight.perSecond,
    searchProcessor: eight.processorMicroseconds,
    upsert1P50: upsertOne.p50,
    upsert1P99: upsertOne.p99,
    upsert8P50: upsertEight.p50,
    upsert8P99: upsertEight.p99,
    upsert8PerSecond: upsertEight.perSecond,
    upsertProcessor: upsertEight.processorMicroseconds,
  };
}
