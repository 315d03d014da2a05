import { rmSync } from 'node:fs';
import { Writable } from 'node:stream';
import { run } from '../src/cli/main.js';
import { textTable } from './harness/report.js';
import { temporaryFolder } from './harness/temporary-folder.js';
import { judgedFiles } from './grounds/files.js';
import { isHonest, judge, type Clean } from './grounds/judge.js';
import { parseArgs } from 'node:util';

/** `npm run bench -- grounds [--seed N] [--only NAME]`: compares merges and estimated quality with the truth. */
const { values } = parseArgs({ options: { seed: { type: 'string' }, only: { type: 'string' } } });
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
const percent = (share: number) => (share * 100).toFixed(1);
const folder = temporaryFolder('grounds');
const rows: string[][] = [];
for (const file of judgedFiles(Number(values.seed ?? 1))) {
  if (values.only !== undefined && file.name !== values.only) continue;
  const found = await judge(file, clean, `${folder}/${file.name.replaceAll(' ', '-')}`);
  const { told, pairs, right, same } = found;
  const [low, high] = told.expected?.precisionInterval ?? [];
  rows.push([
    ...[file.name, String(found.code), String(told.rows), String(told.rows - told.merged), String(told.review)],
    ...[String(pairs), pairs === 0 ? '' : percent(right / pairs), same === 0 ? '' : percent(right / same)],
    low === undefined ? '' : `${percent(told.expected!.precision)} (${percent(low)}-${percent(high!)})`,
    ...[isHonest(found) ? 'yes' : 'NO', String(found.again), found.isSteady ? 'yes' : 'NO'],
  ]);
}
rmSync(folder, { recursive: true, force: true });
const columns = 'file,code,rows,records,review,pairs,precision,recall,expected,honest,again,steady'.split(',');
console.log(textTable({ title: 'Grounds', columns, rows }));
