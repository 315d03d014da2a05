import { beforeAll, expect, it } from 'vitest';
import { seriousFaults } from './axe.js';
import { expectText, inBrowser, Site, type Visit } from './browser.js';

inBrowser('records side by side in the console', () => {
  const site = Site.forAll();
  let visit: Visit;
  const go = (path: string) => visit.page.goto(`${site.served.url}/console/${path}`);
  const stored = (id: string) => site.served.likeness.readRecord('Contact', id);
  const enter = async (path: string, scopes?: Parameters<Site['address']>[0], options = {}) => {
    visit = await site.visit(site.address(scopes), { path: `/console/${path}`, ...options });
    return visit.page;
  };
  const trio = async () =>
    [
      await site.save('Contact', { LastName: 'Nakamura', FirstName: 'Yui', Email: 'yui@example.com', Title: '部長' }),
      await site.save('Contact', {
        LastName: 'Nakamura',
        FirstName: 'Y.',
        Phone: '+81 3 1234 5678',
        Title: '代表取締役',
      }),
      await site.save('Contact', { LastName: 'Other', FirstName: 'Person' }),
    ] as const;
  beforeAll(async () => {
    const rows = Array.from({ length: 400 }, (_, i) => ({ LastName: `Lead ${i}`, Company: `Company ${i}` }));
    await site.served.likeness.importBatch('Lead', rows, { check: false }, { clientId: 'test' });
  });

  it('ticks stay while one scrolls, filters and looks at a record, and are counted', async () => {
    const page = await enter('records/Lead');
    await page.getByLabel('Select Lead 1', { exact: true }).check();
    await expectText(page, '1 selected');
    await expectText(page, 'Select another record to compare.');
    await page.evaluate(`document.querySelector('.grid-scroll').scrollTo(0, 32 * 300)`);
    await page.getByLabel('Select Lead 305', { exact: true }).check();
    await page.getByRole('link', { name: 'Lead 305', exact: true }).click();
    await page.getByRole('heading', { name: 'Lead 305' }).waitFor();
    await page.goBack();
    await expectText(page, '2 selected');
    await page.locator('.grid-scroll').waitFor();
    await page.evaluate(`document.querySelector('.grid-scroll').scrollTo(0, 0)`);
    expect(await page.getByLabel('Select Lead 1', { exact: true }).isChecked()).toBe(true);
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByRole('link', { name: 'Compare and merge' }).click();
    await page.getByRole('heading', { name: 'Compare records' }).waitFor();
    await page.getByRole('link', { name: 'Lead 305' }).waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'Clear selection' }).click();
    await page.getByText('2 selected').waitFor({ state: 'detached' });
  });

  it('by keys alone: ticks two rows, chooses what stays, merges, and takes it back', async () => {
    const [one, two] = await trio();
    const page = await enter(`records/Contact#at=${one}`);
    await page.locator('[aria-selected=true]').getByText('Nakamura').waitFor();
    await page.keyboard.press('x');
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.getByRole('link', { name: 'Compare and merge' }).press('Enter');
    await page.getByRole('heading', { name: 'Compare records' }).waitFor();
    await expectText(page, 'Result');
    await page.keyboard.press('2');
    await expect.poll(() => new URL(page.url()).hash).toContain(`keep=${two}`);
    await page.getByRole('columnheader').filter({ hasText: 'Record 2' }).locator('[aria-pressed=true]').waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await page.keyboard.press('m');
    await expectText(page, 'Merged 2 records into one:');
    await page.getByRole('status').getByRole('link', { name: 'Nakamura' }).waitFor();
    expect(stored(two)).toMatchObject({ Email: 'yui@example.com', Phone: '+81 3 1234 5678' });
    expect(() => stored(one)).toThrow(/merged into/);
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await page.getByRole('columnheader', { name: /^Record 2 .*Keep/ }).waitFor();
    expect(stored(one)).toMatchObject({ FirstName: 'Yui' });
    expect(stored(two)).toMatchObject({ Email: null });
  });

  it('merges by the mouse what is chosen in the cells; the address shows the same after a reload', async () => {
    const [one, two, three] = await trio();
    const page = await enter(`records/Contact/compare#ids=${one},${two},${three}`);
    await page.getByRole('columnheader').filter({ hasText: 'Record 3' }).getByLabel('Include').uncheck();
    await page.getByRole('button', { name: '代表取締役' }).click();
    await page
      .getByRole('row', { name: /^Title/ })
      .getByText('chosen')
      .waitFor();
    await page.reload();
    await page
      .getByRole('row', { name: /^Title/ })
      .getByText('chosen')
      .waitFor();
    await page.getByRole('button', { name: 'Merge 2 records' }).click();
    await expectText(page, 'Merged 2 records into one:');
    expect(stored(three)).toMatchObject({ LastName: 'Other' });
    const link = page.getByRole('status').getByRole('link', { name: 'Nakamura' });
    const survivor = (await link.getAttribute('href'))!.split('/').at(-1)!;
    expect(stored(survivor)).toMatchObject({ Title: '代表取締役', Email: 'yui@example.com' });
    // The URL still has both Ids. The Id of the merged record links to the surviving record.
    await page.reload();
    await expectText(page, 'This record was deleted or merged:');
  });

  it('merges nothing that somebody changed or judged since it was shown, unless one insists', async () => {
    const [one, two] = await trio();
    const page = await enter(`records/Contact/compare#ids=${one},${two}`);
    await expectText(page, 'Result');
    await site.served.send('PATCH', `/services/data/v60.0/sobjects/Contact/${one}`, { Department: 'Board' });
    await page.getByRole('button', { name: 'Merge 2 records' }).click();
    await page.getByRole('alert').getByText(one).waitFor();
    await page.getByRole('button', { name: 'Show current records' }).click();
    await page.getByRole('row', { name: /^Department/ }).waitFor();
    await site.served.post('/services/apexrest/dupcheck/decisions', { recordIds: [one, two], verdict: 'notDuplicate' });
    await page.getByRole('button', { name: 'Merge 2 records' }).click();
    await page.getByRole('alert').getByText('not duplicates').waitFor();
    await page.getByRole('button', { name: 'Merge anyway' }).click();
    await expectText(page, 'Merged 2 records into one:');
  });

  it('compares records of an object that nothing compares, and merges nothing without the right', async () => {
    const tasks = await Promise.all(['Call', 'Mail'].map((Subject) => site.save('Task', { Subject })));
    const page = await enter(`records/Task/compare#ids=${tasks.join(',')}`, ['search', 'read'], {
      viewport: { width: 390, height: 844 },
    });
    await page.getByRole('row', { name: /^Subject/ }).waitFor();
    expect(await page.getByRole('button', { name: /^Merge/ }).count()).toBe(0);
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    await go('records/Task');
    for (const name of ['Call', 'Mail']) await page.getByLabel(`Select ${name}`).check();
    await page.getByRole('link', { name: 'Compare', exact: true }).waitFor();
    await go(`records/Task/compare#ids=${tasks[0]!}`);
    await expectText(page, 'Select two records to compare.');
  });
});
