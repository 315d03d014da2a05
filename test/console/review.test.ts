import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { UPSERT } from '../http/serve.js';
import { expectText, inBrowser, Site, type Visit } from './browser.js';

inBrowser('reviewing in the console', () => {
  let site: Site;
  let visit: Visit;
  const suspected = () => site.served.likeness.suspectedPairs({ page: 1, pageSize: 10 }).totalSize;
  beforeAll(async () => {
    site = await Site.open();
    const names = ['Smyth', 'Jenkins', 'Okafor'];
    for (const [i, LastName] of names.entries()) {
      const person = { FirstName: 'Robert', LastName, Phone: `+1 415 555 013${i}`, Email: `${LastName}@example.com` };
      await site.save('Contact', person);
      const near = { ...person, FirstName: 'Bob', Title: '<b>Director</b>' };
      const input = { objectType: 'Contact', duplicateCheck: true, duplicateScore: 100, objectData: near };
      await site.served.post(UPSERT, { input });
    }
    expect(suspected()).toBe(names.length);
  });
  afterAll(() => site.close());
  afterEach(async () => {
    expect(visit.faults).toEqual([]);
    await visit.page.context().close();
  });

  it('decides pair after pair by single keys, and takes decisions back', async () => {
    const { page } = (visit = await site.visit());
    await expectText(page, 'Paste an address');
    await page.goto(`${site.served.url}/console/review`);
    await expectText(page, 'Pair 1 of 3');
    await page.keyboard.press('j');
    await expectText(page, 'Pair 2 of 3');
    await page.keyboard.press('k');
    await expectText(page, 'Pair 1 of 3');
    await page.keyboard.press('n');
    await expectText(page, 'Pair 1 of 2');
    expect(suspected()).toBe(2);
    await page.keyboard.press('u');
    await expectText(page, 'Pair 1 of 3');
    await page.keyboard.press('l');
    await expectText(page, 'Pair 1 of 2');
    await page.keyboard.press('m');
    await expectText(page, 'Merged into one record.');
    await expectText(page, 'Pair 1 of 1');
    const records = site.served.likeness.statistics().store.records;
    await page.keyboard.press('u');
    await expectText(page, 'Taken back.');
    expect(site.served.likeness.statistics().store.records).toBe(records + 1);
  });

  it('merges by mouse what was chosen', async () => {
    const { page } = (visit = await site.visit());
    await expectText(page, 'Paste an address');
    await page.goto(`${site.served.url}/console/review`);
    await page.getByRole('button', { name: 'Stays' }).first().click();
    await page.getByRole('button', { name: '<b>Director</b>' }).click();
    const [{ matchedId } = { matchedId: '' }] = site.served.likeness.suspectedPairs({ page: 1, pageSize: 1 }).records;
    await page.getByRole('button', { name: /^Merge/ }).click();
    await expectText(page, 'Merged into one record.');
    expect(site.served.likeness.readRecord('Contact', matchedId)).toMatchObject({ Title: '<b>Director</b>' });
  });

  it('shows pairs, but no decisions, to who may only read', async () => {
    const { page } = (visit = await site.visit(site.address(['search', 'read'])));
    await expectText(page, 'Paste an address');
    await page.goto(`${site.served.url}/console/review`);
    await expectText(page, 'needs the scope “review”');
    expect(await page.getByRole('button', { name: /^Merge/ }).count()).toBe(0);
  });
});
