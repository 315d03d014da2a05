/** `npm run bench -- NAME [arguments]` runs `bench/NAME.ts`; `all` runs every one; without a name they are listed. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { launch, root, runNode, setup } from './setup.mjs';

const folder = join(root, 'bench');
const names = existsSync(folder)
  ? readdirSync(folder)
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))
      .map((file) => file.slice(0, -3))
      .sort()
  : [];

await launch(async () => {
  const [name, ...args] = process.argv.slice(2);
  if (name === undefined || name === '--help') return list(process.stdout);
  if (name !== 'all' && !names.includes(name)) {
    process.stderr.write(`likeness: there is no benchmark '${name}'\n`);
    list(process.stderr);
    process.exitCode = 2;
    return;
  }
  setup();
  for (const each of name === 'all' ? names : [name]) {
    if (name === 'all') process.stdout.write(`\n== ${each}\n`);
    const status = runNode(['--import', 'tsx', join(folder, `${each}.ts`), ...args]);
    if (status !== 0) process.exitCode = status;
  }
});

function list(stream) {
  stream.write(`usage: npm run bench -- NAME [arguments]\nnames: ${['all', ...names].join(', ')}\n`);
}
