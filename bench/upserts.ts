/** Durable upserts with duplicate search, in process. Each writer waits until its last upsert is on disk. */
import { loadConfiguration } from '../src/store/config/load.js';
import type { Likeness } from '../src/service/likeness.js';
import { openLikeness } from '../src/service/open.js';
import { openFileStore } from '../src/store/open-file-store.js';
import { Contacts } from './synthetic/contacts.js';
import { bench, count, type Extent } from './harness/bench.js';
import { copyOf, importContacts } from './harness/data-folder.js';
import { figure, median, medianAndRange, percentile } from './harness/statistics.js';
import { upsertValues } from './synthetic/tasks.js';

const WRITERS = [1, 16, 64];
/** Share of the upserts, by number of writers. */
const share = (writers: number) => (writers === 1 ? 0.1 : 1);
const caller = { clientId: 'bench' };

interface Measured {
  readonly perSecond: number;
  readonly times: readonly number[];
  /** CPU microseconds of all threads per upsert. */
  readonly processor: number;
  readonly created: number;
}

let sent = 0;

async function write(likeness: Likeness, size: number, writers: number, amount: number): Promise<Measured> {
  const values = upsertValues(new Contacts(), size, sent, amount);
  sent += amount;
  const times: number[] = [];
  let next = 0;
  let created = 0;
  const writer = async () => {
    while (next < amount) {
      const objectData = values[next++]!;
      const before = performance.now();
      const answer = await likeness.upsert({ objectType: 'Contact', duplicateCheck: true, objectData }, caller);
      times.push(performance.now() - before);
      if (!answer.isSuccess) throw new Error(`bench: an upsert failed: ${answer.errorMessage ?? ''}`);
      if (answer.isCreated) created++;
    }
  };
  const used = process.cpuUsage();
  const begun = performance.now();
  await Promise.all(Array.from({ length: writers }, writer));
  const ms = performance.now() - begun;
  const { user, system } = process.cpuUsage(used);
  return { perSecond: (amount * 1000) / ms, times, processor: (user + system) / amount, created: created / amount };
}

async function measure(size: number, { queries, rounds }: Extent): Promise<string[][]> {
  const folder = await copyOf(await importContacts(size));
  const configuration = await loadConfiguration();
  const likeness = await openLikeness({ configuration, store: await openFileStore(folder) });
  try {
    const rows: string[][] = [];
    await write(likeness, size, 16, Math.ceil(queries * 0.2));
    for (const writers of WRITERS) {
      const runs: Measured[] = [];
      for (let round = 0; round < rounds; round++)
        runs.push(await write(likeness, size, writers, Math.ceil(queries * share(writers))));
      const middle = (of: (run: Measured) => number) => figure(median(runs.map(of)));
      rows.push([
        `${count(size)}, ${writers} ${writers === 1 ? 'writer' : 'writers'}`,
        medianAndRange(runs.map(({ perSecond }) => perSecond)),
        middle(({ times }) => percentile(times, 0.5)),
        middle(({ times }) => percentile(times, 0.99)),
        middle(({ processor }) => processor),
        `${middle(({ created }) => created * 100)} %`,
      ]);
    }
    return rows;
  } finally {
    await likeness.close();
  }
}

await bench('upserts', { sizes: [100_000], queries: 20_000, rounds: 3, seconds: 1 }, async (extent) => {
  const rows: string[][] = [];
  for (const size of extent.sizes) rows.push(...(await measure(size, extent)));
  return {
    question: 'How many durable upserts with duplicate search does one process perform per second?',
    tables: [
      {
        title: 'Upserts in process; every response waits for the sync to disk',
        columns: ['contacts stored', 'per second', 'p50 ms', 'p99 ms', 'CPU us/upsert', 'created'],
        rows,
      },
    ],
    notes: [
      'Two thirds of the upserts are new contacts, one third are stored ones with one corruption; default scenarios.',
    ],
  };
});
