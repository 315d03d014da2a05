import { defineConfig } from 'vitest/config';

/** Tests with clients that are too large for the normal test run: `npm run test:clients`. */
export default defineConfig({
  test: { include: ['test/clients/*.client.ts'], testTimeout: 120_000, hookTimeout: 120_000, pool: 'forks' },
});
