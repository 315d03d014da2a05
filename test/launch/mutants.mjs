/**
 * `npm run test:mutants`: makes one change at a time to the sources and lists the changes that no test detects. `--
 * PATH ...` selects sources, `--most N` limits the number of mutants drawn by `--seed N`, `--tests PATH` selects the
 * tests.
 */
import { join } from 'node:path';
import { launch, root, runNode, setup } from '../../src/cli/launch/setup.mjs';

await launch(async () => {
  setup();
  process.exitCode = runNode(['--import', 'tsx', join(root, 'test', 'mutants', 'main.ts'), ...process.argv.slice(2)]);
});
