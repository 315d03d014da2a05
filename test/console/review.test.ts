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
    await page.goto(`${site.served.url}/console/review`);
    await expectText(page, 'needs the scope “review”');
    expect(await page.getByRole('button', { name: /^Merge/ }).count()).toBe(0);
  });

  it('narrows the pairs by score and age, and remembers the place in the address', async () => {
    const { page } = (visit = await site.visit());
    await page.goto(`${site.served.url}/console/review`);
    await expectText(page, /Pair 1 of \d/);
    await page.getByLabel('Score from').fill('100');
    await page.getByLabel('Score from').press('Enter');
    await expectText(page, 'Nothing matches these filters.');
    await page.goBack();
    await page.getByLabel('Found').selectOption('older');
    await expectText(page, 'Nothing matches these filters.');
    await page.getByLabel('Found').selectOption('day');
    await expectText(page, /Pair 1 of \d/);
    await page.getByRole('button', { name: 'Stays' }).nth(1).click();
    await page.locator('th.result').waitFor();
    await page.reload();
    await expectText(page, /Pair 1 of \d/);
    await expect.poll(() => page.getByRole('button', { name: 'Stays', pressed: true }).count()).toBe(1);
    expect(await page.getByRole('button', { name: 'Stays' }).nth(1).getAttribute('aria-pressed')).toBe('true');
  });
});

inBrowser('reviewing a pair that something contradicts', () => {
  it('says first what speaks against it', async () => {
    const site = await Site.open();
    const twin = { LastName: 'Novak', Email: 'novak@example.com', Phone: '+1 415 555 0177' };
    await site.save('Contact', { ...twin, FirstName: 'Daniel' });
    const input = { objectType: 'Contact', duplicateCheck: true, objectData: { ...twin, FirstName: 'Daniela' } };
    await site.served.post(UPSERT, { input });
    const visit = await site.visit();
    const { page } = visit;
    await page.goto(`${site.served.url}/console/review`);
    const against = page.getByRole('note');
    await against.getByText('Two first names').waitFor();
    expect(await against.textContent()).toContain('First Name Daniela, Daniel');
    expect(visit.faults).toEqual([]);
    await page.context().close();
    await site.close();
  });
});

inBrowser('reviewing the groups of a job', () => {
  let site: Site;
  let visit: Visit;
  const stored = () => site.served.likeness.statistics().store.records;
  const person = { FirstName: 'Amelia', LastName: 'Okonkwo', Phone: '+1 415 555 0177', Email: 'amelia@example.com' };
  beforeAll(async () => {
    site = await Site.open();
    for (const Title of ['Director', 'Head', 'Chair']) await site.save('Contact', { ...person, Title });
    for (const Department of ['East', 'West']) {
      const other = { FirstName: 'Jonas', LastName: 'Lindqvist', Phone: '+1 415 555 0188', Email: 'jonas@example.com' };
      await site.save('Contact', { ...other, Department });
    }
  });
  afterAll(() => site.close());
  afterEach(async () => {
    expect(visit.faults).toEqual([]);
    await visit.page.context().close();
  });
  const show = async (): Promise<void> => {
    visit = await site.visit();
    await visit.page.goto(`${site.served.url}/console/review#kind=groups`);
  };

  it('starts a job, shows what merging a part of a group gives, merges just that, and takes it back', async () => {
    await show();
    const { page } = visit;
    await expectText(page, 'No job has grouped these records yet.');
    await page.getByRole('button', { name: 'Compare all records' }).click();
    await expectText(page, '2 groups among 5 records');
    await expectText(page, 'Group 1 of 2');
    if ((await page.getByText('Lindqvist').count()) > 0) await page.keyboard.press('j');
    await page.locator('td.result', { hasText: 'Okonkwo' }).waitFor();
    const before = stored();
    await page.getByLabel('Is one of them').nth(2).uncheck();
    await page.getByRole('button', { name: 'Head' }).click();
    await page.locator('tr', { hasText: 'Title' }).locator('td.result', { hasText: 'chosen' }).waitFor();
    expect(await page.locator('tr', { hasText: 'Title' }).locator('td.result').textContent()).toMatch(/^Head/);
    expect(stored()).toBe(before);
    await page.keyboard.press('m');
    await expectText(page, 'Merged into one record.');
    await expect.poll(stored).toBe(before - 1);
    await expectText(page, '1 decided today');
    await page.reload();
    await expectText(page, '1 decided today');
    await page.keyboard.press('u');
    await expectText(page, 'Taken back.');
    await expect.poll(stored).toBe(before);
    await expectText(page, '0 decided today');
  });

  it('merges all from a score on after a look at a sample, and undoes it as a whole', async () => {
    await show();
    const { page } = visit;
    const before = stored();
    await page.getByRole('button', { name: 'Merge all from a score' }).click();
    const bulk = page.getByRole('region', { name: 'Merge all from a score' });
    await bulk.getByText('Jonas Lindqvist').first().waitFor();
    const start = bulk.getByRole('button', { name: 'Merge all from 99' });
    expect(await start.isDisabled()).toBe(true);
    await bulk.getByLabel('I have looked at the sample').check();
    await start.click();
    await expectText(page, '2 merged');
    expect(stored()).toBe(before - 3);
    await expectText(page, 'No group is open.');
    await page.reload();
    await page.getByRole('button', { name: 'Undo its merges' }).click();
    await expectText(page, /2 merges of job-\d+ taken back/);
    expect(stored()).toBe(before);
  });
});
