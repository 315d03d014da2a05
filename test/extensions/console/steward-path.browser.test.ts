import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { walk } from '../../../bench/console/steward-path.mjs';
import { Contacts } from '../../../bench/synthetic/contacts.js';
import { cases } from '../../support/draws.js';
import { inBrowser, Site } from './browser.js';

const ROWS = 1_000;
const DUPLICATES = 100;

/** A file of people. The last rows repeat earlier rows in capitals. */
function messyFile() {
  const contacts = new Contacts();
  const people: string[][] = [];
  for (let i = 0; people.length < ROWS - DUPLICATES; i++) {
    const { FirstName, LastName, Email, Phone } = contacts.values(i) as Record<string, string | undefined>;
    if (Email && Phone) people.push([`${FirstName} ${LastName}`, Email, Phone]);
  }
  const again = people.slice(0, DUPLICATES).map((cells) => cells.map((cell) => cell.toUpperCase()));
  const rows = [['Name', 'E-Mail', 'Telefon'], ...people, ...again];
  const buffer = Buffer.from(rows.map((cells) => cells.join(';')).join('\n'));
  return { name: 'fair.csv', mimeType: 'text/csv', buffer };
}

async function chooseFile(page: Page, open: () => Promise<void>): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), open()]);
  await chooser.setFiles(messyFile());
  await page.getByRole('heading', { name: 'fair.csv' }).waitFor();
}

async function reviewAll(page: Page, mergeShown: () => Promise<void>): Promise<void> {
  const open = page.getByText(/^\d+ open$/);
  await open.waitFor();
  for (let left = Number.parseInt((await open.textContent())!); left > 0;) {
    await page.locator('.item').first().waitFor();
    await mergeShown();
    await page.getByText(/\d+ decided\./).waitFor();
    await expect.poll(async () => Number.parseInt((await open.textContent())!)).toBeLessThan(left);
    left = Number.parseInt((await open.textContent())!);
  }
}

function isReviewed({ served: { likeness } }: Site): void {
  expect(likeness.suspectedPairs({ page: 1, pageSize: 1 }).totalSize).toBe(0);
  expect(likeness.statistics().store.records).toBeLessThanOrEqual(ROWS - DUPLICATES);
}

inBrowser('the way of a steward', () => {
  it('leads from a file to ten merges that were looked at in at most 40 clicks', async () => {
    const site = await Site.open();
    const { page } = await site.visit();
    expect(await walk(page)).toBeLessThanOrEqual(40);
    expect(site.served.likeness.review.decisions({ verdict: 'duplicate', pageSize: 50 }).records).toHaveLength(10);
  });

  it.each(cases(1, [390, 1280]))(
    'leads from 1,000 rows to all duplicates merged in 15 clicks, %d wide',
    async (width) => {
      const site = await Site.open();
      const { page } = await site.visit();
      await page.setViewportSize({ width, height: 800 });
      let clicks = 0;
      const click = async (role: 'button' | 'link', name: string | RegExp) => {
        clicks += 1;
        await page.getByRole(role, { name }).first().click();
      };
      await click('link', 'Import');
      // One click opens the browser's file dialog, another chooses the file.
      clicks += 2;
      await chooseFile(page, () => page.locator('input[type=file]').click());
      clicks += 2;
      await page
        .getByLabel('When a row matches an existing record')
        .selectOption('Create a record and send it to review');
      await click('button', 'Import as Contacts');
      await click('link', 'Review now');
      await reviewAll(page, async () => {
        clicks += 1;
        await page.getByRole('region', { name: 'Bulk actions' }).getByRole('checkbox').click();
        await page.getByText(/^[1-9]\d* selected/).waitFor();
        await click('button', /^Merge/);
      });
      expect(clicks).toBeLessThanOrEqual(15);
      isReviewed(site);
    },
  );

  it.each(cases(1, [1280, 390]))('the same by at most 60 keys, %d wide', async (width) => {
    const site = await Site.open();
    const { page } = await site.visit();
    await page.setViewportSize({ width, height: 800 });
    let keys = 0;
    const press = async (...all: readonly string[]) => {
      for (const key of all) {
        keys += 1;
        await page.keyboard.press(key);
      }
    };
    await press('g', 'i');
    await page.getByText('choose one').waitFor();
    // Keystrokes in the browser's file dialog: the name and Enter.
    keys += 'fair.csv'.length + 1;
    await chooseFile(page, () => press('/', 'Enter'));
    await page.getByRole('button', { name: 'Import as Contacts' }).waitFor();
    await press('d', 'C', 'Escape');
    await page.getByText('listed under Review as a possible duplicate').waitFor();
    await press('i');
    await page.getByRole('link', { name: 'Review now' }).waitFor();
    await press('v');
    await reviewAll(page, () => press('a', 'm'));
    expect(keys).toBeLessThanOrEqual(60);
    isReviewed(site);
  });
});
