import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Real servers, real files: generous, because the machines that run this are shared.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    pool: 'forks',
    // Vitest leaves one processor alone, which on two halves the speed.
    maxWorkers: '100%',
  },
});
