/**
 * `npm run test:nightly`: runs all tests, including slow ones, with a new seed and ten times as many random cases. Then
 * runs every bench at toy size, the platform's own command line, and sixty mutants. Arguments are passed to vitest.
 */
import { join } from 'node:path';
import { launch, root, runNode, setup } from '../../src/cli/launch/setup.mjs';

await launch(async () => {
  setup();
  process.env['LIKENESS_TEST_DRAWS'] = 'nightly';
  process.env['LIKENESS_TEST_SEED'] ??= String(Date.now() % 1_000_000_000);
  const seed = `LIKENESS_TEST_SEED=${process.env['LIKENESS_TEST_SEED']}`;
  process.stderr.write(`likeness: ${seed}\n`);
  const args = process.argv.slice(2);
  process.exitCode = runNode([join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', ...args]);
  process.stderr.write(`likeness: the same random cases again: ${seed} npm run test:nightly\n`);
  if (args.length > 0 || process.exitCode !== 0) return;
  // Some benches run as tests, which check their results.
  const benches = ['all', '--small', '--no-write', '--without', 'http,exact,peers,dedupe,soak,stalls'];
  process.exitCode = runNode([join(root, 'bench/run.mjs'), ...benches]);
  if (process.exitCode === 0) process.exitCode = runNode([join(root, 'test/launch/clients.mjs'), '--install']);
  const mutants = ['--most', '60', '--seed', process.env['LIKENESS_TEST_SEED']];
  if (process.exitCode === 0) process.exitCode = runNode([join(root, 'test/launch/mutants.mjs'), ...mutants]);
});
