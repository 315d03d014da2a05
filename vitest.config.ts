import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { SlowestFirst } from './test/support/slowest-first.js';

/** The name of a file says what its tests need: `NAME.test.ts` nothing but Node, `NAME.TIER.test.ts` more. */
const NEEDS_MORE = ['program', 'postgres', 'browser', 'client', 'fault', 'nightly'] as const;

/** Tests that set the environment of their process, or count what it holds. */
const OF_THEIR_OWN = ['program', 'client', 'fault', 'nightly'];

export default defineConfig({
  test: {
    reporters: ['default', './test/support/report.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['test/support/setup.ts'],
    sequence: { sequencer: SlowestFirst },
    // Real servers, real files: generous, because the machines that run this are shared.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    restoreMocks: true,
    pool: 'forks',
    experimental: { fsModuleCache: true },
    // Vitest leaves one processor alone, which on two halves the speed.
    maxWorkers: '100%',
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: ['{test,bench}/**/*.test.ts'],
          exclude: NEEDS_MORE.map((tier) => `{test,bench}/**/*.${tier}.test.ts`),
          // One process loads the modules once for many files: half of the time of a short file is loading.
          isolate: false,
        },
      },
      ...NEEDS_MORE.map((tier) => ({
        extends: true as const,
        test: {
          name: tier,
          include: [`{test,bench}/**/*.${tier}.test.ts`],
          isolate: OF_THEIR_OWN.includes(tier),
          ...(tier === 'nightly' && { testTimeout: 1_800_000, hookTimeout: 1_800_000 }),
          // These wait half of their time, for programs, databases and pages.
          maxWorkers: availableParallelism() + 2,
          sequence: { groupOrder: 1 },
        },
      })),
    ],
  },
});
