import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, it } from 'vitest';
import { serveForAll } from '../../http/serve.js';

/** Maximum bytes, with Brotli, that a browser loads before it shows a view, in any language. */
const FIRST_LOAD = 90_000;
/** Maximum additional bytes to show the first charts. */
const CHARTS = 100_000;
const BUILT = fileURLToPath(new URL('../../../dist/console', import.meta.url));
const CHART_SOURCES = fileURLToPath(new URL('../../../src/files/charts', import.meta.url));

let page: string;
const served = serveForAll();
beforeAll(() => {
  page = read('index.html');
});

const get = (path: string, headers: Record<string, string> = {}) =>
  served.call('GET', path, { headers: { authorization: undefined, ...headers } });

it.each(['overview', 'search', 'import', 'review', 'records', 'scenarios', 'operations', 'settings'])(
  'the first load of %s is small',
  (view) => {
    const [entry = ''] = loadedBy(page).filter((name) => name.endsWith('.js'));
    const late = [...read(entry).matchAll(/import\(`\.\/([^`]+)`\)/g)].map((match) => `assets/${match[1]}`);
    const named = (name: string) => late.filter((file) => file.startsWith(`assets/${name}-`));
    const [own = '', ...others] = named(view);
    expect([own !== '', others]).toEqual([true, []]);
    const size = (files: readonly string[]): number =>
      [...new Set(files.flatMap(withImports))].reduce((sum, file) => sum + packedSize(file), 0);
    const languages = [...named('de'), ...named('nl')].map(packedSize);
    expect(languages).toHaveLength(2);
    const first = size(['index.html', ...loadedBy(page), own]);
    expect(first).toBeGreaterThan(30_000);
    expect(first + Math.max(...languages)).toBeLessThan(FIRST_LOAD);
  },
);

it('charts are loaded when one is shown, and small', () => {
  const first = new Set(loadedBy(page).map((name) => name.replace('assets/', '')));
  const charts = new Set(readdirSync(CHART_SOURCES).map((name) => name.replace(/\.ts$/, '')));
  const isOfCharts = (name: string): boolean => charts.has(name.replace(/-[\w-]{8}\.js$/, ''));
  const late = readdirSync(join(BUILT, 'assets')).filter((name) => isOfCharts(name) && !first.has(name));
  const sizes = late.map((name) => statSync(join(BUILT, 'assets', `${name}.br`), { throwIfNoEntry: false })?.size ?? 0);
  expect(Math.max(...sizes)).toBeGreaterThan(20_000);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(CHARTS);
});

it('nothing is inline, and nothing comes from elsewhere', () => {
  expect(page).not.toMatch(/<style|\sstyle=|\son\w+=|https?:\/\//);
  expect([...page.matchAll(/<script\b[^>]*>([^<]*)<\/script>/g)].map((match) => match[1])).toEqual(['']);
});

it('assets are sent packed and for ever, the page by its ETag, at every address of a view', async () => {
  const [script = ''] = loadedBy(page).filter((name) => name.endsWith('.js'));
  const packed = await get(`/console/${script}`, { 'accept-encoding': 'br' });
  expect(packed.status).toBe(200);
  expect(packed.headers.get('content-encoding')).toBe('br');
  expect(packed.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(packed.headers.get('content-security-policy')).toContain("default-src 'self'");
  for (const path of ['/console', '/console/', '/console/records/Contact/003000000000001AAA']) {
    const whole = await get(path);
    expect([whole.status, whole.headers.get('cache-control')]).toEqual([200, 'no-cache']);
    const again = await get(path, { 'if-none-match': whole.headers.get('etag')! });
    expect([again.status, again.text]).toEqual([304, '']);
  }
});

it('no other file of the machine is served', async () => {
  for (const name of ['..%2findex.html', '%2e%2e/index.html', 'index.html', '.built', 'nothing.js'])
    expect((await get(`/console/assets/${name}`)).text).not.toContain('node_modules');
  expect((await get('/console/assets/nothing.js')).status).toBe(404);
  expect(readdirSync(BUILT)).toContain('index.html');
});

function loadedBy(html: string): string[] {
  return [...html.matchAll(/(?:src|href)="\/console\/([^"]+)"/g)].map((match) => match[1]!);
}

const read = (name: string): string => readFileSync(join(BUILT, name), 'utf8');

/** A file, and all that it imports before it runs. */
function withImports(name: string): string[] {
  if (!name.endsWith('.js')) return [name];
  const imported = [...read(name).matchAll(/from"\.\/([^"]+)"/g)].map((match) => `assets/${match[1]}`);
  return [name, ...imported.flatMap(withImports)];
}

function packedSize(file: string): number {
  const sizes = [file, `${file}.br`].map((name) => statSync(join(BUILT, name), { throwIfNoEntry: false })?.size);
  return Math.min(...sizes.filter((size) => size !== undefined));
}
