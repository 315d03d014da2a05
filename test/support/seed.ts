/**
 * Seed of all random tests: the same in every run, so that a failure comes again. `npm run test:nightly` draws
 * a new one and prints it; `LIKENESS_TEST_SEED` sets one.
 */
export const seed = Number(process.env['LIKENESS_TEST_SEED'] ?? 20_261_128);
