/** HTTP requests with a learned and with built-in scenarios, in alternating rounds, so a busy machine slows both. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bench, count, type Extent } from './harness/bench.js';
import { copyOf, importContacts, tokenFor } from './harness/data-folder.js';
import { SEARCH, UPSERT } from './harness/endpoints.js';
import { learnScenario } from './harness/learned-scenario.js';
import { putUnderLoad, type Load, type LoadResult } from './harness/load.js';
import type { Table } from './harness/report.js';
import { startService } from './harness/server.js';
import { figure, median, medianAndRange } from './harness/statistics.js';
import { contactScenarios } from './synthetic/contact-scenarios.js';
import { Contacts } from './synthetic/contacts.js';
import { searchTasks, upsertValues } from './synthetic/tasks.js';

const CLIENTS = 16;
/** Requests prepared per second, so that no search repeats within a measurement. */
const SEARCHES_A_SECOND = 5_000;
const UPSERTS_A_SECOND = 1_000;

const MEASURES = [
  ({ perSecond }: LoadResult) => perSecond,
  ({ p50 }: LoadResult) => p50,
  ({ p99 }: LoadResult) => p99,
  ({ processorMicroseconds }: LoadResult) => processorMicroseconds,
];

/** Creates the requests of a round for some scenarios. No request repeats. */
type Requests = (scenarioIds: readonly string[], round: number) => Omit<Load, 'token' | 'connections'>;

function requestsOf(size: number, seconds: number): Readonly<Record<'Search' | 'Upsert', Requests>> {
  const contacts = new Contacts();
  const amount = UPSERTS_A_SECOND * seconds;
  let sent = 0;
  return {
    // Both kinds get the same requests.
    Search: (scenarioIds, round) => ({
      path: SEARCH,
      seconds,
      bodies: searchTasks(contacts, size, SEARCHES_A_SECOND * seconds, 7 + round).map(({ values }) =>
        JSON.stringify({ objectPrefix: '003', scenarioIds, objectData: values }),
      ),
    }),
    Upsert: (scenarioIds) => {
      const values = upsertValues(contacts, size, sent, amount);
      sent += amount;
      const input = { objectType: 'Contact', duplicateCheck: true, scenarioIds };
      return {
        path: UPSERT,
        amount,
        bodies: values.map((objectData) => JSON.stringify({ input: { ...input, objectData } })),
      };
    },
  };
}

async function measure(size: number, { rounds, seconds }: Extent): Promise<Table[]> {
  const folder = await copyOf(await importContacts(size));
  const learned = await learnScenario(size);
  mkdirSync(join(folder, 'config'), { recursive: true });
  writeFileSync(join(folder, 'config', 'scenarios.json'), JSON.stringify([learned]));
  const kinds = [contactScenarios().map(({ id }) => id), [learned.id]];
  const token = tokenFor(folder);
  const service = await startService(folder);
  const tables: Table[] = [];
  try {
    for (const [name, requests] of Object.entries(requestsOf(size, seconds))) {
      const results: LoadResult[][] = [[], []];
      for (let round = 0; round <= rounds; round++) {
        for (const kind of round % 2 === 0 ? [0, 1] : [1, 0]) {
          const load = { ...requests(kinds[kind]!, round), token, connections: CLIENTS };
          const result = await putUnderLoad(service, load);
          // The first round is a warm-up.
          if (round > 0) results[kind]!.push(result);
        }
      }
      tables.push(table(`${name}, ${count(size)} records, ${CLIENTS} clients`, results[0]!, results[1]!));
    }
  } finally {
    await service.stop();
  }
  return tables;
}

function table(title: string, builtIn: readonly LoadResult[], learned: readonly LoadResult[]): Table {
  const figures = (results: readonly LoadResult[]) => MEASURES.map((of) => figure(median(results.map(of))));
  return {
    title,
    columns: ['', 'requests/s', 'p50 ms', 'p99 ms', 'CPU us/request'],
    rows: [
      ['by the built-in scenarios', ...figures(builtIn)],
      ['by a learned scenario', ...figures(learned)],
      [
        'learned / built-in',
        ...MEASURES.map((of) => medianAndRange(learned.map((each, i) => of(each) / of(builtIn[i]!)))),
      ],
    ],
  };
}

await bench('learned', { sizes: [100_000], queries: 1, rounds: 5, seconds: 5 }, async (extent) => {
  const tables: Table[] = [];
  for (const size of extent.sizes) tables.push(...(await measure(size, extent)));
  return {
    question: 'Do searches and upserts with a learned scenario cost as much as with the built-in scenarios?',
    tables,
    notes: [
      'The learned scenario compares eight fields; `likeness train` learned it from 100,000 synthetic contacts (or the size of the table), one in six a duplicate. Requests name the scenarios to apply. Searches: corrupted contacts (one third each: easy, medium and hard), the same for both. Upserts: two thirds are new records, and one third are stored contacts with one corruption. The load generator runs on the same machine.',
    ],
  };
});
