import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { ENTRY_POINTS } from '../../runtime/entry-points.ts';

const sources = fileURLToPath(new URL('../..', import.meta.url));

/** Entry points for benches, fault tests and the build of the console. */
const FOR_HARNESSES = [
  'service/config/administration',
  'service/auth/auth',
  'service/auth/signing-keys',
  'store/config/load',
  'http/app',
  'extensions/index',
  'http/metrics',
  'http/request/request-body',
  'http/response/answer',
  'http/server/admission',
  'http/server/server',
  'service/index-snapshot/index-snapshots',
  'service/open',
  'store/memory-store',
  'store/open-file-store',
];

/** Packages installed with the program. All other packages are bundled, so that fewer files are read at startup. */
const INSTALLED = ['express', 'fast-levenshtein', 'double-metaphone', 'flexsearch', 'lowdb', 'pino', 'pino-http'];
/** Packages that only some users install. */
const OPTIONAL = ['@duckdb/node-api', 'apache-arrow'];

const entries = ['cli/main', 'index', ...Object.values(ENTRY_POINTS), ...FOR_HARNESSES];

/** Builds about a hundred files instead of a thousand, because linking modules took most of the startup time. */
export default defineConfig({
  root: sources,
  publicDir: false,
  logLevel: 'warn',
  ssr: { noExternal: true, external: [...INSTALLED, ...OPTIONAL] },
  build: {
    ssr: true,
    outDir: '../dist',
    emptyOutDir: false,
    minify: false,
    sourcemap: true,
    target: 'node20',
    license: { fileName: 'LICENSES.md' },
    rolldownOptions: {
      input: Object.fromEntries(entries.map((entry) => [entry, join(sources, `${entry}.ts`)])),
      // Keeps class names, because errors are identified by them.
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js', keepNames: true },
      checks: { bundlerTimings: false },
    },
  },
});
