/**
 * `npm run pictures -- [FOLDER] [--all]`: takes screenshots of the demo data in Chromium for README.md and the
 * console's page. `--all` takes every view, light and dark, wide and narrow. CHROMIUM names another browser.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { launch, root, setup, SetupError } from '../../src/cli/launch/setup.mjs';
import { walk } from './steward-path.mjs';

const [given] = process.argv.slice(2).filter((arg) => !arg.startsWith('--'));
const folder = resolve(given ?? join(root, 'data', 'pictures'));
const SIGNATURE = 'Jim Martinez\nWilliams and Anderson\njames.martinez@williamsanderson.example';

await launch(async () => {
  setup();
  mkdirSync(folder, { recursive: true });
  const data = mkdtempSync(join(tmpdir(), 'likeness-pictures-'));
  const launcher = join(root, 'src/cli/launch/likeness.mjs');
  const args = ['serve', '--demo', '--port', '0', '--data', data];
  const server = spawn(process.execPath, [launcher, ...args], { stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    await take(await addressFrom(server.stdout));
  } finally {
    const ended = new Promise((done) => server.once('exit', done));
    server.kill('SIGTERM');
    await ended;
    rmSync(data, { recursive: true, force: true });
  }
});

async function addressFrom(stdout) {
  let text = '';
  for await (const chunk of stdout) {
    text += chunk;
    // The last line may be incomplete.
    const line = text
      .split('\n')
      .slice(0, -1)
      .find((each) => each.startsWith('open '));
    if (line !== undefined) {
      stdout.resume();
      return line.slice('open '.length);
    }
  }
  throw new SetupError('the service exited before it printed its address');
}

async function take(address) {
  const { chromium } = await import('playwright-core');
  const { tsImport } = await import('tsx/esm/api');
  const { findBrowser } = await tsImport('./find-browser.ts', import.meta.url);
  const { origin } = new URL(address);
  const executablePath = findBrowser();
  if (executablePath === undefined)
    throw new SetupError('Chromium is not installed: run apt-get install chromium, or set CHROMIUM to its path');
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  const shoot = async (name, { theme = 'light', width = 1200, height = 780 }, path, ready, act) => {
    const page = await context.newPage();
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: theme });
    await page.goto(path.startsWith('http') ? path : origin + path);
    await page.getByText(ready).first().waitFor();
    await act?.(page);
    await page.waitForLoadState('networkidle');
    const png = await page.screenshot();
    await page.close();
    writeFileSync(join(folder, `${name}.webp`), await packed(png));
  };
  const context = await browser.newContext({ locale: 'en-GB' });
  // Skips the tour, which would cover the views.
  await context.addInitScript({ content: `localStorage.setItem('likeness.tour', 'seen')` });
  const blank = await context.newPage();
  // The browser converts the picture to WebP, half the size of PNG.
  const packed = async (png) => {
    const base64 = await blank.evaluate(`(async () => {
      const picture = await createImageBitmap(await (await fetch('data:image/png;base64,${png.toString('base64')}')).blob());
      const canvas = Object.assign(document.createElement('canvas'), { width: picture.width, height: picture.height });
      canvas.getContext('2d').drawImage(picture, 0, 0);
      return canvas.toDataURL('image/webp', 0.9).split(',')[1];
    })()`);
    return Buffer.from(base64, 'base64');
  };
  const views = {
    overview: [address, 'Jobs'],
    operations: ['/console/operations', 'Median'],
    search: ['/console/search', 'Paste an address', searched],
    records: ['/console/records/Contact#sort=LastModifiedDate+DESC', 'records.'],
    record: ['/console/records/Contact', 'records.', openFirst],
    groups: ['/console/review#kind=groups', 'Sort by'],
    file: ['/console/import', 'CSV', dropFile],
    scenarios: ['/console/scenarios', 'Threshold'],
    scenario: ['/console/scenarios/contact-default', 'Threshold', lowerThreshold],
  };
  await shoot('overview', { theme: 'dark' }, ...views.overview);
  views.overview[0] = '/console/overview';
  await shoot('search', {}, ...views.search);
  await shoot('records', {}, ...views.records);
  const steward = await context.newPage();
  await steward.setViewportSize({ width: 1200, height: 780 });
  await steward.goto(`${origin}/console/overview`);
  await walk(steward, async (name) => {
    await steward.waitForLoadState('networkidle');
    writeFileSync(join(folder, `${name}.webp`), await packed(await steward.screenshot()));
  });
  await steward.close();
  await shoot('overview', { theme: 'dark' }, ...views.overview);
  for (const theme of process.argv.includes('--all') ? ['light', 'dark'] : [])
    for (const [name, view] of Object.entries(views)) {
      await shoot(`${name}-${theme}`, { theme, width: 1280, height: 900 }, ...view);
      await shoot(`${name}-${theme}-320`, { theme, width: 320, height: 900 }, ...view);
    }
  await browser.close();
}

async function searched(page) {
  await page.getByLabel('Object').selectOption('Lead');
  await page.getByLabel('Company', { exact: true }).waitFor();
  await page.getByLabel(/^Paste/).fill(SIGNATURE);
  await page.locator('.match').first().click();
  await page.getByRole('heading', { name: /How the score/ }).waitFor();
}

async function openFirst(page) {
  await page.locator('.grid-body a').first().click();
  await page.getByRole('heading', { name: 'History' }).waitFor();
}

async function dropFile(page) {
  const buffer = Buffer.from('First name,Surname,E-mail,Town\nJim,Martinez,jim@example.com,Leeds\nAda,Byron,,York\n');
  await page.locator('input[type=file]').setInputFiles({ name: 'contacts.csv', mimeType: 'text/csv', buffer });
  await page.getByText('Surname').first().waitFor();
}

async function lowerThreshold(page) {
  await page.getByLabel('Threshold (%)').fill('60');
  await page.locator('[aria-busy=false] .chart-place svg').first().waitFor();
}
