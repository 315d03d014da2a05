/** `npm run bench -- NAME [arguments]` runs `bench/NAME.ts`; `all` runs all. Without a name, lists the benches. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { launch, root, runNode, setup } from '../src/cli/launch/setup.mjs';

const folder = join(root, 'bench');
const names = existsSync(folder)
  ? readdirSync(folder)
      .filter((file) => file.endsWith('.ts') && !file.startsWith('.') && !/\.(?:d|test)\.ts$/.test(file))
      .map((file) => file.slice(0, -3))
      .filter((name) => name !== 'all')
      .sort()
  : [];

const COMMON_OPTIONS = `Options of every bench but quality:
  --size 10000,100000  numbers of records; the bench runs once for each
  --queries N          number of searches, or of other operations in the bench
  --rounds N           number of repetitions; the bench shows their median and range
  --seconds N          seconds of load in each measurement (or --minutes N)
  --small              a toy size, which only proves that the bench works`;

await launch(async () => {
  const [name, ...args] = process.argv.slice(2);
  if (name === undefined || name === '--help') return list(process.stdout);
  if (name !== 'all' && !names.includes(name)) {
    process.stderr.write(`likeness: there is no benchmark '${name}'\n`);
    list(process.stderr);
    process.exitCode = 2;
    return;
  }
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(`${about(name)}\n\n${COMMON_OPTIONS}\n`);
    return;
  }
  setup();
  process.exitCode = runNode(['--import', 'tsx', join(folder, `${name}.ts`), ...args]);
});

/** Returns the first comment of the file, which says what it measures. */
function about(name) {
  const text = readFileSync(join(folder, `${name}.ts`), 'utf8');
  const from = text.indexOf('/**') + 3;
  return text
    .slice(from, text.indexOf('*/', from))
    .split('\n')
    .map((line) => (line.trim().startsWith('*') ? line.trim().slice(1).trim() : line.trim()))
    .join('\n')
    .trim();
}

function list(stream) {
  const width = Math.max(...names.map((name) => name.length));
  const lines = ['all', ...names].map((name) => {
    const [sentence] = about(name)
      .replace(/\s+/g, ' ')
      .split(/(?<=[.?]) /);
    return `  ${name.padEnd(width)}  ${sentence}`;
  });
  stream.write(`usage: npm run bench -- NAME [options], or NAME --help\n\n${lines.join('\n')}\n`);
}
