import { defineConfig } from 'vitest/config';

/**
 * Tests that start programs or count what a process holds: a process of its own each.
 */
const OF_THEIR_OWN = [
  ...['bench', 'cli', 'console', 'deploy', 'faults', 'fuzz', 'packages'].map((folder) => `test/${folder}/**/*.test.ts`),
  'test/http/hostile-work.test.ts',
  // These set the environment for tests that they import.
  'test/store/postgres/contract.test.ts',
  'test/workers/contract.test.ts',
];

export default defineConfig({
  test: {
    reporters: ['default', './test/support/slowest-files.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    // Real servers, real files: generous, because the machines that run this are shared.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 120_000 } },
    restoreMocks: true,
    pool: 'forks',
    // Vitest leaves one processor alone, which on two halves the speed.
    maxWorkers: '100%',
    projects: [
      { extends: true, test: { name: 'programs', include: OF_THEIR_OWN } },
      // One process loads the modules once for many files: half of the time of a short file is loading.
      {
        extends: true,
        test: { name: 'modules', include: ['test/**/*.test.ts'], exclude: OF_THEIR_OWN, isolate: false },
      },
    ],
  },
});
