/**
 * Memory per record: the index by its parts (FlexSearch separately), and the whole service. With an argument such as
 * `all,200MB,0`, measures only the service, with each value as its `--record-memory`.
 */
import { contactScenarios } from './synthetic/contact-scenarios.js';
import { Contacts } from './synthetic/contacts.js';
import { searchTasks, upsertValues } from './synthetic/tasks.js';
import { bench, count } from './harness/bench.js';
import { copyOf, importContacts, tokenFor, type ImportedFolder } from './harness/data-folder.js';
import { SEARCH, UPSERT } from './harness/endpoints.js';
import { putUnderLoad, type LoadResult } from './harness/load.js';
import { buildIndex } from './harness/memory-index.js';
import { memory } from './harness/program.js';
import type { Table } from './harness/report.js';
import { startService, type Server } from './harness/server.js';
import { figure } from './harness/statistics.js';

function ofIndex(size: number): Table {
  const { index } = buildIndex({ size, scenarios: contactScenarios() });
  const { bytes, flexsearchBytes, values } = index.statistics();
  const perRecord = (total: number) => figure(total / size);
  return {
    title: `Index, ${count(size)} contacts, bytes per record`,
    columns: [
      '',
      'distinct values',
      'dictionary',
      'column',
      'postings',
      'keys',
      'FlexSearch',
      'all without FlexSearch',
    ],
    rows: [
      ...index.fields.map((feature) => {
        const parts = feature.memory();
        return [
          `${feature.fields.join('+')} (${feature.method.name})`,
          count(feature.dictionary.size),
          ...['dictionary', 'column', 'postings', 'keys'].map((part) => perRecord(parts[part] ?? 0)),
          perRecord(feature.flexsearchBytes),
          perRecord(feature.bytes),
        ];
      }),
      ['whole index, Ids included', count(values), '', '', '', '', perRecord(flexsearchBytes), perRecord(bytes)],
    ],
  };
}

/** Measured after the start, and again after searches and upserts, when caches are full. */
async function ofService(
  imported: ImportedFolder,
  size: number,
  calls: number,
  recordMemory: string,
): Promise<(readonly string[])[]> {
  const folder = await copyOf(imported);
  const token = tokenFor(folder);
  const service = await startService(folder, { environment: { LIKENESS_RECORD_MEMORY: recordMemory } });
  try {
    const name = `${count(size)}, ${recordMemory} in memory`;
    const rows = [await row(`${name}, after the start`, service, token, size)];
    const contacts = new Contacts();
    const searches = searchTasks(contacts, size, 2 * calls).map(({ values }) => ({
      objectPrefix: '003',
      objectData: values,
    }));
    const upserts = upsertValues(contacts, size, 0, calls).map((objectData) => ({
      input: { objectType: 'Contact', duplicateCheck: true, objectData },
    }));
    const load = { path: SEARCH, token, bodies: searches.splice(0, calls).map((body) => JSON.stringify(body)) };
    const alone = await putUnderLoad(service, { ...load, connections: 1, amount: calls });
    for (const [path, bodies] of [
      [SEARCH, searches],
      [UPSERT, upserts],
    ] as const)
      await putUnderLoad(service, {
        path,
        token,
        bodies: bodies.map((body) => JSON.stringify(body)),
        connections: 16,
        amount: calls,
      });
    rows.push(
      await row(`${name}, after ${count(2 * calls)} searches and half as many upserts`, service, token, size, alone),
    );
    return rows;
  } finally {
    await service.stop();
  }
}

async function row(
  name: string,
  service: Server,
  token: string,
  size: number,
  searches?: LoadResult,
): Promise<readonly string[]> {
  const used = memory(service.pid);
  const metrics = await (
    await fetch(`${service.url}/metrics`, { headers: { authorization: `Bearer ${token}` } })
  ).text();
  const metric = (metricName: string) => Number(new RegExp(`^${metricName} (\\S+)$`, 'm').exec(metrics)?.[1] ?? NaN);
  const mebibytes = (bytes: number | undefined) => (bytes === undefined ? '-' : figure(bytes / 2 ** 20));
  return [
    name,
    mebibytes(used?.resident),
    mebibytes(used?.peak),
    mebibytes(metric('nodejs_heap_size_used_bytes')),
    mebibytes(metric('nodejs_external_memory_bytes')),
    figure((used?.resident ?? NaN) / size),
    mebibytes(metric('likeness_store_record_bytes') + metric('likeness_store_history_bytes')),
    mebibytes(metric('likeness_store_record_disk_bytes') + metric('likeness_store_history_disk_bytes')),
    searches === undefined ? '-' : figure(searches.p50),
    searches === undefined ? '-' : figure(searches.p99),
    searches === undefined ? '-' : figure(searches.processorMicroseconds),
  ];
}

await bench(
  'memory',
  { sizes: [100_000, 1_000_000], queries: 20_000, rounds: 1, seconds: 1 },
  async ({ sizes, queries, subject }) => {
    const services: (readonly string[])[] = [];
    for (const size of sizes) {
      const imported = await importContacts(size);
      for (const bound of (subject ?? 'all').split(','))
        services.push(...(await ofService(imported, size, queries, bound)));
    }
    return {
      question: 'How much memory does a record take, in the index and in the whole service?',
      tables: [
        ...(subject === undefined ? sizes.map(ofIndex) : []),
        {
          title: 'Whole service',
          columns: [
            'contacts',
            'resident MiB',
            'maximum resident MiB',
            'heap used MiB',
            'outside the heap MiB',
            'resident bytes per record',
            'records and history in memory MiB',
            'on disk MiB',
            'search p50 ms',
            'search p99 ms',
            'processor microseconds a search',
          ],
          rows: services,
        },
      ],
      notes: [
        'Resident memory is read from /proc when the service starts to listen, heap and records from /metrics.',
        'Searches are timed one at a time, each for another contact, before the load of 16 connections.',
      ],
    };
  },
  { subject: 'record-memory' },
);
