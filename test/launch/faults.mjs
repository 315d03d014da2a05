/**
 * `npm run test:faults`: breaks the service in every way that a machine can break, and counts what is lost. Arguments
 * go to the program; `--help` lists them.
 */
import { join } from 'node:path';
import { launch, root, runNode, setup } from '../../src/cli/launch/setup.mjs';

await launch(async () => {
  setup();
  process.exitCode = runNode(['--import', 'tsx', join(root, 'test', 'faults', 'main.ts'), ...process.argv.slice(2)]);
});
