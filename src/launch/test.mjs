/** `npm test`: sets the clone up, then runs the tests; arguments go to vitest (`npm test -- test/cli`). */
import { join } from 'node:path';
import { launch, root, runNode, setup } from './setup.mjs';

await launch(async () => {
  setup();
  process.exitCode = runNode([join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', ...process.argv.slice(2)]);
});
