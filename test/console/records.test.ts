import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { expectText, inBrowser, ROBERT, Site, type Visit } from './browser.js';

inBrowser('records in the console', () => {
  const MANY = 450;
  let site: Site;
  let robert: string;
  let visit: Visit;
  const go = (path: string) => visit.page.goto(`${site.served.url}/console/${path}`);
  beforeAll(async () => {
    site = await Site.open();
    robert = await site.save('Contact', ROBERT);
    await site.served.post('/services/apexrest/dupcheck/dc3DataApi', {
      input: {
        objectType: 'Contact',
        duplicateCheck: true,
        objectData: { ...ROBERT, Title: 'Director' },
      },
    });
    const rows = Array.from({ length: MANY }, (_, i) => ({ LastName: `Lead ${i}`, Company: `Company ${i}` }));
    await site.served.likeness.importBatch('Lead', rows, { check: false }, { clientId: 'test' });
  });
  afterAll(() => site.close());
  afterEach(async () => {
    expect(visit.faults).toEqual([]);
    await visit.page.context().close();
  });

  it('scrolls through more rows than the document holds', async () => {
    const { page } = (visit = await site.visit());
    await expectText(page, 'Paste an address');
    await go('records/Lead');
    await expectText(page, `${MANY} records`);
    const scrollTo = (to: number) => page.evaluate(`document.querySelector('.grid-scroll').scrollTo(0, ${to})`);
    await expect
      .poll(async () => {
        await scrollTo(1_000_000);
        return page.getByText(`Lead ${MANY - 1}`, { exact: true }).count();
      })
      .toBe(1);
    expect(await page.getByRole('row').count()).toBeLessThan(120);
    await scrollTo(0);
    await page.getByText('Lead 0', { exact: true }).waitFor();
  });

  it('filters by a condition, and marks the place where it is wrong', async () => {
    const { page } = (visit = await site.visit());
    await expectText(page, 'Paste an address');
    await go('records/Lead');
    await page.getByLabel('Filter').fill("LastName = 'Lead 7' OR Company = 'Company 9'");
    await page.getByRole('button', { name: 'Apply' }).click();
    await expectText(page, '2 loaded');
    await page.getByLabel('Filter').fill("LastName LIK 'x'");
    await page.getByLabel('Filter').press('Enter');
    await page.getByRole('alert').waitFor();
    expect(await page.locator('.caret').textContent()).toMatch(/LastName LIK 'x'\n {9}↑/);
    await page.goBack();
    await expectText(page, '2 loaded');
  });

  it('opens a record by keys, shows its history, and takes a change back', async () => {
    const { page } = (visit = await site.visit());
    await expectText(page, 'Paste an address');
    await go('records/Contact');
    await page.getByRole('link', { name: 'Robert Smyth' }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Robert Smyth' }).waitFor();
    await page.getByText('Changed', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
    await expectText(page, 'to take a change back');
    expect(site.served.likeness.readRecord('Contact', robert)).toMatchObject({ Title: null });
  });

  it('says that a record is not there', async () => {
    const { page } = (visit = await site.visit());
    await expectText(page, 'Paste an address');
    await go('records/Contact/003000000000001AAA');
    await page.getByRole('alert').first().waitFor();
  });

  it('shows what one may see, and nothing else', async () => {
    const { page } = (visit = await site.visit(site.address(['search', 'read'])));
    await expectText(page, 'Paste an address');
    await go(`records/Contact/${robert}`);
    await page.getByRole('heading', { name: 'Robert Smyth' }).waitFor();
    expect(await page.getByRole('heading', { name: 'History' }).count()).toBe(0);
    await go('overview');
    await expectText(page, 'need the scope “admin”');
  });
});
