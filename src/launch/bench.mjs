/** `npm run bench -- NAME [arguments]` runs `bench/NAME.ts`, of which `all` runs all the others; without a name they are listed. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { launch, root, runNode, setup } from './setup.mjs';

const folder = join(root, 'bench');
const names = existsSync(folder)
  ? readdirSync(folder)
      .filter((file) => file.endsWith('.ts') && !file.startsWith('.') && !file.endsWith('.d.ts'))
      .map((file) => file.slice(0, -3))
      .filter((name) => name !== 'all')
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
  process.exitCode = runNode(['--import', 'tsx', join(folder, `${name}.ts`), ...args]);
});

function list(stream) {
  stream.write(`usage: npm run bench -- NAME [arguments]\nnames: ${['all', ...names].join(', ')}\n`);
}
