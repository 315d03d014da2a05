import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { defineConfig } from 'vite';

/** Below this size a packed file saves no packet. */
const LEAST_PACKED = 1_000;

/** The console as static files in `dist/console`, packed here so that serving them costs nothing. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/console/',
  logLevel: 'warn',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: '../../../dist/console',
    emptyOutDir: true,
    // The content-security policy forbids what is inline.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Which of them is slow on a busy machine is no news to whoever starts the service.
    rolldownOptions: { checks: { bundlerTimings: false } },
    target: ['chrome123', 'firefox128', 'safari17.5'],
  },
  plugins: [addresses(), packed()],
});

/**
 * Brings the addresses of the endpoint objects into the browser, and nothing else of them: their code is the
 * service's. The service is built first, into the folder that the console's is in.
 */
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
