/** What a record costs in memory: the index by its parts, FlexSearch apart, and the whole service. */
import { contactScenarios } from './invented/contact-scenarios.js';
import { bench, count } from './harness/bench.js';
import { copyOf, importContacts } from './harness/data-folder.js';
import { buildIndex } from './harness/memory-index.js';
import { memory } from './harness/program.js';
import type { Table } from './harness/report.js';
import { startService } from './harness/server.js';
import { figure } from './harness/statistics.js';

function ofIndex(size: number): Table {
  const { index } = buildIndex({ size, scenarios: contactScenarios() });
  const { bytes, flexsearchBytes, values } = index.statistics();
  const perRecord = (total: number) => figure(total / size);
  return {
    title: `Index, ${count(size)} contacts, bytes a record`,
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
      ...index.features.map((feature) => {
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

async function ofService(size: number): Promise<readonly string[]> {
  const folder = await copyOf(await importContacts(size));
  const service = await startService(folder);
  try {
    const used = memory(service.pid);
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    const metric = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1] ?? NaN);
    const mebibytes = (bytes: number | undefined) => (bytes === undefined ? '-' : figure(bytes / 2 ** 20));
    return [
      count(size),
      mebibytes(used?.resident),
      mebibytes(used?.peak),
      mebibytes(metric('nodejs_heap_size_used_bytes')),
      mebibytes(metric('nodejs_external_memory_bytes')),
      figure((used?.resident ?? NaN) / size),
      figure(metric('likeness_store_record_bytes') / size),
    ];
  } finally {
    await service.stop();
  }
}

await bench('memory', { sizes: [100_000, 1_000_000], queries: 1, rounds: 1, seconds: 1 }, async ({ sizes }) => {
  const services: (readonly string[])[] = [];
  for (const size of sizes) services.push(await ofService(size));
  return {
    question: 'How much memory does a record take, in the index and in the whole service?',
    tables: [
      ...sizes.map(ofIndex),
      {
        title: 'Whole service after its start',
        columns: [
          'contacts',
          'resident MiB',
          'resident MiB at the most',
          'heap used MiB',
          'outside the heap MiB',
          'resident bytes a record',
          'stored bytes a record',
        ],
        rows: services,
      },
    ],
    notes: [
      'Resident memory is read from /proc right after the service said that it listens, heap and records from /metrics.',
    ],
  };
});
