/** Likeness and Splink on the same files, as whole processes: public data sets and generated contacts. */
import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { csvLine } from '../src/files/write/csv.js';
import { loadConfiguration } from '../src/store/config/load.js';
import { bench, type Extent } from './harness/bench.js';
import { finish, likeness, start, type Finished } from './harness/program.js';
import type { Table } from './harness/report.js';
import { figure } from './harness/statistics.js';
import { temporaryFolder } from './harness/temporary-folder.js';
import { findSplink, matchBySplink, type Splink } from './peers/splink.js';
import { BENCHMARK_DATA } from './quality/benchmark-data.js';
import { isThere, mappedSets, readDataSet } from './quality/data-set.js';
import { judgePairs } from './splink/judge.js';
import { generatedContacts, generatedLinkage, generatedNames, taskOfSet, type MatchingTask } from './splink/task.js';

const LINKAGES = [10_000, 50_000];
/** The data set used at toy size. */
const SMALL_SET = 'febrl1';
/** Percent. Both programs call a pair a match at a probability of at least 50 %. */
const LIKELIER_THAN_NOT = 50;
/** Percent, below every threshold that could be the best. */
const LOWEST = 1;

const COLUMNS = [
  '',
  'seconds',
  'CPU s',
  'MiB at the most',
  'precision',
  'recall',
  'F1',
  'best F1',
  'at threshold',
  'best by Likeness / Splink',
];

async function* tasks({ sizes }: Extent, small: boolean, notes: Set<string>): AsyncGenerator<MatchingTask> {
  const folder = BENCHMARK_DATA;
  const configuration = await loadConfiguration();
  for (const set of small ? [SMALL_SET] : mappedSets()) {
    if (isThere(folder, set)) yield taskOfSet(await readDataSet(configuration, folder, set));
    else notes.add(`SKIPPED: ${set}: ${folder} does not contain it.`);
  }
  for (const size of sizes) yield generatedContacts(size);
  for (const size of small ? sizes : LINKAGES) yield generatedLinkage(size);
  yield generatedNames(Math.min(...sizes));
}

/** @returns the fields in the file */
async function writeRows(path: string, { ids, sources, rows }: MatchingTask): Promise<string[]> {
  const fields = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const file = createWriteStream(path);
  file.write(csvLine(['id', ...(sources.length > 0 ? ['source'] : []), ...fields]));
  for (const [i, row] of rows.entries()) {
    const line = csvLine([ids[i]!, ...sources.slice(i, i + 1), ...fields.map((field) => row[field] ?? '')]);
    if (!file.write(line)) await once(file, 'drain');
  }
  file.end();
  await once(file, 'finish');
  return fields;
}

async function measured(task: MatchingTask, splink: Splink | string, notes: Set<string>): Promise<string[][]> {
  const folder = temporaryFolder('matching');
  const file = join(folder, 'rows.csv');
  const pairs = join(folder, 'pairs.csv');
  const fields = await writeRows(file, task);
  const dedupe = (...more: string[]): Promise<Finished> => {
    const source = task.sources.length > 0 ? ['--source', 'source'] : [];
    // A single field is learned from only on request.
    const learn = fields.length === 1 ? ['--learn'] : [];
    const options = ['--object', task.object, '--id', 'id', ...source, ...learn, '--out', pairs, '--json', ...more];
    return finish(start(likeness('dedupe', file, ...options)));
  };
  const run = await dedupe();
  const { atDefault } = await judgePairs(pairs, task.truth, 0);
  await dedupe('--threshold', String(LOWEST));
  const ours = await judgePairs(pairs, task.truth, LOWEST);
  const rows = [[`${task.name}: likeness`, ...costs(run), ...shares(atDefault), ...bestOf(ours), '']];
  if (typeof splink === 'string') return rows;
  const name = `${task.name}: Splink`;
  try {
    const other = await matchBySplink(splink, file, pairs);
    const theirs = await judgePairs(pairs, task.truth, LIKELIER_THAN_NOT);
    const ratio = figure(ours.best.f1 / theirs.best.f1);
    rows.push([name, ...costs(other), ...shares(theirs.atDefault), ...bestOf(theirs), ratio]);
  } catch (error) {
    const reason = (error as Error).message.trim().split('\n').at(-1)!;
    rows.push([name, 'failed', ...COLUMNS.slice(2).map(() => '-')]);
    notes.add(`${name} failed: ${reason}.`);
  }
  return rows;
}

type Judged = Awaited<ReturnType<typeof judgePairs>>;

const costs = ({ seconds, processorSeconds, peakBytes }: Finished): string[] => [
  figure(seconds),
  processorSeconds === undefined ? '-' : figure(processorSeconds),
  peakBytes === undefined ? '-' : figure(peakBytes / 2 ** 20),
];

const shares = ({ precision, recall, f1 }: Judged['atDefault']): string[] =>
  [precision, recall, f1].map((share) => share.toFixed(3));

const bestOf = ({ best: { f1, threshold } }: Judged): string[] => [f1.toFixed(3), figure(threshold)];

await bench('splink', { sizes: [10_000, 100_000], queries: 1, rounds: 1, seconds: 1 }, async (extent, small) => {
  const notes = new Set<string>();
  const splink = findSplink(!small);
  if (typeof splink === 'string') notes.add(`SKIPPED: Splink: ${splink}.`);
  const rows: string[][] = [];
  for await (const task of tasks(extent, small, notes)) {
    for (const row of await measured(task, splink, notes)) {
      console.log(row.join('  '));
      rows.push(row);
    }
  }
  const version = typeof splink === 'string' ? '' : ` ${splink.version}`;
  const table: Table = { title: `Likeness and Splink${version}, with their defaults`, columns: COLUMNS, rows };
  return {
    question: 'How do Likeness and Splink compare on the same files in time, memory and results?',
    tables: [table],
    notes: [
      '`likeness dedupe FILE --object TYPE --id id`, which learns from the rows; with `--source` for a linkage, with `--learn` for names alone. Whole processes: reading, training, matching and writing.',
      'Splink: comparisons, blocking and training as its documentation recommends for columns of each kind (`bench/peers/link_by_splink.py`), on DuckDB with all CPUs. Its threshold is 50%, like ours.',
      'Best F1: F1 at the threshold that would have been best, chosen in hindsight with the truth.',
      'Linkages: two sources with half of the rows each, which fill different columns; half of the people in the second source are in the first source, retyped.',
      ...notes,
    ],
  };
});
