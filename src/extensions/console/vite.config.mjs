import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { defineConfig } from 'vite';

/** Bytes below which compression saves no network packet. */
const LEAST_PACKED = 1_000;

/** Builds the console as static files in `dist/console`, which are compressed in advance. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/console/',
  logLevel: 'warn',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: '../../../dist/console',
    emptyOutDir: true,
    // The content-security policy forbids inline code.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The person who starts the service does not need the bundler's timings.
    rolldownOptions: { checks: { bundlerTimings: false } },
    target: ['chrome123', 'firefox128', 'safari17.5'],
  },
  plugins: [addresses(), packed()],
});

/** Gives the browser the URLs of the built service's endpoints, without their code. */
function addresses() {
  const name = 'virtual:addresses';
  let built = '';
  return {
    name: 'addresses',
    configResolved({ root, build }) {
      built = pathToFileURL(join(resolve(root, build.outDir), '../extensions/index.js')).href;
    },
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    async load(id) {
      if (id !== `\0${name}`) return undefined;
      const { ENDPOINTS } = await import(built);
      const all = ENDPOINTS.map(({ id, method, path }) => [id, [method, path]]);
      return `export default ${JSON.stringify(Object.fromEntries(all))}`;
    },
  };
}

function packed() {
  return {
    name: 'packed',
    writeBundle({ dir }) {
      for (const name of readdirSync(dir, { recursive: true })) {
        if (!/\.(?:html|js|css|svg)$/.test(name)) continue;
        const path = join(dir, name);
        const bytes = readFileSync(path);
        if (bytes.length < LEAST_PACKED) continue;
        writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
        writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
      }
    },
  };
}
