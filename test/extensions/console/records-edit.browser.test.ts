import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { seriousFaults } from './axe.js';
import { expectText, inBrowser, ROBERT, Site, type Visit } from './browser.js';

const FIELDS = [
  { name: 'Stage__c', type: 'picklist', label: 'Stage', values: ['New', 'Won'] },
  { name: 'Notes__c', type: 'textarea', label: 'Notes', length: 2_000 },
];

inBrowser('a record in the console', () => {
  const site = Site.forAll({
    files: { 'objects.json': [{ name: 'Contact', keyPrefix: '003', label: 'Contact', fields: FIELDS }] },
  });
  let visit: Visit;
  const path = (id: string) => `/console/records/Contact/${id}`;
  const stored = (id: string) => site.served.likeness.readRecord('Contact', id);
  const address = (id: string) => `/services/data/v60.0/sobjects/Contact/${id}`;
  /** Opens a record's page. */
  const open = async (id: string, scopes?: Parameters<Site['address']>[0]) => {
    visit = await site.visit(site.address(scopes), { path: path(id) });
    // The heading of the fields, or of the history if the record was deleted.
    await visit.page.getByRole('heading', { level: 2 }).first().waitFor();
    return visit.page;
  };
  const edit = async (page: Page) => {
    await page.getByRole('button', { name: 'Edit e', exact: true }).waitFor();
    await page.keyboard.press('e');
    await page.getByRole('button', { name: 'Save' }).waitFor();
  };

  it('is edited where its values stand, by the mouse, with an input for each kind of field', async () => {
    const id = await site.save('Contact', { ...ROBERT, Birthdate: '1980-05-01', Stage__c: 'New', DoNotCall: true });
    const page = await open(id);
    await page.getByRole('button', { name: /blank field/ }).click();
    await page.getByRole('button', { name: 'Edit Birthdate' }).click();
    const birth = page.getByLabel('Birthdate');
    expect(await page.locator(':focus').getAttribute('name')).toBe('Birthdate');
    expect(await birth.inputValue()).toBe('1980-05-01');
    expect(await seriousFaults(page)).toEqual([]);
    await birth.fill('1981-06-02');
    await page.getByLabel('Stage').selectOption('Won');
    await page.getByLabel('Do Not Call').uncheck();
    await page.getByLabel('Notes').fill('two\nlines');
    await page.getByLabel('Mailing Latitude').fill('52.5');
    // Fields filled by the service have no input.
    expect(await page.getByLabel('Full Name').count()).toBe(0);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('1981-06-02').first().waitFor();
    expect(stored(id)).toMatchObject({
      ...{ Birthdate: '1981-06-02', Stage__c: 'Won', DoNotCall: false, Notes__c: 'two\nlines', MailingLatitude: 52.5 },
      Email: ROBERT.Email,
    });
    // The history shows the change with field labels.
    await page.getByRole('definition').filter({ hasText: 'New → Won' }).waitFor();
    await expectText(page, 'by test');
  });

  it('is edited by keys alone, and blanks a value', async () => {
    const id = await site.save('Contact', { ...ROBERT, Title: 'Director' });
    const page = await open(id);
    await edit(page);
    await page.getByLabel('Title').focus();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('Chair');
    await page.keyboard.press('Enter');
    await page.getByRole('definition').filter({ hasText: 'Director → Chair' }).waitFor();
    await edit(page);
    await page.getByLabel('Title').fill('');
    await page.keyboard.press('Escape');
    // Escape asks for confirmation, because the form has changes.
    await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).press('Enter');
    await page.getByLabel('Title').press('Enter');
    await page.getByRole('definition').filter({ hasText: 'Chair → blank' }).waitFor();
    expect(stored(id)).toMatchObject({ Title: null });
    await edit(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' });
  });

  it('finds the record that a field refers to by its name', async () => {
    const account = await site.save('Account', { Name: 'Søren & Co (株式会社)' });
    await site.save('Account', { Name: 'Another' });
    const id = await site.save('Contact', { ...ROBERT, AccountId: account });
    const page = await open(id);
    await page.getByRole('link', { name: 'Søren & Co' }).waitFor();
    await edit(page);
    const input = page.getByRole('combobox', { name: 'Account ID' });
    await input.fill('anoth');
    await page.getByRole('option', { name: 'Another' }).waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await input.press('ArrowDown');
    await input.press('Enter');
    await page.getByRole('link', { name: 'Another' }).waitFor();
    await input.fill('Co søren');
    await page.getByRole('option', { name: 'Søren' }).click();
    expect(await input.inputValue()).toBe(account);
    await input.fill('nobody at all');
    await input.press('Enter');
    await expectText(page, 'Enter a record Id');
    expect(stored(id)).toMatchObject({ AccountId: account });
  });

  it('shows what the service refuses at the field, and keeps what was typed, also through another view', async () => {
    const id = await site.save('Contact', ROBERT);
    const page = await open(id);
    await edit(page);
    await page.getByRole('textbox', { name: 'Email', exact: true }).fill('nobody');
    await page.getByRole('button', { name: 'Save' }).click();
    await expectText(page, 'Enter an e-mail address');
    const email = page.getByRole('textbox', { name: 'Email', exact: true });
    expect(await email.getAttribute('aria-invalid')).toBe('true');
    await page.locator('[name=Email]:focus').waitFor();
    await page.getByRole('link', { name: 'Review' }).click();
    await page.getByRole('heading', { name: /^Review/ }).waitFor();
    await page.goBack();
    expect(await page.getByRole('textbox', { name: 'Email', exact: true }).inputValue()).toBe('nobody');
    await page.getByLabel('Last Name').fill('');
    await page.getByRole('textbox', { name: 'Email', exact: true }).fill('new@example.com');
    await page.getByRole('button', { name: 'Save' }).click();
    await expectText(page, 'Enter a value.');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' });
    expect(stored(id)).toMatchObject({ Email: ROBERT.Email, LastName: ROBERT.LastName });
  });

  it('never overwrites what another person saved in the meantime: it says who and when, and offers to load it', async () => {
    const id = await site.save('Contact', { ...ROBERT, Title: 'Director', Department: 'Sales' });
    const page = await open(id);
    await edit(page);
    await page.getByLabel('Title').fill('Chair');
    await page.getByLabel('Business Phone').fill('+1 415 555 0199');
    await site.served.send('PATCH', address(id), { Title: 'President', Department: 'Board' });
    await page.getByRole('button', { name: 'Save' }).click();
    const told = page.getByRole('alert');
    await told.getByText(/^test changed this record after .*2026/).waitFor();
    expect(await told.textContent()).toMatch(/Title.*Director → President.*Department.*Sales → Board/);
    expect(stored(id)).toMatchObject({ Title: 'President', Phone: ROBERT.Phone });
    expect(await seriousFaults(page)).toEqual([]);
    await told.getByRole('button', { name: 'Load their values and keep my changes' }).click();
    expect(await page.getByLabel('Department').inputValue()).toBe('Board');
    expect(await page.getByLabel('Title').inputValue()).toBe('Chair');
    await expectText(page, 'Saved value:');
    await page.getByRole('button', { name: 'Use saved value' }).click();
    expect(await page.getByLabel('Title').inputValue()).toBe('President');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' });
    expect(stored(id)).toMatchObject({ Title: 'President', Department: 'Board', Phone: '+1 415 555 0199' });
  });

  it('is created, after a look for one that is there already', async () => {
    const there = await site.save('Contact', { FirstName: 'Ada', LastName: 'Lovelace', Email: 'ada@example.com' });
    visit = await site.visit(undefined, { path: '/console/records/Contact' });
    const { page } = visit;
    await page.getByRole('link', { name: 'New Contact' }).click();
    await page.getByRole('heading', { name: 'New Contact' }).waitFor();
    await page.getByRole('button', { name: 'Create' }).click();
    await expectText(page, 'Enter a value.');
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByLabel('Last Name').fill('Lovelace');
    await page.getByLabel('First Name').fill('Ada');
    await page.getByLabel('Email', { exact: true }).fill('ada@example.com');
    await page.getByLabel('Email', { exact: true }).press('Enter');
    await expectText(page, 'Possible duplicates:');
    expect(await page.getByRole('alert').getByRole('link', { name: 'Ada Lovelace' }).getAttribute('href')).toContain(
      there,
    );
    await page.getByRole('button', { name: 'Create anyway' }).click();
    await page.getByRole('heading', { name: 'Ada Lovelace' }).waitFor();
    const created = new URL(page.url()).pathname.split('/').at(-1)!;
    expect(created).not.toBe(there);
    expect(stored(created)).toMatchObject({ FirstName: 'Ada', Email: 'ada@example.com', DoNotCall: false });
  });

  it('is deleted after a question, never as somebody else changed it since, and comes back from its history', async () => {
    const id = await site.save('Contact', ROBERT);
    const page = await open(id);
    await site.served.send('PATCH', address(id), { Title: 'Chair' });
    const ask = async () => {
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    };
    await ask();
    await page.getByRole('dialog').getByText('Check the record again before you delete it.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('definition').filter({ hasText: 'Chair' }).first().waitFor();
    await ask();
    await expectText(page, 'This record does not exist or was deleted.');
    await page.getByText('Deleted', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).first().click();
    await page.getByRole('dialog').getByText('This restores the record.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('heading', { name: 'Robert Smyth' }).waitFor();
    expect(stored(id)).toMatchObject({ Title: 'Chair' });
  });

  it('is erased once its name is typed, by people with that right, and what is held of it can be downloaded', async () => {
    const id = await site.save('Contact', ROBERT);
    const name = `${ROBERT.FirstName} ${ROBERT.LastName}`;
    let page = await open(id, ['read', 'history', 'delete', 'admin']);
    expect(await page.getByText('Data report').or(page.getByText('Erase permanently')).count()).toBe(0);
    await visit.page.context().close();
    page = await open(id);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Data report' }).click(),
    ]);
    expect(JSON.parse(readFileSync(await download.path(), 'utf8'))).toMatchObject({ recordId: id, record: ROBERT });
    await page.getByRole('button', { name: 'Erase permanently' }).click();
    const dialog = page.getByRole('dialog');
    expect(await seriousFaults(page)).toEqual([]);
    const erase = dialog.getByRole('button', { name: 'Erase permanently' });
    expect(await erase.isDisabled()).toBe(true);
    await dialog.getByLabel('to confirm').fill(name);
    await erase.click();
    await dialog.getByText('You must remove the following data yourself').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expectText(page, 'This record does not exist or was deleted.');
    expect(() => stored(id)).toThrow();
  });

  it('says that taking its creation back deletes it', async () => {
    const id = await site.save('Contact', { LastName: 'Short-lived' });
    const page = await open(id);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('dialog').getByText('This deletes the record.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
    await expectText(page, 'This record does not exist or was deleted.');
  });

  it('shows merges on both sides, with links, and what a merge pointed elsewhere', async () => {
    const [stays, goes] = [
      await site.save('Contact', { LastName: 'Stays', Email: 'stays@example.com' }),
      await site.save('Contact', { LastName: 'Goes' }),
    ];
    const child = await site.save('Contact', { LastName: 'Child', ReportsToId: goes });
    const input = { objectType: 'Contact', ids: [stays, goes], masterId: stays };
    expect((await site.served.post('/services/apexrest/dupcheck/merge', input)).status).toBe(200);
    const page = await open(goes);
    await page.getByRole('status').getByText('It was merged into').waitFor();
    await page.getByText('Merged into another record').waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByRole('status').getByRole('link', { name: 'Stays' }).click();
    await page.getByRole('heading', { name: 'Stays' }).waitFor();
    await expectText(page, '1 other record now refers to this record.');
    await page.getByRole('listitem').getByRole('link', { name: 'Goes' }).click();
    await page.getByRole('status').getByText('It was merged into').waitFor();
    await page.goto(site.served.url + path(child));
    await page.getByRole('definition').filter({ hasText: 'Goes → Stays' }).waitFor();
    await expectText(page, 'referenced record was merged');
    await page.getByRole('button', { name: 'Undo' }).first().click();
    await page.getByRole('dialog').getByText('This undoes the whole merge').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('definition').filter({ hasText: 'Stays → Goes' }).waitFor();
    await page.goto(site.served.url + path(stays));
    await page.getByText('Merge undone').waitFor();
    await expectText(page, 'No longer merged with:');
  });

  it('has no buttons for what one may not do', async () => {
    const id = await site.save('Contact', ROBERT);
    const page = await open(id, ['search', 'read']);
    await page.getByText('bob@example.com').waitFor();
    for (const name of ['Edit e', 'Delete', 'Edit Email'])
      expect(await page.getByRole('button', { name, exact: true }).count()).toBe(0);
    await page.keyboard.press('e');
    expect(await page.getByRole('textbox').count()).toBe(0);
    await page.goto(`${site.served.url}/console/records/Contact/new`);
    await expectText(page, 'You need the permission “upsert”');
  });

  it('shows long values and those of other scripts within a narrow page', async () => {
    const id = await site.save('Contact', {
      ...{
        FirstName: 'محمد',
        LastName: 'عبد الرحمن بن عبد العزيز',
        Title: '株式会社代表取締役',
        Department: 'x'.repeat(80),
      },
      Description: `${'word'.repeat(300)}\nline`,
    });
    visit = await site.visit(undefined, { path: path(id), viewport: { width: 390, height: 844 } });
    const { page } = visit;
    await page.getByText('株式会社代表取締役').first().waitFor();
    const width = () => page.evaluate<number>('document.documentElement.scrollWidth');
    expect(await width()).toBeLessThanOrEqual(390);
    await page.getByRole('button', { name: 'Edit e', exact: true }).click();
    await page.getByLabel('Title').waitFor();
    expect(await width()).toBeLessThanOrEqual(390);
    expect(await seriousFaults(page)).toEqual([]);
  });
});
