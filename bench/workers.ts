/**
 * Searches over HTTP at `serve --workers 2` and at one process. Where the load generator and the workers share the
 * processors, what two workers can do shows in the processor time that they take for a request.
 */
import { Contacts } from './synthetic/contacts.js';
import { barsTable } from './harness/bars.js';
import { bench, count, type Extent } from './harness/bench.js';
import { copyOf, importContacts, tokenFor } from './harness/data-folder.js';
import { SEARCH } from './harness/endpoints.js';
import { putUnderLoad, type LoadResult } from './harness/load.js';
import type { Table } from './harness/report.js';
import { startService, type Server } from './harness/server.js';
import { residentBytes } from './harness/program.js';
import { figure, median, medianAndRange } from './harness/statistics.js';
import { searchTasks } from './synthetic/tasks.js';

const WORKERS = 2;
const CLIENTS = 16;
/** Records from which on bars hold. */
const JUDGED = 100_000;
/** Enough for a measurement at the rates of Express, so that no search is repeated within it. */
const BODIES_A_SECOND = 5_000;

/** What all workers together would answer in a second if each had a processor of its own. */
const possible = (workers: number, { processorMicroseconds }: LoadResult): number =>
  (workers * 1e6) / processorMicroseconds;

async function measure(size: number, { rounds, seconds }: Extent): Promise<Table[]> {
  const imported = await importContacts(size);
  const start = async (workers: number): Promise<{ server: Server; token: string }> => {
    const folder = await copyOf(imported);
    const token = tokenFor(folder);
    return { server: await startService(folder, { environment: { LIKENESS_WORKERS: String(workers) } }), token };
  };
  const bodies = searchTasks(new Contacts(), size, BODIES_A_SECOND * seconds).map(({ values }) =>
    JSON.stringify({ objectPrefix: '003', objectData: values }),
  );
  const [one, several] = [await start(1), await start(WORKERS)];
  const memory = { one: NaN, several: NaN };
  const results: { readonly one: LoadResult; readonly several: LoadResult }[] = [];
  try {
    const run = ({ server, token }: typeof one): Promise<LoadResult> =>
      putUnderLoad(server, { path: SEARCH, token, connections: CLIENTS, seconds, bodies });
    // The first time compiles the programs.
    for (let round = -1; round < rounds; round++) {
      const result = { one: await run(one), several: await run(several) };
      if (round >= 0) results.push(result);
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

await bench('workers', { sizes: [100_000], queries: 1, rounds: 5, seconds: 5 }, async (extent) => {
  const tables: Table[] = [];
  for (const size of extent.sizes) tables.push(...(await measure(size, extent)));
  return {
    question: 'How much more do two workers on one data folder search than one?',
    tables,
    notes: [
      'A further worker has all records and indexes, as a node over a database: what one process alone takes is the measure of it. Resident bytes are added up over processes; memory that they share counts in each.',
      'By processor time: what all workers would answer if each had a processor of its own, connections shared evenly.',
    ],
  };
});
