/**
 * `npm run test:clients [-- --install] [--folder F]`: tests both endpoints with the platform's own command line, which
 * is too large for the lock file and for normal test runs.
 *
 * `--install` first installs the command line and its Node into a folder outside the clone (about 500 MB). Otherwise,
 * an existing installation is used.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { launch, root, runNode, setup } from '../../src/cli/launch/setup.mjs';

const CLI = '@salesforce/cli@2.146.3';
const LEAST_NODE = 22;
/** npm package with the Node binary, for machines with an older Node. */
const NODE = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
const NODE_VERSION = '22.23.3';

await launch(async () => {
  let options;
  try {
    options = parseArgs({ options: { install: { type: 'boolean' }, folder: { type: 'string' } } }).values;
  } catch {
    process.stderr.write('usage: npm run test:clients [-- --install] [--folder F]\n');
    process.exitCode = 2;
    return;
  }
  const known = options.folder ?? process.env['LIKENESS_PLATFORM_CLI'] ?? join(tmpdir(), 'likeness-platform-cli');
  const folder = resolve(known);
  const needsNode = Number(process.versions.node.split('.')[0]) < LEAST_NODE;
  if (options.install) install(folder, needsNode);
  setup({ build: false });
  const binary = join(folder, 'node_modules', NODE, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  process.env['LIKENESS_PLATFORM_CLI'] = folder;
  process.env['LIKENESS_PLATFORM_CLI_NODE'] = needsNode && existsSync(binary) ? binary : process.execPath;
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  process.exitCode = runNode([vitest, 'run', '--config', 'test/clients/vitest.config.ts', '--reporter', 'verbose']);
});

function install(folder, needsNode) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const packages = [CLI, ...(needsNode ? [`${NODE}@${NODE_VERSION}`] : [])];
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-save'];
  const { status } = spawnSync(npm, ['install', ...flags, ...packages], {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`npm could not install ${packages.join(' and ')} into ${folder}`);
}
