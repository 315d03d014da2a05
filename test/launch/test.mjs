/**
 * `npm test`: sets up the clone, then runs the tests that need only Node. Arguments are passed to vitest (`npm test --
 * test/cli`, `npm test -- test/http --project postgres`). A test file given by name runs even if it needs more.
 */
import { join } from 'node:path';
import { launch, root, runNode, setup } from '../../src/cli/launch/setup.mjs';

await launch(async () => {
  setup();
  const args = process.argv.slice(2);
  const isChosen = args.some((arg) => arg.startsWith('--project') || /\.\w+\.test\b/.test(arg));
  const projects = isChosen ? [] : ['--project', 'node'];
  process.exitCode = runNode([join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', ...projects, ...args]);
});
