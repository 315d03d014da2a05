/** `npm run test:nightly`: `npm test` with five times as many random cases; arguments go to vitest. */
process.env['LIKENESS_TEST_DRAWS'] = 'nightly';
await import('./test.mjs');
