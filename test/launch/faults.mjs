/** `npm run test:faults`: injects every kind of fault into the service and counts losses. See `--help`. */
import { join } from 'node:path';
import { launch, root, runNode, setup } from '../../src/cli/launch/setup.mjs';

await launch(async () => {
  setup();
  process.exitCode = runNode(['--import', 'tsx', join(root, 'test', 'faults', 'main.ts'), ...process.argv.slice(2)]);
});
