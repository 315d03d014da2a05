import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { loadConfiguration } from '../src/store/config/load.js';
import { BENCHMARK_DATA } from './quality/benchmark-data.js';
import { isThere, mappedSets } from './quality/data-set.js';
import { NAME_BENCH } from './quality/name-bench.js';
import { HEADER, linesOf, page } from './quality/page.js';
import { runSet } from './quality/run.js';
import { textTable } from './harness/report.js';

/**
 * `npm run bench -- quality [--sets a,b] [--data DIR] [--no-write]`: measures match quality and writes
 * `bench/QUALITY.md`. Data sets that do not run keep their lines.
 */
const { values } = parseArgs({
  options: { sets: { type: 'string' }, data: { type: 'string' }, write: { type: 'boolean', default: true } },
  allowNegative: true,
});
const folder = values.data ?? BENCHMARK_DATA;
const known = [...mappedSets(), NAME_BENCH].sort();
const wanted = values.sets?.split(',') ?? known;
for (const name of wanted) {
  if (!known.includes(name)) throw new Error(`bench: --sets ${name}: expected one or more of ${known.join(', ')}`);
}
const target = fileURLToPath(new URL('QUALITY.md', import.meta.url));
const lines = existsSync(target) ? linesOf(readFileSync(target, 'utf8')) : new Map<string, string[][]>();
const configuration = await loadConfiguration();
const run: string[][] = [];
for (const name of wanted) {
  if (!isThere(folder, name)) {
    console.log(`${name}: skipped, because ${folder} does not contain it`);
    continue;
  }
  const cells = await runSet(configuration, folder, name);
  for (const line of cells) console.log(line.join('  '));
  run.push(...cells);
  lines.set(name, cells);
}
console.log(`\n${textTable({ title: 'Match quality', columns: HEADER, rows: run })}`);
if (values.write && run.length > 0) {
  writeFileSync(target, page(known.flatMap((name) => lines.get(name) ?? [])));
  console.log(`\nwritten: ${target}`);
}
