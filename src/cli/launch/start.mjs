/** `npm start`: loads the demo data at the first startup, serves, and prints how to call both endpoints. */
import { launch, setup } from './setup.mjs';

await launch(async () => {
  setup();
  const { main } = await import('../../../dist/cli/main.js');
  await main(['serve', '--demo', ...process.argv.slice(2)]);
});
