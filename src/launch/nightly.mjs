/**
 * `npm run test:nightly`: `npm test` with five times as many random cases and with what takes long, then every bench at
 * toy size; arguments go to vitest.
 */
import { join } from 'node:path';
import { root, runNode } from './setup.mjs';

process.env['LIKENESS_TEST_DRAWS'] = 'nightly';
await import('./test.mjs');
// Some have run among the tests, which look at what they found.
const benches = ['all', '--small', '--no-write', '--without', 'http,exact,peers,dedupe,soak,stalls'];
if (process.argv.length === 2 && process.exitCode === 0)
  process.exitCode = runNode([join(root, 'src/launch/bench.mjs'), ...benches]);
