import { beforeAll, expect, it } from 'vitest';
import { UPSERT } from '../../http/serve.js';
import { seriousFaults } from './axe.js';
import { expectText, inBrowser, Site, type Visit } from './browser.js';

inBrowser('reviewing in the console', () => {
  const site = Site.forAll();
  let visit: Visit;
  const suspected = () => site.served.likeness.suspectedPairs({ page: 1, pageSize: 10 }).totalSize;
  const records = () => site.served.likeness.statistics().store.records;
  beforeAll(async () => {
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
  const show = async (path = '', options = {}) => {
    visit = await site.visit(undefined, { path: `/console/review${path}`, ...options });
    return visit.page;
  };
  const openFirst = async (): Promise<void> => {
    await visit.page.locator('.item a').first().click();
    await visit.page.locator('.review-head h1').waitFor();
  };

  it('decides pair after pair by single keys, and takes decisions back', async () => {
    const page = await show();
    await expectText(page, '3 of 3');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await expectText(page, '1 of 3');
    await page.keyboard.press('j');
    await expectText(page, '2 of 3');
    await page.keyboard.press('k');
    await expectText(page, '1 of 3');
    await page.keyboard.press('n');
    await expectText(page, '1 of 2');
    expect(suspected()).toBe(2);
    await page.keyboard.press('u');
    await expectText(page, 'Undone.');
    await expect.poll(suspected).toBe(3);
    await page.goto(`${site.served.url}/console/review`);
    await openFirst();
    await page.keyboard.press('l');
    await expectText(page, 'Postponed.');
    await page.keyboard.press('m');
    await expectText(page, 'Merged into one record.');
    const before = records();
    await page.keyboard.press('u');
    await expectText(page, 'Undone.');
    expect(records()).toBe(before + 1);
    await page.goto(`${site.served.url}/console/review#tab=decided`);
    await page.locator('.item', { hasText: 'merged' }).getByText('undone by').first().waitFor();
    expect(await seriousFaults(page)).toEqual([]);
  });

  it('finds again what was put off, with its note and for whom, and decides about it', async () => {
    const olga = site.served.addClient({ name: 'Olga', scopes: ['read', 'review', 'search'] });
    const page = await show();
    await openFirst();
    await page.getByText('Note and assignee').click();
    await page.getByLabel('Note').fill('ask the branch');
    await page.getByLabel('Assign to').selectOption('Olga');
    await page.getByRole('button', { name: 'Postpone' }).click();
    await expectText(page, 'Postponed.');
    await page.goto(`${site.served.url}/console/review`);
    await page.getByRole('link', { name: 'Later' }).click();
    const waiting = page.locator('.item', { hasText: 'assigned to Olga' });
    await waiting.getByText('ask the branch').waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    const other = await site.visit(`${site.served.url}/console#${site.served.auth.issueLoginCode(olga.client_id)}`);
    await other.page.goto(`${site.served.url}/console/review#tab=later&who=me`);
    await other.page.locator('.item a').click();
    await other.page.getByRole('button', { name: /^Not a duplicate/ }).click();
    await expectText(other.page, 'Marked as not a duplicate.');
    await other.page.getByRole('link', { name: 'Decided' }).first().click();
    await other.page.locator('.item', { hasText: 'not a duplicate' }).getByText('by Olga').waitFor();
  });

  it('merges by mouse what was chosen', async () => {
    const page = await show();
    await openFirst();
    await page.getByRole('button', { name: 'Keep' }).first().click();
    await page.getByRole('button', { name: '<b>Director</b>' }).click();
    const [{ matchedId } = { matchedId: '' }] = site.served.likeness.suspectedPairs({ page: 1, pageSize: 1 }).records;
    await page.getByRole('button', { name: /^Merge/ }).click();
    await expectText(page, 'Merged into one record.');
    expect(site.served.likeness.readRecord('Contact', matchedId)).toMatchObject({ Title: '<b>Director</b>' });
    await page.keyboard.press('u');
    await expectText(page, 'Undone.');
  });

  it('shows pairs, but no decisions, to who may only read', async () => {
    const { page } = (visit = await site.visit(site.address(['search', 'read']), { path: '/console/review' }));
    await expectText(page, 'You need the permission “review”');
    await openFirst();
    await page.locator('table.pair').waitFor();
    expect(await page.getByRole('button', { name: /^Merge/ }).count()).toBe(0);
  });

  it('narrows the list by score and age, and remembers the place in the address', async () => {
    const page = await show();
    await page.locator('.item').first().waitFor();
    await page.getByLabel('Minimum score').fill('100');
    await page.getByLabel('Minimum score').press('Enter');
    await expectText(page, 'No matches');
    await page.goBack();
    await page.getByLabel('Found').selectOption('older');
    await expectText(page, 'No matches');
    await page.getByLabel('Found').selectOption('day');
    await openFirst();
    await page.getByRole('button', { name: 'Keep' }).nth(1).click();
    await page.locator('th.result').waitFor();
    await page.reload();
    await expect.poll(() => page.getByRole('button', { name: 'Keep', pressed: true }).count()).toBe(1);
    expect(await page.getByRole('button', { name: 'Keep' }).nth(1).getAttribute('aria-pressed')).toBe('true');
    await page.getByRole('link', { name: 'Back to the list' }).first().click();
    expect(await page.getByLabel('Found').inputValue()).toBe('day');
  });

  it('shows the first row of a comparison at 390 pixels without scrolling', async () => {
    const page = await show('', { viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
    await openFirst();
    const row = page.locator('table.pair tbody tr').first();
    await row.waitFor();
    const { y, height } = (await row.boundingBox())!;
    expect(y + height).toBeLessThan(844);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    expect(await seriousFaults(page)).toEqual([]);
  });

  it('says that nothing was decided where the service is away, and keeps the pair', async () => {
    const page = await show();
    await openFirst();
    await page.locator('table.pair').waitFor();
    const before = suspected();
    await page.context().setOffline(true);
    await page.keyboard.press('n');
    await expectText(page, 'The decision may not have been saved');
    expect(await page.locator('.said').textContent()).toBe('');
    await page.context().setOffline(false);
    expect(suspected()).toBe(before);
    await page.keyboard.press('n');
    await expectText(page, 'Marked as not a duplicate.');
    await expect.poll(suspected).toBe(before - 1);
    await page.keyboard.press('u');
    await expectText(page, 'Undone.');
  });

  it('decides nothing and types nowhere where the session has ended, and continues after the login', async () => {
    const page = await show();
    await openFirst();
    await page.locator('table.pair').waitFor();
    const before = suspected();
    await page.context().clearCookies();
    await page.keyboard.press('n');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.type('nml');
    expect(await page.getByLabel('Client Id').inputValue()).toBe('');
    expect(suspected()).toBe(before);
    await page.getByLabel('Client Id').fill(site.served.client.client_id);
    await page.getByLabel('Client secret').fill(site.served.client.client_secret);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^Not a duplicate/ }).click();
    await expect.poll(suspected).toBe(before - 1);
  });

  it('says that another tab was quicker', async () => {
    const person = { FirstName: 'Olga', LastName: 'Petrova', Phone: '+1 415 555 0199', Email: 'olga@example.com' };
    await site.save('Contact', person);
    const input = { objectType: 'Contact', duplicateCheck: true, duplicateScore: 100 };
    await site.served.post(UPSERT, { input: { ...input, objectData: { ...person, FirstName: 'Olja' } } });
    const page = await show();
    await openFirst();
    await page.locator('table.pair').waitFor();
    const [pair] = site.served.likeness.suspectedPairs({ page: 1, pageSize: 1 }).records;
    await site.served.likeness.review.decide({ verdict: 'later', pairId: pair!.id }, { clientId: 'other' });
    await page.getByRole('button', { name: /^Merge/ }).click();
    await page.getByRole('alert').getByText('The decision was not saved.').waitFor();
  });
});

inBrowser('reviewing a pair that something contradicts', () => {
  it('says first what speaks against it', async () => {
    const site = await Site.open();
    const twin = { LastName: 'Novak', Email: 'novak@example.com', Phone: '+1 415 555 0177' };
    await site.save('Contact', { ...twin, FirstName: 'Daniel' });
    const input = { objectType: 'Contact', duplicateCheck: true, objectData: { ...twin, FirstName: 'Daniela' } };
    await site.served.post(UPSERT, { input });
    const { page } = await site.visit(undefined, { path: '/console/review' });
    await page.locator('.item', { hasText: 'Different first names' }).getByRole('link').click();
    const against = page.getByRole('note');
    await against.getByText('Different first names').waitFor();
    expect(await against.textContent()).toContain('First Name Daniela, Daniel');
  });
});

inBrowser('reviewing while the list loads again', () => {
  it('does not show again what was decided after the loading began', async () => {
    const site = await Site.open();
    const suspect = async (LastName: string, number: number): Promise<void> => {
      const person = {
        FirstName: 'Robert',
        LastName,
        Phone: `+1 415 555 014${number}`,
        Email: `${LastName}@example.com`,
      };
      await site.save('Contact', person);
      const input = { objectType: 'Contact', duplicateCheck: true, objectData: { ...person, FirstName: 'Bob' } };
      await site.served.post(UPSERT, { input: { ...input, duplicateScore: 100 } });
    };
    for (const [i, name] of ['Smyth', 'Jenkins'].entries()) await suspect(name, i);
    const { page } = await site.visit(undefined, { path: '/console/review', allowed: 'ERR_FAILED' });
    const smyth = page.locator('.item', { hasText: 'Smyth' });
    await smyth.waitFor();
    // Delays list responses until a decision is made, so that they are outdated.
    let release = (): void => undefined;
    const isDecided = new Promise<void>((resolve) => (release = resolve));
    let lists = 0;
    await page.route(/suspectedPairs\?.*pageSize=50/, async (route) => {
      const response = await route.fetch();
      if (lists++ > 0) return route.abort();
      await isDecided;
      return route.fulfill({ response });
    });
    await suspect('Okafor', 2);
    await expect.poll(() => lists, { timeout: 20_000 }).toBeGreaterThan(0);
    await smyth.getByRole('checkbox').check();
    await page.getByRole('region', { name: 'Bulk actions' }).getByRole('button', { name: 'Not a duplicate' }).click();
    await expectText(page, '1 decided.');
    expect(await smyth.count()).toBe(0);
    release();
    await page.locator('.item', { hasText: 'Okafor' }).waitFor();
    expect(await smyth.count()).toBe(0);
  });
});

inBrowser('reviewing the groups of a job', () => {
  const site = Site.forAll();
  let visit: Visit;
  const stored = () => site.served.likeness.statistics().store.records;
  const person = { FirstName: 'Amelia', LastName: 'Okonkwo', Phone: '+1 415 555 0177', Email: 'amelia@example.com' };
  beforeAll(async () => {
    for (const Title of ['Director', 'Head', 'Chair']) await site.save('Contact', { ...person, Title });
    for (const Department of ['East', 'West']) {
      const other = { FirstName: 'Jonas', LastName: 'Lindqvist', Phone: '+1 415 555 0188', Email: 'jonas@example.com' };
      await site.save('Contact', { ...other, Department });
    }
  });
  const show = async () => {
    visit = await site.visit(undefined, { path: '/console/review#kind=groups' });
    return visit.page;
  };

  it('starts a job, shows what merging a part of a group gives, merges just that, and takes it back', async () => {
    const page = await show();
    await expectText(page, 'These records have not been compared yet.');
    await page.getByRole('button', { name: 'Compare all records' }).click();
    await expectText(page, '2 groups among 5 records');
    await page.getByRole('link', { name: 'Amelia Okonkwo' }).click();
    await page.locator('td.result', { hasText: 'Okonkwo' }).waitFor();
    const graph = page.getByRole('region', { name: 'How the records are connected' });
    expect(await graph.locator('line').count()).toBe(3);
    expect(await graph.getByRole('img').getAttribute('aria-label')).toMatch(/1 – 2: score \d+/);
    expect(await seriousFaults(page)).toEqual([]);
    const before = stored();
    await page.getByLabel('Include').nth(2).uncheck();
    await page.getByRole('button', { name: 'Head' }).click();
    await page.locator('tr', { hasText: 'Title' }).locator('td.result', { hasText: 'chosen' }).waitFor();
    expect(await page.locator('tr', { hasText: 'Title' }).locator('td.result').textContent()).toMatch(/^Head/);
    expect(stored()).toBe(before);
    await page.keyboard.press('m');
    await expectText(page, 'Merged into one record.');
    await expect.poll(stored).toBe(before - 1);
    await expectText(page, '1 decided today');
    await page.keyboard.press('u');
    await expectText(page, 'Undone.');
    await expect.poll(stored).toBe(before);
  });

  it('merges all groups above a score after showing a sample, and undoes all merges together', async () => {
    const page = await show();
    const before = stored();
    await page.getByRole('button', { name: 'Merge by score' }).click();
    const bulk = page.getByRole('region', { name: 'Merge by score' });
    await bulk.getByText('Jonas Lindqvist').first().waitFor();
    const start = bulk.getByRole('button', { name: 'Merge 2 groups' });
    expect(await start.isDisabled()).toBe(true);
    await bulk.getByLabel('I have checked the sample').check();
    await start.click();
    await expectText(page, '2 merged');
    expect(stored()).toBe(before - 3);
    await expectText(page, 'No groups to review.');
    await page.reload();
    await page.getByRole('button', { name: 'Undo merges' }).click();
    await expectText(page, /2 merges of \d.* undone/);
    expect(stored()).toBe(before);
  });
});

inBrowser('reviewing very many groups', () => {
  it('lists all of them, decides a hundred by ticks in one go, and takes that back in one go', async () => {
    const site = await Site.open();
    const { likeness } = site.served;
    const GROUPS = 331;
    const rows = Array.from({ length: 2 * GROUPS }, (_, i) => {
      const number = Math.floor(i / 2);
      const Email = `person${number}@company${number}.example`;
      return { FirstName: `Ada${number}`, LastName: `Lovelace${number}`, Email, Title: i % 2 === 0 ? 'Head' : 'Chair' };
    });
    await likeness.importBatch('Contact', rows, { check: false }, { clientId: 'test', requestId: 'rows' });
    const { page } = await site.visit(undefined, { path: '/console/review#kind=groups' });
    await page.getByRole('button', { name: 'Compare all records' }).click();
    await expectText(page, `${GROUPS} groups among ${2 * GROUPS} records`);
    const items = page.locator('.item');
    await expect
      .poll(async () => {
        await items.last().scrollIntoViewIfNeeded();
        return items.count();
      })
      .toBe(GROUPS);
    const before = likeness.statistics().store.records;
    for (let i = 0; i < 100; i++) await items.nth(i).getByRole('checkbox').check();
    const many = page.getByRole('region', { name: 'Bulk actions' });
    await many.getByText('100 selected').waitFor();
    await many.getByRole('button', { name: 'Merge' }).click();
    await many.getByText('100 decided.').waitFor();
    expect(likeness.statistics().store.records).toBe(before - 100);
    await expect.poll(() => items.count()).toBe(GROUPS - 100);
    await many.getByRole('button', { name: 'Undo 100' }).click();
    await many.getByText('100 undone.').waitFor();
    expect(likeness.statistics().store.records).toBe(before);
  });

  it('shows precision and recall at a score among the decisions of people', async () => {
    const own = await Site.open();
    const decide = async (LastName: string, verdict: string, ...cards: object[]) => {
      const recordIds: string[] = [];
      for (const card of cards) recordIds.push(await own.save('Contact', { FirstName: 'Ada', LastName, ...card }));
      const decided = await own.served.post('/services/apexrest/dupcheck/decisions', { verdict, recordIds });
      expect(decided.status).toBe(200);
    };
    const Email = 'ada@example.com';
    await decide('Byron', 'duplicate', { Email }, { Email });
    await decide('Hopper', 'notDuplicate', { Email }, { Email });
    await decide('Lovelace', 'duplicate', { Email }, { FirstName: 'Zoe', Email: 'z@example.org' });
    const entered = await own.visit(undefined, { path: '/console/review#tab=decided&object=Contact' });
    await expectText(entered.page, 'Score 80 or more: precision 50% (1 of 2), recall 50% (1 of 2)');
    await entered.page.getByRole('slider').fill('0');
    await expectText(entered.page, 'precision 66.7% (2 of 3), recall 100% (2 of 2)');
    expect(await seriousFaults(entered.page)).toEqual([]);
  });
});
