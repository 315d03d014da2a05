/**
 * Searches over HTTP at `serve --workers 2` and at one process. Where the load generator and the workers share the
 * processors, what two workers can do shows in the processor time that they take for a request.
 */
import { Contacts } from './synthetic/contacts.js';
import { barsTable } from './harness/bars.js';
import { bench, count, type Extent } from './harness/bench.js';
import { copyOf, importContacts, tokenFor } from './harness/data-folder.js';
import { SEARCH } from './harness/endpoints.js';
import { putUnderLoad, type Load, type LoadResult } from './harness/load.js';
import type { Table } from './harness/report.js';
import { startService, type Server } from './harness/server.js';
import { residentBytes } from './harness/program.js';
import { figure, median, medianAndRange } from './harness/statistics.js';
import { searchTasks } from './synthetic/tasks.js';

const WORKERS = 2;
const CLIENTS = 16;
/** Records from which on bars hold. */
const JUDGED = 100_000;
/** More than Express answers: no search is sent twice. */
const BODIES_A_SECOND = 8_000;
/** Searches that a process has answered before it is measured: what is remembered of searches is each process's own. */
const WARM_UP = 20_000;

/** Searches that all workers together would answer in a second if each had a processor of its own. */
const possible = (workers: number, { processorMicroseconds }: LoadResult): number =>
  (workers * 1e6) / processorMicroseconds;

async function measure(size: number, { rounds, seconds }: Extent, isSmall: boolean): Promise<Table[]> {
  const imported = await importContacts(size);
  const start = async (workers: number): Promise<{ server: Server; token: string }> => {
    const folder = await copyOf(imported);
    const token = tokenFor(folder);
    return { server: await startService(folder, { environment: { LIKENESS_WORKERS: String(workers) } }), token };
  };
  const warmUp = isSmall ? WARM_UP / 100 : WARM_UP;
  const each = BODIES_A_SECOND * seconds;
  const bodies = searchTasks(new Contacts(), size, warmUp * WORKERS + rounds * each).map(({ values }) =>
    JSON.stringify({ objectPrefix: '003', objectData: values }),
  );
  const warming = bodies.splice(0, warmUp * WORKERS);
  const [one, several] = [await start(1), await start(WORKERS)];
  const memory = { one: NaN, several: NaN };
  const results: { readonly one: LoadResult; readonly several: LoadResult }[] = [];
  try {
    const run = ({ server, token }: typeof one, load: Pick<Load, 'bodies' | 'amount' | 'seconds'>) =>
      putUnderLoad(server, { path: SEARCH, token, connections: CLIENTS, ...load });
    await run(one, { amount: warmUp, bodies: warming.slice(0, warmUp) });
    await run(several, { amount: warming.length, bodies: warming });
    for (let round = 0; round < rounds; round++) {
      const load = { seconds, bodies: bodies.slice(round * each, (round + 1) * each) };
      results.push({ one: await run(one, load), several: await run(several, load) });
    }
    memory.one = residentBytes(one.server.pid);
    memory.several = residentBytes(several.server.pid);
  } finally {
    await one.server.stop();
    await several.server.stop();
  }
  const measures = [
    ({ perSecond }: LoadResult) => perSecond,
    ({ p50 }: LoadResult) => p50,
    ({ p99 }: LoadResult) => p99,
    ({ processorMicroseconds }: LoadResult) => processorMicroseconds,
  ];
  const cells = (of: (result: (typeof results)[number], measure: (one: LoadResult) => number) => number): string[] =>
    measures.map((measure) => medianAndRange(results.map((result) => of(result, measure))));
  const rates = (of: (result: (typeof results)[number]) => number): string => medianAndRange(results.map(of));
  const gain = ({ one: alone, several: all }: (typeof results)[number]): number =>
    possible(WORKERS, all) / possible(1, alone);
  const further = memory.several - memory.one;
  const searches = {
    title: `Search, ${count(size)} records, ${CLIENTS} clients`,
    columns: ['workers', 'requests/s', 'p50 ms', 'p99 ms', 'processor us/request', 'requests/s by processor time'],
    rows: [
      ['1', ...cells((result, of) => of(result.one)), rates((result) => possible(1, result.one))],
      [
        String(WORKERS),
        ...cells((result, of) => of(result.several)),
        rates(({ several }) => possible(WORKERS, several)),
      ],
      [`${WORKERS} / 1`, ...cells((result, of) => of(result.several) / of(result.one)), rates(gain)],
    ],
  };
  const mebibytes = (bytes: number): string => figure(bytes / 2 ** 20);
  return [
    barsTable(
      [
        {
          what: `searches/s by processor time: ${WORKERS} workers / 1`,
          found: median(results.map(gain)),
          least: 1.7,
          from: JUDGED,
        },
        { what: 'memory: a further worker / one process', found: further / memory.one, most: 1.1, from: JUDGED },
      ],
      size,
    ),
    searches,
    {
      title: `Resident memory after it, ${count(size)} records`,
      columns: ['', 'MiB'],
      rows: [
        ['1 worker', mebibytes(memory.one)],
        [`${WORKERS} workers, all their processes`, mebibytes(memory.several)],
        ['the further worker', mebibytes(further)],
      ],
    },
  ];
}

await bench('workers', { sizes: [100_000], queries: 1, rounds: 5, seconds: 5 }, async (extent, isSmall) => {
  const tables: Table[] = [];
  for (const size of extent.sizes) tables.push(...(await measure(size, extent, isSmall)));
  return {
    question: 'How much more do two workers on one data folder search than one?',
    tables,
    notes: [
      'Each process has answered as many other searches before; what it remembers of them makes later ones cheaper.',
      'A further worker has all records and indexes, as a node over a database: what one process alone takes is the measure of it. Resident bytes are added up over processes; memory that they share counts in each.',
      'By processor time: what all workers would answer if each had a processor of its own, connections shared evenly.',
    ],
  };
});
