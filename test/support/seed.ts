/**
 * Seed of all random tests, the same in every run, so that failures can be repeated. `npm run test:nightly` uses a new
 * seed and prints it; `LIKENESS_TEST_SEED` sets one.
 */
export const seed = Number(process.env['LIKENESS_TEST_SEED'] ?? 20_261_128);
