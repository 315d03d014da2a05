import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, it } from 'vitest';
import { serveForAll } from '../../http/serve.js';

/** Maximum bytes, with Brotli, that a browser loads before it can show anything. */
const FIRST_LOAD = 90_000;
/** Maximum additional bytes to show the first charts. */
const CHARTS = 100_000;
const BUILT = fileURLToPath(new URL('../../../dist/console', import.meta.url));
const CHART_SOURCES = fileURLToPath(new URL('../../../src/files/charts', import.meta.url));

let page: string;
const served = serveForAll();
beforeAll(() => {
  page = readFileSync(join(BUILT, 'index.html'), 'utf8');
});

const get = (path: string, headers: Record<string, string> = {}) =>
  served.call('GET', path, { headers: { authorization: undefined, ...headers } });

it('the first load is small', () => {
  const sent = ['index.html', ...loadedBy(page)].map((file) => {
    const sizes = [file, `${file}.br`].map((name) => statSync(join(BUILT, name), { throwIfNoEntry: false })?.size);
    return Math.min(...sizes.filter((size) => size !== undefined));
  });
  expect(sent.length).toBeGreaterThan(2);
  expect(sent.reduce((sum, size) => sum + size, 0)).toBeLessThan(FIRST_LOAD);
});

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
