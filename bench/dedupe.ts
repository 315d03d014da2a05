/** Self-dedupe of a CSV through the command line: load, build, match, write. Precise: every pair that searching by every record would give. */
import { join } from 'node:path';
import { bench, count } from './harness/bench.js';
import { FIELDS, writeCsv } from './harness/data-folder.js';
import { finish, likeness, start } from './harness/program.js';
import { figure } from './harness/statistics.js';
import { temporaryFolder } from './harness/temporary-folder.js';

interface DedupeAnswer {
  readonly rows: number;
  readonly pairs: number;
  readonly clusters: number;
  readonly seconds: number;
}

await bench('dedupe', { sizes: [100_000, 1_000_000], queries: 1, rounds: 1, seconds: 1 }, async ({ sizes }) => {
  const rows: string[][] = [];
  for (const size of sizes) {
    const folder = temporaryFolder('dedupe');
    const csv = join(folder, 'contacts.csv');
    await writeCsv(csv, size);
    const out = ['--out', join(folder, 'pairs.csv'), '--clusters', join(folder, 'clusters.csv')];
    const { stdout, peakBytes } = await finish(
      start(likeness('dedupe', csv, '--object', 'Contact', '--id', 'number', ...out, '--json')),
    );
    const answer = JSON.parse(stdout) as DedupeAnswer;
    if (answer.rows !== size) throw new Error(`bench: of ${size} rows only ${answer.rows} took part`);
    rows.push([
      count(size),
      figure(answer.seconds),
      figure((answer.seconds * 1e6) / size),
      count(answer.pairs),
      count(answer.clusters),
      peakBytes === undefined ? '-' : figure(peakBytes / 2 ** 20),
    ]);
  }
  return {
    question: 'How long does it take to find every pair of duplicates within one file?',
    tables: [
      {
        title: '`likeness dedupe contacts.csv --object Contact`',
        columns: ['contacts', 'seconds', 'microseconds a contact', 'pairs', 'groups', 'resident MiB at the most'],
        rows,
      },
    ],
    notes: [
      `Columns ${FIELDS.join(', ')}; the scenarios of the REST search. Households and shared names make most of the pairs.`,
    ],
  };
});
