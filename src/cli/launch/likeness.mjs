#!/usr/bin/env node
/**
 * The command line in a clone: `npm run likeness <command>`. Sets the clone up when needed, then hands over to the built
 * program.
 */
import { launch, setup } from './setup.mjs';

await launch(async () => {
  setup();
  const { main } = await import('../../../dist/cli/main.js');
  await main(process.argv.slice(2));
});
