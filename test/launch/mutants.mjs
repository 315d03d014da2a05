/**
 * `npm run test:mutants`: puts one fault after the other into the sources, and lists those that no test notices.
 * `-- PATH ...` for some sources, `--most N` for so many mutants drawn by `--seed N`, `--tests PATH` for other tests.
 */
import { join } from 'node:path';
import { launch, root, runNode, setup } from '../../src/cli/launch/setup.mjs';

await launch(async () => {
  setup();
  process.exitCode = runNode(['--import', 'tsx', join(root, 'test', 'mutants', 'main.ts'), ...process.argv.slice(2)]);
});
