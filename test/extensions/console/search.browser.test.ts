import { beforeAll, expect, it } from 'vitest';
import { seriousFaults } from './axe.js';
import { Gate } from '../../support/gate.js';
import { expectText, inBrowser, ROBERT, Site } from './browser.js';

const SEARCHING = { path: '/console/search' };

inBrowser('searching in the console', () => {
  const site = Site.forAll({
    files: { 'objects.json': [{ name: 'Lead', keyPrefix: '00Q', fields: [], maxResults: 2 }] },
  });
  let robert: string;
  let other: string;
  beforeAll(async () => {
    robert = await site.save('Contact', ROBERT);
    for (const FirstName of ['Ngozi', 'Tunde', 'Wale'])
      await site.save('Lead', { FirstName, LastName: 'Adeyemi', Company: `${FirstName} Ltd` });
    other = await site.save('Contact', { FirstName: 'Ana', LastName: 'García', Email: 'ana@example.org' });
  });

  it('goes from the printed address to a first result with its waterfall', async () => {
    const { page } = await site.visit(undefined, SEARCHING);
    await page.getByLabel('Last Name', { exact: true }).fill('Smith');
    await page.getByLabel('First Name', { exact: true }).fill('Bob');
    await page.getByLabel('Email', { exact: true }).fill('bob@example.com');
    await page.getByRole('button', { name: /Robert Smyth/ }).click();
    const waterfall = page.getByRole('table', { name: /Contact Default/ });
    await page.getByRole('button', { name: /^Contact Default/ }).click();
    await waterfall.getByRole('cell', { name: 'robert' }).waitFor();
    await expectText(page, 'Side by side');
    expect(await page.locator('mark').count()).toBeGreaterThan(0);
    // The one-time code is removed. The query is in the fragment, which browsers do not send to the server.
    const address = new URL(page.url());
    expect([address.pathname, address.search]).toEqual(['/console/search', '']);
    expect(address.hash).toContain(`LastName=Smith`);
  });

  it('shows above the waterfall what speaks against one person, and nothing where nothing does', async () => {
    const { page } = await site.visit(undefined, SEARCHING);
    const against = page.getByRole('note');
    await page.getByLabel('Last Name', { exact: true }).fill('Smyth');
    await page.getByLabel('Email', { exact: true }).fill('bob@example.com');
    await page.getByLabel('First Name', { exact: true }).fill('Roberta');
    await page.getByRole('button', { name: /Robert Smyth/ }).click();
    await against.getByText('Contradictions').waitFor();
    await against.getByText('Different first names: First Name').waitFor();
    await page.getByLabel('First Name', { exact: true }).fill('Bob');
    await against.waitFor({ state: 'detached' });
  });

  it('works by keys alone', async () => {
    const { page } = await site.visit(undefined, SEARCHING);
    await expectText(page, 'Paste an address');
    await page.keyboard.press('/');
    for (let i = 0; i < 2; i++) await page.keyboard.press('Tab');
    await page.keyboard.type('Smyth');
    await page.getByRole('button', { name: /Robert Smyth/ }).waitFor();
    // Single-key shortcuts work only outside of inputs.
    await page.getByRole('button', { name: /Robert Smyth/ }).focus();
    await page.keyboard.press('j');
    await expectText(page, 'How the score is calculated: Robert Smyth');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('g');
    await page.keyboard.press('o');
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
  });

  it('splits a pasted signature into fields, which can be corrected', async () => {
    const { page } = await site.visit(undefined, SEARCHING);
    await page
      .getByLabel('Paste an address or signature')
      .fill(
        'Dr. Robert Smyth\nHead of Purchasing\nT: +1 415 555 0132\nbob@example.com\n12 High Street\n94107 San Francisco',
      );
    await page.getByRole('button', { name: /Robert Smyth/ }).waitFor();
    const typed = (label: string) => page.getByLabel(label, { exact: true }).inputValue();
    expect([await typed('First Name'), await typed('Last Name'), await typed('Email')]).toEqual([
      'Robert',
      'Smyth',
      'bob@example.com',
    ]);
    await page.getByLabel('Last Name', { exact: true }).fill('Nobody');
    await expectText(page, /No matches|^1 match/);
  });

  it('says why another record does not match, and what is wrong with an Id', async () => {
    const { page } = await site.visit(undefined, SEARCHING);
    await page.getByLabel('Last Name', { exact: true }).fill('Smyth');
    await page.getByRole('textbox', { name: /Explain a missing match/ }).fill(other);
    await page.getByRole('button', { name: 'Compare' }).click();
    await expectText(page, 'not a duplicate');
    await page.getByRole('textbox', { name: /Explain a missing match/ }).fill('<img src=x onerror=alert(1)>');
    await page.getByRole('button', { name: 'Compare' }).click();
    await page.getByRole('alert').waitFor();
  });

  it('shows what a threshold and a scenario change', async () => {
    const { page } = await site.visit(undefined, SEARCHING);
    await page.getByLabel('Email', { exact: true }).fill('bob@example.com');
    await page.getByRole('button', { name: /Robert Smyth/ }).waitFor();
    await page.getByLabel('Scenario', { exact: true }).selectOption({ label: 'Contact Default' });
    await page.getByRole('button', { name: /Contact Default \d+$/ }).waitFor();
    await page.getByLabel(/Minimum score/).press('End');
    await expectText(page, /of 1 ha(?:s|ve) a score of 100 or more/);
  });

  it('comes back by reload and by the browser’s own buttons', async () => {
    const { page } = await site.visit(undefined, SEARCHING);
    await page.getByLabel('Last Name', { exact: true }).fill('Smyth');
    await page.getByRole('button', { name: /Robert Smyth/ }).click();
    await expectText(page, 'Side by side');
    await page.getByRole('link', { name: 'Open record' }).click();
    await page.getByRole('heading', { name: 'Robert Smyth' }).waitFor();
    expect(page.url()).toContain(robert);
    await page.goBack();
    await expectText(page, 'Side by side');
    await page.reload();
    await expectText(page, 'Side by side');
    expect(await page.getByLabel('Last Name', { exact: true }).inputValue()).toBe('Smyth');
  });

  it('says how many matches it does not show, and when they rest on one field', async () => {
    const { page } = await site.visit(undefined, SEARCHING);
    await page.getByLabel('Object').selectOption('Lead');
    await page.getByLabel('Last Name', { exact: true }).fill('Adeyemi');
    await expectText(page, '2 best of 3 matches');
    await expectText(page, 'Only the last name is compared.');
    await page.getByLabel('First Name', { exact: true }).fill('Wale');
    await expectText(page, /^1 match/);
    expect(await page.getByText('Only the last name is compared.').count()).toBe(0);
  });

  it('keeps the choice of the object in focus, and takes values once its fields are there', async () => {
    const { page } = await site.visit(undefined, SEARCHING);
    const gate = new Gate();
    await page.route('**/Lead/describe', async (route) => {
      await gate.pass();
      await route.continue();
    });
    const object = page.getByLabel('Object');
    const lastName = page.getByLabel('Last Name', { exact: true });
    await object.focus();
    await object.selectOption('Lead');
    await gate.isReached;
    expect(await lastName.isDisabled()).toBe(true);
    gate.open();
    await lastName.and(page.locator(':enabled')).waitFor();
    expect(await object.and(page.locator(':focus')).inputValue()).toBe('Lead');
    await lastName.fill('Adeyemi');
    await expectText(page, '2 best of 3 matches');
  });

  it('summarises the similarities in a sentence, and collapses irrelevant fields', async () => {
    const { page } = await site.visit(undefined, SEARCHING);
    await page.getByLabel('Last Name', { exact: true }).fill('Smyth');
    await page.getByLabel('First Name', { exact: true }).fill('Ulrike');
    await page.getByLabel('Email', { exact: true }).fill('bob@example.com');
    await page.getByRole('button', { name: /Robert Smyth/ }).click();
    await page.getByRole('button', { name: /^Contact Default/ }).click();
    await expectText(page, 'Same last name and email; first name differs.');
    const waterfall = page.getByRole('table', { name: /Contact Default/ });
    // The rows have labels. The phone number has no row, because it was not searched for.
    expect(await waterfall.getByRole('row').allInnerTexts()).toEqual(
      expect.arrayContaining([expect.stringContaining('First Name')]),
    );
    expect(await waterfall.innerText()).not.toMatch(/Phone|FirstName/);
    const silent = page.getByText('1 field does not affect the score');
    expect(await page.getByText('not searched for').isVisible()).toBe(false);
    await silent.click();
    await page.getByText('not searched for').waitFor();
    await page.getByText('Details', { exact: true }).click();
    await page.getByRole('cell', { name: 'person name' }).first().waitFor();
    expect(await seriousFaults(page)).toEqual([]);
  });

  it('leads from ticked matches to where they are compared and merged', async () => {
    const { page } = await site.visit(undefined, SEARCHING);
    await page.getByLabel('Object').selectOption('Lead');
    await page.getByLabel('Last Name', { exact: true }).fill('Adeyemi');
    const ticks = page.getByRole('checkbox', { name: /^Select .* Adeyemi to compare$/ });
    await ticks.nth(0).check();
    await expectText(page, 'Select another record to compare.');
    await ticks.nth(1).check();
    const address = new URL(
      (await page.getByRole('link', { name: 'Compare and merge' }).getAttribute('href'))!,
      site.served.url,
    );
    expect(address.pathname).toBe('/console/records/Lead/compare');
    const ids = new URLSearchParams(address.hash.slice(1)).get('ids')!.split(',');
    expect(ids.map((id) => id.slice(0, 3))).toEqual(['00Q', '00Q']);
    await page.getByRole('button', { name: 'Clear selection' }).click();
    await page.getByRole('link', { name: 'Compare and merge' }).waitFor({ state: 'detached' });
  });

  it.each(['light', 'dark'] as const)(
    'lands on the results where there is no room next to the form, %s',
    async (theme) => {
      const { page } = await site.visit(undefined, {
        ...SEARCHING,
        colorScheme: theme,
        viewport: { width: 390, height: 800 },
      });
      const match = page.getByRole('button', { name: /Robert Smyth/ });
      const isInSight = async (): Promise<boolean> => {
        const box = await match.boundingBox();
        return box !== null && box.y >= 0 && box.y + box.height <= 800;
      };
      await page.getByLabel('Last Name', { exact: true }).fill('Smyth');
      await page.getByRole('button', { name: 'Show 1 match' }).waitFor();
      await page.keyboard.press('Enter');
      await expect.poll(isInSight).toBe(true);
      // After a reload, the results are shown first.
      await page.reload();
      await match.waitFor();
      expect(await isInSight()).toBe(true);
      expect(await page.getByLabel('Last Name', { exact: true }).isVisible()).toBe(false);
      expect(await seriousFaults(page)).toEqual([]);
      await match.click();
      await expectText(page, 'How the score is calculated');
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
      await page.getByRole('button', { name: 'Change' }).click();
      await page.getByLabel('Last Name', { exact: true }).waitFor();
    },
  );
});
