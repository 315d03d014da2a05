/** Deduplicates a CSV through the command line: load, index, compare, write. `splink` compares it with Splink. */
import { createReadStream } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Contacts } from './synthetic/contacts.js';
import { bench, count } from './harness/bench.js';
import { FIELDS, KEY, writeCsv } from './harness/data-folder.js';
import { finish, likeness, start } from './harness/program.js';
import { figure } from './harness/statistics.js';
import { temporaryFolder } from './harness/temporary-folder.js';
import { rowsWithDuplicates } from './synthetic/tasks.js';

const NONE = -1;

/** Returns the number of pairs in a file, and how many of the planted duplicates they include. */
async function judge(path: string, originals: Int32Array): Promise<{ pairs: number; found: number }> {
  let pairs = NONE;
  let found = 0;
  for await (const line of createInterface({ input: createReadStream(path) })) {
    if (pairs++ === NONE) continue;
    const [a, b] = line.split(',').map(Number) as [number, number];
    if (originals[a] === b || originals[b] === a) found++;
  }
  return { pairs, found };
}

async function measure(size: number): Promise<string[][]> {
  const folder = temporaryFolder('dedupe');
  const csv = join(folder, 'contacts.csv');
  const out = join(folder, 'pairs.csv');
  const originals = new Int32Array(size).fill(NONE);
  let planted = 0;
  function* rows() {
    for (const { values, duplicateOf } of rowsWithDuplicates(new Contacts(), size)) {
      if (duplicateOf !== undefined) originals[5 + 6 * planted++] = duplicateOf;
      yield values;
    }
  }
  await writeCsv(csv, rows());
  const row = async (name: string, seconds: number, peakBytes?: number) => {
    const { pairs, found } = await judge(out, originals);
    return [
      `${count(size)}: ${name}`,
      figure(seconds),
      figure((seconds * 1e6) / size),
      count(pairs),
      (found / planted).toFixed(3),
      peakBytes === undefined ? '-' : figure(peakBytes / 2 ** 20),
    ];
  };
  const result: string[][] = [];
  for (const threads of new Set([availableParallelism(), 1])) {
    const options = [
      '--object',
      'Contact',
      '--id',
      KEY,
      '--out',
      out,
      '--threads',
      String(threads),
      '--scenario',
      'built-in',
      '--json',
    ];
    const { stdout, peakBytes } = await finish(start(likeness('dedupe', csv, ...options)));
    const answer = JSON.parse(stdout) as { rows: number; seconds: number };
    if (answer.rows !== size) throw new Error(`bench: only ${answer.rows} of ${size} rows were compared`);
    result.push(await row(`likeness dedupe --threads ${threads}`, answer.seconds, peakBytes));
  }
  return result;
}

await bench('dedupe', { sizes: [100_000, 1_000_000], queries: 1, rounds: 1, seconds: 1 }, async ({ sizes }) => {
  const rows: string[][] = [];
  for (const size of sizes) rows.push(...(await measure(size)));
  return {
    question:
      'How long does it take to find every pair of duplicates in a file, and how many of the planted pairs are found?',
    tables: [
      {
        title:
          '`likeness dedupe contacts.csv --object Contact --scenario built-in`, one row in six is a retyped earlier row',
        columns: ['rows', 'seconds', 'microseconds a row', 'pairs', 'planted found', 'maximum resident MiB'],
        rows,
      },
    ],
    notes: [
      `Columns ${FIELDS.join(', ')}; the \`restSearch\` scenarios. Other pairs are mostly members of a household and people with the same name. Planted rows are alternately easy, medium and hard.`,
    ],
  };
});
