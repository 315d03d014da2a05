import { isNightly } from '../../support/draws.js';
import { beforeAll, expect, it } from 'vitest';
import { expectText, inBrowser, ROBERT, Site, type Visit } from './browser.js';

inBrowser('records in the console', () => {
  const MANY = 450;
  const site = Site.forAll();
  let robert: string;
  let visit: Visit;
  const go = (path: string) => visit.page.goto(`${site.served.url}/console/${path}`);
  const enter = async (path: string) => {
    visit = await site.visit(undefined, { path: `/console/${path}` });
    return visit.page;
  };
  beforeAll(async () => {
    robert = await site.save('Contact', ROBERT);
    await site.served.post('/services/apexrest/dupcheck/dc3DataApi', {
      input: { objectType: 'Contact', duplicateCheck: true, objectData: { ...ROBERT, Title: 'Director' } },
    });
    // The first rows leave a column empty that later rows fill.
    const rows = Array.from({ length: MANY }, (_, i) => ({
      ...{ LastName: `Lead ${i}`, Company: `Company ${i}` },
      ...(i < 60 ? { Title: `Title ${i}` } : { City: `City ${i}` }),
    }));
    await site.served.likeness.importBatch('Lead', rows, { check: false }, { clientId: 'test' });
  });

  it('scrolls through more rows than the document can contain', async () => {
    const page = await enter('records/Lead');
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
    // Pages requested at the same time are all loaded.
    await scrollTo(32 * 170);
    await scrollTo(32 * 190);
    await page.getByText('Lead 195', { exact: true }).waitFor();
    await page.getByText('Lead 205', { exact: true }).waitFor();
    await expect.poll(() => page.locator('.cell-name').getByText('…', { exact: true }).count()).toBe(0);
  });

  it('stays where it was scrolled to while the page is busy', async () => {
    const page = await enter('records/Lead');
    await expectText(page, `${MANY} records`);
    // The list handles a scroll after 150 ms. No event for another scroll arrives before that.
    await page.evaluate(`new Promise((resolve) => {
      const list = document.querySelector('.grid-scroll');
      list.addEventListener('scroll', ({ timeStamp }) => setTimeout(() => {
        while (performance.now() < timeStamp + 250);
        list.scrollTo(0, ${32 * 190});
        resolve();
      }, 100), { once: true });
      list.scrollTo(0, ${32 * 170});
    })`);
    await page.getByText('Lead 205', { exact: true }).waitFor();
    expect(await page.evaluate(`document.querySelector('.grid-scroll').scrollTop`)).toBe(32 * 190);
  });

  it('filters by a condition, and marks the place where it is wrong', async () => {
    const page = await enter('records/Lead');
    await page.getByRole('button', { name: 'Advanced' }).click();
    await page.getByLabel('Condition').fill("LastName = 'Lead 7' OR Company = 'Company 9'");
    await page.getByRole('button', { name: 'Apply' }).click();
    await expectText(page, '2 loaded');
    await page.getByLabel('Condition').fill("LastName LIK 'x'");
    await page.getByLabel('Condition').press('Enter');
    await page.getByRole('alert').waitFor();
    await expectText(page, 'Expected an operator after “Last Name”');
    expect(await page.locator('.caret').textContent()).toMatch(/LastName LIK 'x'\n {9}↑/);
    await page.goBack();
    await expectText(page, '2 loaded');
  });

  it('completes a condition as it is typed, by keys alone', async () => {
    const page = await enter('records/Lead');
    await page.getByRole('button', { name: 'Advanced' }).press('Enter');
    const filter = page.getByLabel('Condition');
    await filter.focus();
    await page.keyboard.type('donot');
    await page.getByRole('option', { name: 'DoNotCall' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    for (const option of ['=', 'false']) {
      await page.getByRole('option', { name: option, exact: true }).waitFor();
      await page.keyboard.type(option.charAt(0));
      if (option !== '=') await page.keyboard.press('ArrowDown');
      await page.keyboard.press(option === '=' ? ' ' : 'Tab');
    }
    expect(await filter.inputValue()).toBe('DoNotCall = false ');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Enter');
    await expectText(page, /loaded/);
    expect(new URL(page.url()).hash).toBe('#where=DoNotCall+%3D+false');
  });

  it('sorts by a column; the address keeps filter, sort and place through a reload and back', async () => {
    const page = await enter('records/Lead');
    await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
    await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
    await page.getByText('Lead 99', { exact: true }).waitFor();
    expect(await page.locator('[aria-sort]').getAttribute('aria-sort')).toBe('descending');
    // Sorted as text, descending: 99, 98, ... 4, 399.
    await page.evaluate(`document.querySelector('.grid-scroll').scrollTo(0, 32 * 200)`);
    await expect.poll(() => new URL(page.url()).hash).toContain('at=');
    const { hash } = new URL(page.url());
    expect(hash).toContain('sort=Name+DESC');
    const topmost = async () => (await page.getByRole('link', { name: /^Lead / }).allTextContents()).slice(0, 40);
    await expect.poll(async () => (await topmost()).length).toBeGreaterThan(30);
    const seen = (await topmost()).slice(10, 30);
    await page.reload();
    await expect.poll(topmost).toEqual(expect.arrayContaining(seen));
    await page.getByRole('link', { name: seen[5]!, exact: true }).click();
    await page.getByRole('heading', { name: seen[5]! }).waitFor();
    await page.goBack();
    await expect.poll(topmost).toEqual(expect.arrayContaining(seen));
    expect(new URL(page.url()).hash).toContain('sort=Name+DESC');
  });

  it('shows the same columns wherever the list is begun, reloaded or come back to', async () => {
    const page = await enter('records/Lead');
    const columns = async () => {
      await page
        .getByRole('link', { name: /^Lead / })
        .first()
        .waitFor();
      return page.getByRole('columnheader').allTextContents();
    };
    const first = await columns();
    expect(first.join()).toMatch(/Name.*Company.*Title/);
    for (let n = 1; n <= (isNightly ? 20 : 5); n++) {
      const offset = (n * 173) % MANY;
      const { records } = await site.served.likeness.query({ objectType: 'Lead', offset, pageSize: 1 });
      const id = String(records[0]!['Id']);
      await page.goto('about:blank');
      await go(`records/Lead#at=${id}`);
      expect(await columns()).toEqual(first);
      await page.getByText(`Lead ${offset}`, { exact: true }).waitFor();
      if (n % 5 !== 0) continue;
      await page.reload();
      expect(await columns()).toEqual(first);
      await page.getByRole('link', { name: `Lead ${offset}`, exact: true }).click();
      await page.getByRole('heading', { name: `Lead ${offset}` }).waitFor();
      await page.goBack();
      expect(await columns()).toEqual(first);
    }
  });

  it('goes to the row of an Id, in the full list and in a filtered one', async () => {
    const { records } = await site.served.likeness.query({ objectType: 'Lead', offset: 321, pageSize: 1 });
    const id = String(records[0]!['Id']);
    const page = await enter('records/Lead');
    await page.getByLabel('Go to Id').fill(id);
    await page.keyboard.press('Enter');
    await page.locator('[aria-selected=true]').getByText('Lead 321', { exact: true }).waitFor();
    await page.keyboard.press('k');
    await page.locator('[aria-selected=true]').getByText('Lead 320', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Advanced' }).click();
    await page.getByLabel('Condition').fill("LastName LIKE 'Lead %1'");
    await page.getByLabel('Condition').press('Enter');
    await page.getByLabel('Go to Id').fill(id);
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Show from the start' }).waitFor();
    await expectText(page, '13 loaded');
    await page.getByRole('link', { name: 'Show from the start' }).click();
    await expectText(page, '45 loaded');
    await page.getByLabel('Go to Id').fill('00Q000000000000AAA');
    await page.keyboard.press('Enter');
    await page.getByText('The list starts at record').waitFor();
  });

  it('opens a record by keys, shows its history, and takes a change back', async () => {
    const page = await enter('records/Contact');
    await page.getByRole('link', { name: 'Robert Smyth' }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Robert Smyth' }).waitFor();
    await page.getByText('Changed', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
    await expectText(page, 'to undo a change');
    expect(site.served.likeness.readRecord('Contact', robert)).toMatchObject({ Title: null });
  });

  it('says that a record is not there', async () => {
    const page = await enter('records/Contact/003000000000001AAA');
    await page.getByRole('alert').first().waitFor();
  });

  it('shows what one may see, and nothing else', async () => {
    const { page } = (visit = await site.visit(site.address(['search', 'read'])));
    await go(`records/Contact/${robert}`);
    await page.getByRole('heading', { name: 'Robert Smyth' }).waitFor();
    expect(await page.getByRole('heading', { name: 'History' }).count()).toBe(0);
    await go('overview');
    await page.getByRole('region', { name: 'Last 30 days' }).waitFor();
    expect(await page.getByRole('heading', { name: /Jobs|Audit|Endpoints/i }).count()).toBe(0);
  });
});
