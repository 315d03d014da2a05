import type { Page } from 'playwright-core';
import type { Measured } from './measured.js';

const WHEELS = 60;
const JUMPS = 12;
/** Parts that only scroll. */
export const SCROLLING = ['records, wheel', 'records, scroll bar', 'records, sorted, scroll bar'];

/** Does the typical work of a data steward and an engineer. */
export async function workThrough(measured: Measured, address: string, size: number): Promise<void> {
  const { origin } = new URL(address);
  const { page } = measured;
  const view = (path: string) => page.goto(`${origin}/console/${path}`);
  await measured.measure('log in', async () => {
    await page.goto(address);
    await page.getByRole('navigation').getByRole('link', { name: 'Search' }).click();
    await page.getByLabel('Last Name', { exact: true }).press('S');
    measured.firstLoad.interactive = await page.evaluate('performance.now()');
  });
  await measured.measure('search, typed', async () => {
    await page.getByLabel('Last Name', { exact: true }).fill('');
    await page.getByLabel('Last Name', { exact: true }).pressSequentially('Smith');
    await page.getByLabel('First Name', { exact: true }).pressSequentially('Mary');
    await page.waitForLoadState('networkidle');
  });
  await measured.measure('records opened', async () => {
    await view('records/Contact');
    await rows(page);
  });
  const { x = 0, y = 0 } = (await page.locator('.grid-scroll').boundingBox()) ?? {};
  await page.mouse.move(x + 200, y + 200);
  await measured.measure('records, wheel', async () => {
    for (let i = 0; i < WHEELS; i++) await page.mouse.wheel(0, 400);
    await rows(page);
  });
  await measured.measure('records, scroll bar', async () => {
    for (let i = 0; i < JUMPS; i++) {
      await page.evaluate(scrollTo((i * 7) % JUMPS));
      await rows(page);
    }
  });
  await measured.measure('records, sorted', async () => {
    await page.getByLabel('Sort by').selectOption('LastName');
    await rows(page);
  });
  await measured.measure('records, sorted, scroll bar', async () => {
    for (let i = 0; i < JUMPS; i++) {
      await page.evaluate(scrollTo((i * 5) % JUMPS));
      await rows(page);
    }
  });
  await measured.measure('records, filtered', async () => {
    await page.getByRole('button', { name: 'Advanced' }).click();
    await page.getByLabel('Condition').pressSequentially(`Email LIKE '%${size - 1}%' OR LastName = 'Nobody'`);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Enter');
    await page.getByText(/End of the list|Scroll to load more|No matches/).waitFor();
  });
  await measured.measure('record opened', async () => {
    await view('records/Contact');
    await rows(page);
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'History' }).waitFor();
  });
  await measured.measure('review', async () => {
    await view('review');
    await page.locator('.item a').first().click();
    for (const key of 'jjnlm') {
      await page.locator('table.pair td.result').first().waitFor();
      await page.keyboard.press(key);
    }
    await page.waitForLoadState('networkidle');
  });
  await measured.measure('scenarios, preview', async () => {
    await view('scenarios/contact-default');
    await page.getByLabel('Threshold (%)').fill('60');
    await page.locator('[aria-busy=false] .chart-place svg').first().waitFor();
    await page.waitForLoadState('networkidle');
  });
  await measured.measure('overview', async () => {
    await view('overview');
    await page.getByRole('heading', { name: 'Jobs' }).waitFor();
  });
  await measured.measure('operations', async () => {
    await view('operations');
    await page.getByText('Median').first().waitFor();
  });
}

/** Waits until rows are visible. */
async function rows(page: Page): Promise<void> {
  await page.locator('.grid-body [role=row] a').first().waitFor();
  await page.locator('.cell-name').filter({ hasText: /^…$/ }).first().waitFor({ state: 'detached' });
}

const scrollTo = (twelfth: number): string =>
  `document.querySelector('.grid-scroll').scrollTop = ` +
  `document.querySelector('.grid-body').offsetHeight * ${twelfth / JUMPS}`;
