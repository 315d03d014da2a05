import { readFileSync } from 'node:fs';
import readXlsxFile from 'read-excel-file/node';
import { isNightly } from '../../support/draws.js';
import { beforeAll, expect, it } from 'vitest';
import { seriousFaults } from './axe.js';
import { expectText, inBrowser, Site, type Visit } from './browser.js';

inBrowser('a list of records in the console', () => {
  const MANY = 450;
  const site = Site.forAll();
  let visit: Visit;
  let account: string;
  const go = (path: string) => visit.page.goto(`${site.served.url}/console/${path}`);
  const enter = async (path: string, scopes?: Parameters<Site['address']>[0], options = {}) => {
    visit = await site.visit(site.address(scopes), { path: `/console/${path}`, ...options });
    return visit.page;
  };
  const headers = async () => {
    await visit.page
      .getByRole('link', { name: /^(?:Contact|Person|ليلى)/ })
      .first()
      .waitFor();
    return (await visit.page.getByRole('columnheader').allTextContents()).map((text) => text.replace(/ [↑↓]$/, ''));
  };
  beforeAll(async () => {
    account = await site.save('Account', { Name: 'Example Industries' });
    const rows: Record<string, string>[] = Array.from({ length: MANY }, (_, i) => ({
      ...{ FirstName: 'Person', LastName: `Nr ${i}`, Email: `p${i}@example.com`, AccountId: account },
      ...(i < 60 ? { Title: i % 2 === 0 ? 'Director' : '100% owner' } : { MailingCity: `City ${i % 5}` }),
      ...(i % 10 === 0 && { Birthdate: `19${60 + (i % 40)}-05-01` }),
    }));
    rows.push({ FirstName: 'ليلى', LastName: 'عبد الرحمن', Email: "o'neil@example.com", AccountId: account });
    await site.served.likeness.importBatch('Contact', rows, { check: false }, { clientId: 'test' });
  });

  it('keeps the choice of the object in focus while another one is loaded', async () => {
    const page = await enter('records/Contact');
    const object = page.getByLabel('Object');
    await object.focus();
    await object.selectOption('Account');
    await page.getByRole('link', { name: 'Example Industries' }).waitFor();
    expect(await object.and(page.locator(':focus')).inputValue()).toBe('Account');
  });

  it('is filtered by plain words, and by chips that a small form adds, by the mouse', async () => {
    const page = await enter('records/Contact');
    await page.getByRole('searchbox', { name: 'Find' }).fill('person 7');
    await page.getByRole('button', { name: 'Find', exact: true }).click();
    await expectText(page, '“person”');
    await expectText(page, '“7”');
    await page.getByRole('button', { name: 'Add filter' }).click();
    await page.getByLabel('Field').selectOption({ label: 'Title' });
    await page.getByLabel('Operator').selectOption('contains');
    await page.getByLabel('Value').fill('100%');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expectText(page, 'Title contains 100%');
    await expectText(page, '6 loaded');
    expect(await seriousFaults(page)).toEqual([]);
    await page.reload();
    await expectText(page, 'Title contains 100%');
    await expectText(page, '6 loaded');
    await page.getByRole('button', { name: 'Remove: “7”' }).click();
    await expectText(page, '30 loaded');
    await page.goBack();
    await expectText(page, '6 loaded');
    await page.getByRole('button', { name: 'Show all records' }).click();
    await expectText(page, `${MANY + 1} records`);
  });

  it('is filtered by keys alone, by date, blank and reference', async () => {
    const page = await enter('records/Contact');
    await page.getByRole('button', { name: 'Add filter' }).press('Enter');
    await page.getByLabel('Field').focus();
    await page.keyboard.type('Birthd');
    expect(await page.getByLabel('Field').inputValue()).toBe('Birthdate');
    await page.getByLabel('Operator').focus();
    await page.keyboard.type('is before');
    await page.getByRole('button', { name: 'Add', exact: true }).press('Enter');
    await expectText(page, 'Enter a value.');
    await page.getByLabel('Value').focus();
    await page.keyboard.type('06011961');
    await page.getByLabel('Value').press('Enter');
    await expectText(page, /Birthdate is before 19/);
    const { hash } = new URL(page.url());
    expect(decodeURIComponent(hash)).toMatch(/^#where=Birthdate\+<\+19\d\d-\d\d-\d\d$/);
    await go(`records/Contact#where=${encodeURIComponent(`AccountId = '${account}' AND Title = null`)}`);
    await expectText(page, 'Account ID is Example Industries');
    await expectText(page, 'Title is blank');
    await page.getByRole('searchbox', { name: 'Find' }).focus();
    await page.keyboard.type("ليلى o'neil");
    await page.keyboard.press('Enter');
    await expectText(page, '1 loaded');
    await page.getByRole('link', { name: 'ليلى عبد الرحمن' }).waitFor();
    await page.getByRole('button', { name: 'Remove: Title is blank' }).press('Enter');
    await expectText(page, '1 loaded');
  });

  it('a condition that chips cannot say stays in the condition language, and its faults are described in plain words', async () => {
    const page = await enter(
      `records/Contact#where=${encodeURIComponent("Title = 'Director' OR MailingCity = 'City 1'")}`,
    );
    expect(await page.getByLabel('Condition').inputValue()).toContain('OR');
    await expectText(page, /loaded/);
    for (const [condition, told] of [
      ['Title', 'Expected an operator after “Title”'],
      ["Titel = 'x'", 'Unknown field “Titel”. Did you mean Title?'],
      ["Birthdate = 'x'", 'Birthdate is a date. Write it without quotes'],
      ["Title = 'x", 'The text that starts here has no closing quote.'],
      ['Title = Director', 'If “Director” is text, put it in single quotes'],
      ["(Title = 'x'", 'Expected “)”.'],
      ["DoNotCall = 'x'", 'Do Not Call is true or false'],
      ["Title = 'x' Email", 'Expected AND, OR or the end'],
      ['Title =', 'Expected a value'],
      ["AccountId = 'x'", 'Account ID requires a record Id'],
    ] as const) {
      await page.getByLabel('Condition').fill(condition);
      await page.getByLabel('Condition').press('Enter');
      await page.getByRole('alert').getByText(told).waitFor();
      expect(await page.locator('.caret').textContent()).toContain('↑');
    }
    expect(await seriousFaults(page)).toEqual([]);
  });

  it('shows how many records fill each field, and the frequent values, which filter the list', async () => {
    const page = await enter('records/Contact');
    expect((await headers()).slice(0, 4)).toEqual(['Selected', 'Name', 'Email', 'Birthdate']);
    await page.getByRole('button', { name: 'Fill rates' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('row', { name: /^Email 100%/ }).waitFor();
    await dialog.getByRole('row', { name: /^Title 13.3% 100% owner 30× Director 30×/ }).waitFor();
    await dialog.getByText(/^Always blank: .*Fax/).waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await dialog.getByRole('link', { name: 'Director' }).click();
    await expectText(page, '30 loaded');
    await dialog.waitFor({ state: 'hidden' });
  });

  it('shows the columns that are chosen, references by their names, in the address and in a named view', async () => {
    const page = await enter('records/Contact');
    const usual = await headers();
    await page.getByRole('button', { name: 'Columns' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Remove Email' }).waitFor();
    while ((await dialog.getByRole('button', { name: /^Remove/ }).count()) > 1)
      await dialog
        .getByRole('button', { name: /^Remove/ })
        .last()
        .click();
    await dialog.getByLabel('Add column').selectOption({ label: 'Account ID' });
    await dialog.getByLabel('Add column').selectOption({ label: 'Mailing City' });
    await dialog.getByRole('button', { name: 'Move Mailing City up' }).click();
    expect(await seriousFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Apply' }).click();
    const chosen = ['Selected', 'Name', 'Email', 'Mailing City', 'Account ID'];
    await expect.poll(headers).toEqual(chosen);
    await page.getByRole('link', { name: 'Example Industries' }).first().waitFor();
    await page.getByRole('columnheader', { name: 'Email' }).getByRole('button').click();
    await expect.poll(headers).toEqual(chosen);
    await page.getByRole('button', { name: 'Views' }).click();
    await dialog.getByLabel('View name').fill('By e-mail');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('link', { name: 'By e-mail' }).waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    const linked = page.url();
    await go('records/Contact');
    await expect.poll(headers).toEqual(usual);
    await page.reload();
    await page.getByRole('button', { name: 'Views' }).click();
    await dialog.getByRole('link', { name: 'By e-mail' }).click();
    await expect.poll(headers).toEqual(chosen);
    expect(page.url()).toBe(linked);
    await page.getByRole('button', { name: 'Views' }).click();
    await dialog.getByRole('button', { name: 'Remove view By e-mail' }).click();
    await expectText(page, 'No saved views yet.');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Columns' }).click();
    await dialog.getByRole('button', { name: 'Reset to default' }).click();
    await expect.poll(async () => (await headers()).join()).toContain('Title');
  });

  it('asks for the names of the rows that are seen in one request', async () => {
    const page = await enter('records/Lead');
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/composite/sobjects/')) asked.push(request.url());
    });
    await go('records/Contact#columns=AccountId,OwnerId');
    await page.getByRole('link', { name: 'Example Industries' }).first().waitFor();
    expect(asked.map((url) => url.split('/').at(-1)).sort()).toEqual(['Account', 'User']);
  });

  it('keeps chosen columns at 20 places of the list, through reload, back, deep link and sort', async () => {
    const page = await enter('records/Contact');
    const chosen = ['Selected', 'Name', 'Mailing City', 'Title', 'Birthdate'];
    const columns = 'MailingCity,Title,Birthdate';
    for (let n = 1; n <= (isNightly ? 20 : 5); n++) {
      const { records } = await site.served.likeness.query({
        objectType: 'Contact',
        offset: (n * 173) % MANY,
        pageSize: 1,
      });
      const [{ Id, Name }] = records as [{ Id: string; Name: string }];
      const sort = n % 2 === 0 ? 'Birthdate DESC' : '';
      await page.goto('about:blank');
      await go(`records/Contact#${new URLSearchParams({ columns, sort, at: Id }).toString()}`);
      expect(await headers()).toEqual(chosen);
      await page.getByRole('link', { name: Name, exact: true }).waitFor();
      if (n % 5 !== 0) continue;
      await page.reload();
      expect(await headers()).toEqual(chosen);
      await page.getByRole('link', { name: Name, exact: true }).click();
      await page.getByRole('heading', { name: Name }).waitFor();
      await page.goBack();
      expect(await headers()).toEqual(chosen);
      await page.getByRole('columnheader', { name: 'Title' }).getByRole('button').click();
      await page.locator('[aria-sort]').waitFor();
      expect(await headers()).toEqual(chosen);
    }
  });

  it('is downloaded as shown, completely, as CSV and as a workbook, with the necessary right', async () => {
    const hash = { where: "FirstName = 'Person'", sort: 'Birthdate DESC', columns: 'Email,Birthdate' };
    const page = await enter(`records/Contact#${new URLSearchParams(hash).toString()}`);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('Contact.csv');
    const lines = readFileSync(await download.path(), 'utf8')
      .trimEnd()
      .split('\n');
    expect(lines[0]).toBe('\uFEFFRecord ID,Full Name,Email,Birthdate');
    expect(lines).toHaveLength(MANY + 1);
    expect(lines[1]).toMatch(/^003\w{15},Person Nr \d+,p\d+@example\.com,1990-05-01$/);
    const [workbook] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Excel' }).press('Enter'),
    ]);
    const [sheet] = await readXlsxFile(await workbook.path());
    expect(sheet!.data).toHaveLength(MANY + 1);
    expect(sheet!.data[1]!.slice(3)).toEqual([new Date('1990-05-01')]);
    await page.context().close();
    await enter('records/Contact', ['search', 'read']);
    await headers();
    expect(await visit.page.getByRole('link', { name: 'CSV' }).count()).toBe(0);
  });

  it('fits a narrow page, also with a long filter', async () => {
    const where = `Title LIKE '%${'long'.repeat(40)}%' AND Description = '株式会社'`;
    const narrow = { viewport: { width: 390, height: 844 } };
    const page = await enter(`records/Contact#where=${encodeURIComponent(where)}`, undefined, narrow);
    await expectText(page, 'No matches');
    await page.getByRole('button', { name: 'Add filter' }).click();
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    expect(await seriousFaults(page)).toEqual([]);
  });
});
