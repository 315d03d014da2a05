import { defineConfig } from 'vitest/config';

/** Clients that are too large, or too demanding, for every test run: `npm run test:clients`. */
export default defineConfig({
  test: {
    include: ['test/clients/*.client.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    pool: 'forks',
  },
});
