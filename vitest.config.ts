import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { SlowestFirst } from './test/support/slowest-first.js';

/** A file's name states what its tests need: `NAME.test.ts` needs only Node, and `NAME.TIER.test.ts` needs more. */
const NEEDS_MORE = ['program', 'postgres', 'browser', 'client', 'fault', 'nightly'] as const;

/** Tests that set environment variables of their process, or count its resources. */
const OF_THEIR_OWN = ['program', 'client', 'fault', 'nightly'];

export default defineConfig({
  test: {
    reporters: ['default', './test/support/report.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['test/support/setup.ts'],
    sequence: { sequencer: SlowestFirst },
    // The limits are generous, because the tests use real servers and files on shared machines.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    restoreMocks: true,
    pool: 'forks',
    experimental: { fsModuleCache: true },
    // By default, Vitest leaves one CPU idle, which halves the speed on two CPUs.
    maxWorkers: '100%',
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: ['{test,bench}/**/*.test.ts'],
          exclude: NEEDS_MORE.map((tier) => `{test,bench}/**/*.${tier}.test.ts`),
          // One process runs many files and loads the modules once. Loading takes half of the time of a short file.
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
          // These tests spend half of their time waiting for programs, databases and pages.
          maxWorkers: availableParallelism() + 2,
          sequence: { groupOrder: 1 },
        },
      })),
    ],
  },
});
