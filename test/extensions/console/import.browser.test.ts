import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { workbook } from '../../files/read/workbook.js';
import { seriousFaults } from './axe.js';
import { expectText, inBrowser, Site, type Visit } from './browser.js';

const SCRIPT = '<img src=x onerror=alert(1)>';
const CSV = `Vorname,Nachname,"${SCRIPT}"\nRobert,Smyth,Director\nAda,,"${SCRIPT}"\n`;

inBrowser('importing in the console', () => {
  const site = Site.forAll();
  let visit: Visit;
  const show = async (options = {}) => {
    visit = await site.visit(undefined, { path: '/console/import', ...options });
    return visit.page;
  };
  const choose = (name: string, content: string) =>
    visit.page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });

  it('sends a file, corrects the mapping, tries, imports, and downloads what was rejected', async () => {
    const page = await show();
    await expectText(page, 'No files yet.');
    await choose(`${SCRIPT}.csv`, CSV);
    await page.getByRole('heading', { name: `${SCRIPT}.csv` }).waitFor();
    await expectText(page, 'Robert · Ada');
    expect(await page.getByLabel('Field for Vorname').inputValue()).toBe('FirstName');
    await page.getByLabel(`Field for ${SCRIPT}`).selectOption('Title');
    await page.reload();
    await page.getByLabel(`Field for ${SCRIPT}`).waitFor();
    expect(await page.getByLabel(`Field for ${SCRIPT}`).inputValue()).toBe('Title');
    await page.getByRole('button', { name: 'Start trial run' }).click();
    await expectText(page, '2 rows: 1 would be created, 0 updated, 1 rejected');
    await expectText(page, 'Required fields are missing: [LastName]');
    expect(site.served.likeness.statistics().store.records).toBe(0);
    await page.getByRole('button', { name: 'Import as Contacts' }).click();
    await expectText(page, /Import done/);
    expect(new URL(page.url()).pathname).toMatch(/\/console\/import\/file-\d+\/result$/);
    expect(site.served.likeness.statistics().store.records).toBe(1);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'rejects.csv' }).click(),
    ]);
    expect(await readFile(await download.path(), 'utf8')).toContain(`Ada,,${SCRIPT}`);
    expect(await page.locator('main img').count()).toBe(0);
  });

  it('shows an import as one batch, and takes it back', async () => {
    const robert = { FirstName: 'Robert', LastName: 'Okafor', Email: 'robert@okafor.example' };
    const id = await site.save('Contact', robert);
    const before = site.served.likeness.statistics().store.records;
    const page = await show();
    const rows = 'Robert Okafor,robert@okafor.example,Director\nGrace Hopper,grace@example.com,Admiral\n';
    await choose('whole.csv', `Name,Email,Title\n${rows}`);
    expect(await page.getByLabel('Field for Name').locator('option:checked').textContent()).toBe(
      'Full name (split into first and last name)',
    );
    await page.getByText('Hopper', { exact: true }).waitFor();
    await page.getByLabel('When a row matches an existing record').selectOption('Update the record');
    await page.getByRole('button', { name: 'Import as Contacts' }).click();
    await expectText(page, '2 rows: 1 created, 1 updated, 0 rejected');
    await page.getByRole('link', { name: 'Robert Okafor' }).waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    expect(site.served.likeness.readRecord('Contact', id)).toMatchObject({ Title: 'Director' });
    await page.getByRole('button', { name: 'Undo import' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click();
    await expectText(page, /Undone on .*2 changes undone/);
    expect(site.served.likeness.statistics().store.records).toBe(before);
    expect(site.served.likeness.readRecord('Contact', id)).toMatchObject({ Title: null });
    await page
      .getByRole('navigation', { name: 'Steps from file to review' })
      .getByRole('link', { name: 'File' })
      .click();
    await page.getByRole('link', { name: 'whole.csv' }).waitFor();
  });

  it('leads by one primary action a step, and shows the rows of a trial by outcome with the record of each', async () => {
    const ada = { FirstName: 'Ada', LastName: 'Keller', Email: 'ada@keller.example' };
    await site.save('Contact', ada);
    const page = await show();
    const rows = 'Ada,Keller,ada@keller.example\nZoë,Quist,zoe@quist.example\nZoë,Quist,zoe@quist.example\n';
    await choose('outcomes.csv', `FirstName,LastName,Email\n${rows}`);
    await page.getByLabel('When a row matches an existing record').selectOption('Update the record');
    const primary = page.locator('main .primary');
    expect(await primary.allTextContents()).toEqual(['Start trial run t']);
    expect(await page.getByLabel('Delimiter').isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Start trial run' }).click();
    const updated = page.getByRole('region', { name: 'Record updated' });
    await updated.getByRole('link', { name: 'Ada Keller' }).waitFor();
    await updated.getByText('row 2 of this file').waitFor();
    expect(await primary.allTextContents()).toEqual(['Import as Contacts i']);
    expect(await page.getByLabel('Field for LastName').isVisible()).toBe(false);
    await page.getByText('New, no match: 1').click();
    await page.getByRole('region', { name: 'New, no match' }).getByText('zoe@quist.example').waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  });

  it('says that the same content was imported before', async () => {
    const page = await show();
    const content = 'LastName,Email\nTuring,alan@example.com\n';
    await choose('one.csv', content);
    await page.getByRole('button', { name: 'Import as Contacts' }).click();
    await expectText(page, /Import done/);
    await page.goto(`${site.served.url}/console/import`);
    await choose('two.csv', content);
    await expectText(page, /A file with the same content was imported on/);
    await page.getByLabel('Import again').check();
    await page.getByRole('button', { name: 'Import as Contacts' }).click();
    await expectText(page, '1 row: 0 created, 1 updated, 0 rejected');
  });

  it('starts nothing where another page has had the file inspected again', async () => {
    const page = await show();
    const before = site.served.likeness.statistics().store.records;
    await choose('stale.csv', 'LastName,Email\nStale,stale@example.com\n');
    await page.getByRole('button', { name: 'Import as Contacts' }).waitFor();
    const id = new URL(page.url()).pathname.split('/').at(-1)!;
    const { client_id } = site.served.client;
    await site.served.administration.files.inspect(client_id, id, { objectType: 'Lead' });
    await page.getByRole('button', { name: 'Import as Contacts' }).click();
    await expectText(page, /This file was changed in another tab/);
    await page.getByRole('button', { name: 'Import as Leads' }).waitFor();
    expect(site.served.likeness.statistics().store.records).toBe(before);
  });

  it('cleans by keyboard alone, fits 320 pixels, and has no serious fault', async () => {
    const page = await show({ viewport: { width: 320, height: 640 }, colorScheme: 'dark' });
    await choose('people.csv', `FirstName,LastName,Email\n${'Robert,Smyth,bob@example.com\n'.repeat(5)}`);
    const clean = page.getByRole('button', { name: 'Clean file' });
    expect(await clean.isVisible()).toBe(false);
    await page.getByText('Clean the file without importing it').focus();
    await page.keyboard.press('Enter');
    await clean.focus();
    // Leaving the page aborts its requests.
    await Promise.all([page.waitForResponse((answer) => answer.url().endsWith('/run')), page.keyboard.press('Enter')]);
    await page.goto(`${site.served.url}/console/import`);
    await expectText(page, '5 rows: 4 merged, 1 record left, 0 to review');
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByRole('link', { name: 'people.csv' }).click();
    await page.getByRole('link', { name: 'clean.csv' }).waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
  });

  it('reads a file in another way, and cleans what is neither people nor companies', async () => {
    const page = await show();
    const rows = Array.from({ length: 12 }, (_, i) => `Switch ${i + 1}00;${i * 7 + 3};black\n`);
    await choose('goods.txt', `Item;Price;Colour\n${rows.join('')}`);
    await page.getByRole('heading', { name: 'goods.txt' }).waitFor();
    await page.getByText('File format').click();
    await page.getByLabel('Delimiter').selectOption('comma');
    await expectText(page, 'Item;Price;Colour');
    // The settings are expanded because the file was probably misread.
    await page.reload();
    await page.getByLabel('Delimiter').waitFor();
    await page.getByLabel('Delimiter').selectOption('semicolon');
    await page.getByText('Item', { exact: true }).waitFor();
    await expectText(page, 'Each column is compared separately');
    expect(await page.getByRole('button', { name: /^Import as/ }).count()).toBe(0);
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Clean file' }).click();
    await expectText(page, /Cleaning done/);
    await page.getByLabel('Object').selectOption('Account');
    await page.getByRole('button', { name: 'Import as Accounts' }).waitFor();
    expect(await page.getByLabel('Field for Item').count()).toBe(1);
  });

  it('reads another sheet of a workbook, and guesses again what its rows are', async () => {
    const page = await show();
    const people = ['Zoë', 'Ada', 'Bob'].map((name) => [name, 'Müller', `${name}@example.com`]);
    const parts = [
      ['Part', 'Weight'],
      ['M8 bolt', '12'],
      ['M10 bolt', '15'],
      ['Washer', '2'],
    ];
    const buffer = workbook(parts, [['FirstName', 'LastName', 'Email'], ...people]);
    await page.locator('input[type=file]').setInputFiles({ name: 'kunden.xlsx', mimeType: 'text/csv', buffer });
    await expectText(page, 'Each column is compared separately');
    await page.getByLabel('Sheet').selectOption('S2');
    await page.getByLabel('Field for LastName').waitFor();
    expect(await page.getByLabel('Object').inputValue()).toBe('Contact');
    expect(await seriousFaults(page)).toEqual([]);
  });

  it('shows an administrator the files of all clients, and removes one', async () => {
    const other = site.served.addClient({ name: `other ${SCRIPT}`, scopes: ['upsert'] });
    const headers = {
      authorization: `Bearer ${site.served.auth.issueToken(other.client_id)}`,
      'content-type': 'application/octet-stream',
    };
    const path = '/services/apexrest/dupcheck/files';
    await site.served.call('POST', `${path}?name=theirs.csv`, { body: CSV, headers });
    const page = await show();
    await expectText(page, `theirs.csv from other ${SCRIPT}`);
    await page.getByRole('button', { name: 'Remove file theirs.csv' }).click();
    await expect.poll(() => page.getByText('theirs.csv').count()).toBe(0);
    expect((await site.served.call('GET', path, { headers })).body).toEqual([]);
  });

  it('says why a file is refused', async () => {
    await show();
    await choose('empty.csv', '');
    await visit.page.getByRole('alert').getByText('expected a header in the first line').waitFor();
  });
});
