import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

/** `LIKENESS_MUTANT`: `{ file, from, to, by }` as JSON, with the absolute path of the file. */
const { file, from, to, by } = JSON.parse(process.env['LIKENESS_MUTANT'] ?? '{}') as {
  readonly file?: string;
  readonly from: number;
  readonly to: number;
  readonly by: string;
};

const mutate: Plugin = {
  name: 'likeness-mutant',
  enforce: 'pre',
  transform: (code, id) => (id === file ? { code: code.slice(0, from) + by + code.slice(to), map: null } : undefined),
};

export default defineConfig({
  plugins: [mutate],
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['**/*.{program,postgres,browser,client,fault,nightly}.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['test/support/setup.ts'],
    pool: 'forks',
    isolate: false,
    maxWorkers: 1,
    bail: 1,
    // A mutant may cause an endless loop.
    testTimeout: 60_000,
  },
});
