#!/usr/bin/env node
/** `npm run likeness <command>` in a clone: sets it up if needed, then runs the built program. */
import { launch, setup } from './setup.mjs';

await launch(async () => {
  setup();
  const { main } = await import('../../../dist/cli/main.js');
  await main(process.argv.slice(2));
});
