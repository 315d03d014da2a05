import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Configuration } from '../src/store/config/configuration.js';
import { loadConfiguration } from '../src/store/config/load.js';
import { textTable } from './harness/report.js';
import { temporaryFolder } from './harness/temporary-folder.js';
import { BENCHMARK_DATA } from './quality/benchmark-data.js';
import { isThere, mappedSets, readDataSet } from './quality/data-set.js';
import { shopsSet } from './labels/shops-set.js';
import { teach, type TaughtSet } from './labels/teach.js';

/**
 * `npm run bench -- labels [--sets a,b] [--answers N] [--draws N] [--data DIR]`: measures how much labels for the pairs
 * in `review.csv` improve the result. The labels come from the ground truth. Shows F1 with and without labels.
 * `--draws` is the number of random selections of pairs.
 */
const { values } = parseArgs({
  options: {
    sets: { type: 'string' },
    answers: { type: 'string', default: '50' },
    draws: { type: 'string', default: '1' },
    data: { type: 'string' },
  },
});
const folder = values.data ?? BENCHMARK_DATA;
/** The set of 50,000 rows takes minutes, so it runs only if `--sets` names it. */
const known = mappedSets().filter((name) => values.sets !== undefined || name !== 'splink_historical_50k');
const configuration = await loadConfiguration();
const rows: string[][] = [];
const work = temporaryFolder('labels');
async function run(name: string, known: Configuration, set: TaughtSet): Promise<void> {
  for (let draw = 1; draw <= Number(values.draws); draw++) {
    const { before, after, asked, same } = await teach(known, set, Number(values.answers), draw);
    const ratios = [before, after].flatMap(({ precision, recall, f1 }) => [precision, recall, f1]);
    rows.push([name, String(draw), String(asked), String(same), ...ratios.map((ratio) => ratio.toFixed(3))]);
    console.log(rows.at(-1)!.join('  '));
  }
}
const isWanted = (name: string) => values.sets === undefined || values.sets.split(',').includes(name);
for (const name of known)
  if (isWanted(name) && isThere(folder, name))
    await run(name, configuration, await readDataSet(configuration, folder, name));
if (isWanted('shops'))
  for (const seed of [1, 2, 3]) {
    const shops = await shopsSet(configuration, work, seed);
    await run(`shops ${seed}`, shops.configuration, shops.set);
  }
rmSync(work, { recursive: true, force: true });
const columns = 'set,draw,answers,same,precision,recall,F1,precision then,recall then,F1 then'.split(',');
console.log(`\n${textTable({ title: 'Answers', columns, rows })}`);
