/** Imports a CSV through the command line: parse, check, save, sync. */
import { bench, count } from './harness/bench.js';
import { importContacts } from './harness/data-folder.js';
import { figure } from './harness/statistics.js';

await bench('import', { sizes: [100_000, 1_000_000], queries: 1, rounds: 1, seconds: 1 }, async ({ sizes }) => {
  const rows: string[][] = [];
  for (const size of sizes) {
    const { seconds, peakBytes } = await importContacts(size, true);
    rows.push([
      count(size),
      figure(seconds),
      figure(size / seconds),
      peakBytes === undefined ? '-' : figure(peakBytes / 2 ** 20),
    ]);
  }
  return {
    question: 'How long does a bulk import take?',
    tables: [
      {
        title: '`likeness import contacts.csv --object Contact --no-check` into an empty data folder',
        columns: ['contacts', 'seconds', 'per second', 'maximum resident MiB'],
        rows,
      },
    ],
    notes: ['Duration of the whole process. When the process ends, everything is on disk.'],
  };
});
