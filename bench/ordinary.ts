import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { run } from '../src/cli/main.js';
import type { Clean } from './grounds/judge.js';
import { textTable } from './harness/report.js';
import { temporaryFolder } from './harness/temporary-folder.js';
import { listFile, logFile, type OrdinaryFile } from './ordinary/file.js';
import { isLeft, isRight, judge } from './ordinary/judge.js';
import { lists, logs } from './ordinary/shapes.js';

/**
 * `npm run bench -- ordinary [--size 50,300,3000,12000] [--only NAME] [--seed N] [--logs] [--lists] [--show N]`: runs
 * `clean` without options on exports of fifty-two common programs with duplicate people, and on twenty logs, and
 * compares the result with the truth. `--show N` prints N wrong pairs.
 */
const { values } = parseArgs({
  options: {
    size: { type: 'string', default: '50,300,3000,12000' },
    only: { type: 'string' },
    seed: { type: 'string', default: '1' },
    show: { type: 'string', default: '0' },
    logs: { type: 'boolean' },
    lists: { type: 'boolean' },
  },
});
const clean: Clean = async (args) => {
  const texts = { stdout: '', stderr: '' };
  const into = (name: keyof typeof texts) =>
    new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        texts[name] += chunk.toString();
        done();
      },
    });
  const code = await run(args, { stdout: into('stdout'), stderr: into('stderr') });
  return { code, ...texts };
};
const folder = temporaryFolder('ordinary');
const sizes = values.size.split(',').map(Number);
const SHARES = [0.05, 0.1, 0.15, 0.2, 0.3];
const columns = ['shape', 'rows', 'right', 'recall', 'precision', 'merged', 'seconds', 'said'];
const isAsked = (name: string) => values.only === undefined || name.toLowerCase().includes(values.only.toLowerCase());

async function run1(file: OrdinaryFile, isFine: typeof isRight): Promise<{ cells: string[]; isFine: boolean }> {
  const found = await judge(file, clean, `${folder}/${file.shape.name.replaceAll(/\W+/g, '-')}-${file.rows.length}`);
  const fine = isFine(found);
  const shown = Number(values.show);
  for (const [kind, pairs] of [
    ['strangers merged', found.wrong],
    ['not merged', found.missed],
  ] as const)
    for (const pair of pairs.slice(0, shown)) {
      console.log(`${file.shape.name} ${file.rows.length}: ${kind}`);
      for (const row of pair) console.log(`  ${row + 1}: ${file.rows[row]!.join(' | ')}`);
    }
  return {
    isFine: fine,
    cells: [
      ...[file.shape.name, String(file.rows.length), fine ? 'yes' : 'NO', found.recall.toFixed(3)],
      ...[found.precision.toFixed(3), String(found.merged), found.seconds.toFixed(1), found.said.slice(0, 110)],
    ],
  };
}

for (const [title, isWanted, shapes, fine, make] of [
  ['Lists', values.logs !== true, lists, isRight, listFile],
  ['Logs', values.lists !== true, logs, isLeft, (shape, size, _share, seed) => logFile(shape, size, seed)],
] as readonly (readonly [string, boolean, typeof lists, typeof isRight, typeof listFile])[]) {
  if (!isWanted) continue;
  const rows: string[][] = [];
  let right = 0;
  for (const [i, shape] of shapes.entries()) {
    if (!isAsked(shape.name)) continue;
    for (const [j, size] of sizes.entries()) {
      const seed = Number(values.seed) * 1_000_003 + i * 101 + j;
      const one = await run1(make(shape, size, SHARES[(i + j) % SHARES.length]!, seed), fine);
      rows.push(one.cells);
      if (one.isFine) right++;
      console.error(one.cells.join('  '));
    }
  }
  console.log(
    `${textTable({ title, columns, rows })}\n${right} of ${rows.length} ${title.toLowerCase()} come out right\n`,
  );
}
