import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const sources = fileURLToPath(new URL('../..', import.meta.url));
const lists = join(sources, '../data/lists');

/** Modules that are replaced, because the bundled program has no package and no other files next to it. */
const INSTEAD = {
  'runtime/entry-points': 'extensions/engines/spark/program/packed-threads',
};

/** Builds the program for the nodes of a Spark cluster: one file with all packages and lists, and Python code. */
export default defineConfig({
  root: sources,
  publicDir: join(sources, 'extensions/engines/spark/python'),
  logLevel: 'warn',
  ssr: { noExternal: true, target: 'node' },
  build: {
    ssr: true,
    outDir: '../dist/spark',
    emptyOutDir: false,
    copyPublicDir: true,
    minify: false,
    target: 'node20',
    rolldownOptions: {
      input: { 'likeness-stage': join(sources, 'extensions/engines/spark/program/stage-main.ts') },
      output: { entryFileNames: '[name].mjs', codeSplitting: false, keepNames: true },
      checks: { bundlerTimings: false },
    },
  },
  plugins: [packed()],
});

function packed() {
  return {
    name: 'packed',
    enforce: 'pre',
    async resolveId(id, importer) {
      if (importer === undefined || !id.startsWith('.')) return undefined;
      const found = await this.resolve(id, importer, { skipSelf: true });
      const path = found && Object.keys(INSTEAD).find((each) => found.id === join(sources, `${each}.ts`));
      return path ? join(sources, `${INSTEAD[path]}.ts`) : undefined;
    },
    load(id) {
      if (id !== join(sources, 'runtime/data-text.ts')) return undefined;
      const texts = readdirSync(lists).map((name) => [name, readFileSync(join(lists, name), 'utf8')]);
      return `const texts = new Map(${JSON.stringify(texts)});\nexport const dataText = (file) => texts.get(file);`;
    },
  };
}
