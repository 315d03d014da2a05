import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { draws } from '../../support/draws.js';
import type { GroupsQuery } from '../../../src/service/jobs/job-groups.js';
import { expectText, inBrowser, ROBERT, Site, tick, type Visit } from './browser.js';

const caller = { clientId: 'test', requestId: 'rows' };

const person = (number: number) => ({
  FirstName: `Ada${number}`,
  LastName: `Lovelace${number}`,
  Email: `person${number}@company${number}.example`,
});

/** Creates people, each of them twice. */
const twice = (from: number, to: number) =>
  Array.from({ length: 2 * (to - from) }, (_, i) => ({
    ...person(from + Math.floor(i / 2)),
    Title: i % 2 === 0 ? 'Head' : 'Chair',
  }));

const open = (site: Site, path: string): Promise<Visit> => site.visit(undefined, { path: `/console/${path}` });

/** More than one page of the list. */
const COUNT = 70;

const records = (site: Site): number => site.served.likeness.statistics().store.records;

/** Checks every group individually, and returns the open groups. */
async function openGroups(site: Site, query: Partial<GroupsQuery> = {}): Promise<string[]> {
  const ids: string[] = [];
  for (let after: string | undefined; ;) {
    const asked = { objectType: 'Contact', status: 'open', ...query, after, pageSize: 200 } as const;
    const page = await site.served.administration.groups.page(asked);
    ids.push(...page.records.map(({ id }) => id));
    if (page.next === null) return ids;
    after = page.next;
  }
}

async function compareAll(page: Page, groups: number): Promise<void> {
  await page.getByRole('button', { name: 'Compare all records' }).click();
  await expectText(page, `${groups} ${groups === 1 ? 'group' : 'groups'} among`);
}

/** Returns the number of open items that the page shows. */
async function toldOpen(page: Page): Promise<number> {
  const text = (await page.locator('main').textContent()) ?? '';
  const [, count] = /\b\d+ of (\d+)\b/.exec((await page.locator('.listed').allTextContents()).join(' ')) ?? [];
  if (count !== undefined) return Number(count);
  return /(?:groups|possible duplicates) to review|No matches/.test(text) ? 0 : NaN;
}

inBrowser('what the console says of open work', () => {
  it.each(['groups', 'pairs'] as const)('opens the next page when all %s in sight are decided', async (kind) => {
    const site = await Site.open();
    const { likeness } = site.served;
    if (kind === 'groups') await likeness.importBatch('Contact', twice(0, COUNT), { check: false }, caller);
    else {
      const all = Array.from({ length: COUNT }, (_, i) => person(i));
      await likeness.importBatch('Contact', all, { check: false }, caller);
      await likeness.importBatch('Contact', all, { check: true, reportsDuplicates: true }, caller);
    }
    const { page } = await open(site, `review#kind=${kind}`);
    if (kind === 'groups') await compareAll(page, COUNT);
    const held = async () =>
      kind === 'groups' ? (await openGroups(site)).length : likeness.suspectedPairs({ page: 1, pageSize: 1 }).totalSize;
    expect(await held()).toBe(COUNT);
    const many = page.getByRole('region', { name: 'Bulk actions' });
    for (let left = COUNT; left > 0;) {
      await page.locator('.item').first().waitFor();
      await expect.poll(() => toldOpen(page)).toBe(left);
      await many.getByRole('checkbox').first().check();
      const ticked = await page.locator('.item input:checked').count();
      await many.getByRole('button', { name: 'Not a duplicate' }).click();
      await many.getByText(`${ticked} decided.`).waitFor();
      left -= ticked;
      expect(await held()).toBe(left);
      if (left > 0) await page.locator('.item').first().waitFor();
    }
    await expectText(page, kind === 'groups' ? 'No groups to review.' : 'No possible duplicates to review.');
  });

  it('merges the groups that it counted, not those of another comparison, and asks again when they change', async () => {
    const site = await Site.open();
    const { likeness } = site.served;
    await likeness.importBatch('Contact', twice(0, 8), { check: false }, caller);
    const { page } = await open(site, 'review#kind=groups');
    await compareAll(page, 8);
    // The new records are not in any group yet.
    await likeness.importBatch('Contact', twice(20, 30), { check: false }, caller);
    await page.getByRole('button', { name: 'Merge by score' }).click();
    const bulk = page.getByRole('region', { name: 'Merge by score' });
    await bulk.getByText('8 groups qualify').waitFor();
    await bulk.getByLabel('I have checked the sample').check();
    const before = records(site);
    const [first] = (await site.served.administration.groups.page({ objectType: 'Contact', pageSize: 1 })).records;
    const recordIds = first!.records.map(({ id }) => id);
    await likeness.review.decide({ verdict: 'notDuplicate', recordIds }, caller);
    await bulk.getByRole('button', { name: 'Merge 8 groups' }).click();
    await bulk.getByText('7 groups qualify').waitFor();
    expect(records(site)).toBe(before);
    await bulk.getByLabel('I have checked the sample').check();
    await bulk.getByRole('button', { name: 'Merge 7 groups' }).click();
    await expectText(page, '7 merged');
    expect(records(site)).toBe(before - 7);
    await page.getByRole('button', { name: 'Undo merges' }).click();
    await expectText(page, /7 merges of \d.* undone/);
    await expectText(page, '7 undone');
    expect(await page.getByRole('button', { name: 'Undo merges' }).count()).toBe(0);
    expect(records(site)).toBe(before);
  });

  it('starts one job by a double click, and counts of today what was not undone', async () => {
    const site = await Site.open();
    await site.served.likeness.importBatch('Contact', twice(0, 60), { check: false }, caller);
    const { page } = await open(site, 'review#kind=groups');
    await page.getByRole('button', { name: 'Compare all records' }).dblclick();
    await expectText(page, '60 groups among');
    expect(site.served.administration.jobs.list()).toHaveLength(1);
    await page.locator('.item a').first().click();
    await page.locator('.review-head h1', { hasText: '1 of 60' }).waitFor();
    expect(await page.locator('.review-head h1').textContent()).toBe('1 of 60');
    await page.locator('table.pair td.result').first().waitFor();
    await page.keyboard.press('m');
    await expectText(page, '1 decided today');
    await page.keyboard.press('u');
    await expectText(page, '0 decided today');
  });

  it('narrows the pairs by a threshold to as many as it shows, and widens them again', async () => {
    const site = await Site.open();
    const { likeness } = site.served;
    await likeness.importBatch('Contact', [person(1), person(2), ROBERT], { check: false }, caller);
    const again = [person(1), person(2), { ...ROBERT, FirstName: 'Ulrike' }];
    await likeness.importBatch('Contact', again, { check: true, reportsDuplicates: true }, caller);
    const { page } = await open(site, 'review');
    const threshold = page.getByRole('slider', { name: 'Minimum score' });
    await threshold.focus();
    await page.keyboard.press('End');
    await expectText(page, '100 or more: 2 possible duplicates');
    await expect.poll(() => toldOpen(page)).toBe(2);
    await threshold.focus();
    await page.keyboard.press('Home');
    await expectText(page, / or more: 3 possible duplicates/);
    await expect.poll(() => toldOpen(page)).toBe(3);
  });

  it('names the records that a score compares, and shows characters that turn the text around them', async () => {
    const site = await Site.open();
    const { likeness } = site.served;
    const turned = { ...person(1), Title: 'Head \u202egnp.exe\u202c' };
    await likeness.importBatch('Contact', [person(1)], { check: false }, caller);
    await likeness.importBatch('Contact', [turned], { check: true, reportsDuplicates: true }, caller);
    const { page } = await open(site, 'review');
    await page.locator('.item a').first().click();
    await page.locator('table.pair', { hasText: 'Head [U+202E]gnp.exe[U+202C]' }).waitFor();
    const heads = await page.locator('table.waterfall thead th').allTextContents();
    expect(heads.slice(1, 3)).toEqual(['New record', 'Existing record']);
    // The edit form shows the stored value.
    const [{ createdId } = { createdId: '' }] = likeness.suspectedPairs({ page: 1, pageSize: 1 }).records;
    await page.goto(`${site.served.url}/console/records/Contact/${createdId}`);
    await expectText(page, 'Head [U+202E]gnp.exe[U+202C]');
    await page.keyboard.press('e');
    expect(await page.getByLabel('Title').inputValue()).toBe(turned.Title);
  });

  it('shows the groups of the object that was compared last', async () => {
    const site = await Site.open();
    const leads = twice(0, 2).map((one) => ({ ...one, Company: 'Engines' }));
    await site.served.likeness.importBatch('Lead', leads, { check: false }, caller);
    const { page } = await open(site, 'review#kind=groups&object=Lead');
    await compareAll(page, 2);
    await page.goto(`${site.served.url}/console/review#kind=groups`);
    await page.reload();
    await expect.poll(() => toldOpen(page)).toBe(2);
  });

  it('never ticks a group that contradicts itself without a question', async () => {
    const site = await Site.open();
    const twin = { LastName: 'Novak', Email: 'novak@example.com', Phone: '+1 415 555 0177' };
    const rows = [
      ...twice(0, 3),
      ...['1970-01-02', '1985-06-07', '1999-11-12'].map((Birthdate) => ({ ...twin, FirstName: 'Jo', Birthdate })),
    ];
    await site.served.likeness.importBatch('Contact', rows, { check: false }, caller);
    const { page } = await open(site, 'review#kind=pairs');
    await site.served.likeness.importBatch(
      'Contact',
      [{ ...twin, FirstName: 'Jo', Birthdate: '2001-02-03' }, person(0)],
      { check: true, reportsDuplicates: true },
      caller,
    );
    await page.reload();
    await page.locator('.item', { hasText: 'birth dates' }).waitFor();
    const many = page.getByRole('region', { name: 'Bulk actions' });
    await many.getByRole('checkbox').first().check();
    expect(await page.locator('.item', { hasText: 'birth dates' }).locator('input:checked').count()).toBe(0);
    await many.getByRole('button', { name: /with contradictions/ }).click();
    const before = records(site);
    await many.getByRole('button', { name: 'Merge' }).click();
    await page.getByRole('dialog').getByText('birth dates').waitFor();
    expect(records(site)).toBe(before);
    await page.goto(`${site.served.url}/console/review#kind=groups`);
    await page.getByRole('button', { name: 'Compare all records' }).click();
    await page.locator('.item', { hasText: 'birth dates' }).getByRole('link').click();
    await page.locator('.card .badge.bad', { hasText: 'birth dates' }).waitFor();
  });
});

inBrowser('what the console says of an import', () => {
  const site = Site.forAll();
  beforeAll(async () => {
    await site.served.likeness.importBatch('Contact', [person(1), person(2)], { check: false }, caller);
  });
  const csv = 'FirstName;LastName;Email;Note\nAda1;Lovelace1;person1@company1.example;a\nGrace;Hopper;g@h.example;b\n';
  const send = async (name: string): Promise<Visit> => {
    const visit = await open(site, 'import');
    await visit.page
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(csv + name) });
    await visit.page.getByRole('heading', { name }).waitFor();
    return visit;
  };
  const duplicates = (page: Page) => page.getByLabel('When a row matches an existing record');

  it('keeps how duplicates are saved, however the file is read again', async () => {
    const { page } = await send('kept.csv');
    await duplicates(page).selectOption('review');
    await page.getByText(/^File format/).click();
    const delimiter = page.getByLabel('Delimiter');
    const isHeader = page.getByLabel('First row is the header');
    const object = page.getByLabel('Object');
    // A file with one column cannot be imported, but the choice is kept.
    for (const acts of [
      [() => page.getByLabel('Encoding').selectOption('windows-1252')],
      [() => delimiter.selectOption('comma'), () => delimiter.selectOption('semicolon')],
      [() => isHeader.click(), () => isHeader.click()],
      [() => object.selectOption('Lead')],
      [() => object.selectOption('Contact')],
    ]) {
      for (const act of acts) {
        await expect.poll(() => delimiter.isEnabled()).toBe(true);
        await Promise.all([page.waitForResponse((answer) => answer.url().includes('/inspect')), act()]);
      }
      await page.getByRole('button', { name: /^Import as/ }).waitFor();
      expect(await duplicates(page).inputValue()).toBe('review');
    }
  });

  it('shows no figures of a trial that the import would not repeat', async () => {
    const { page } = await send('tried.csv');
    const figures = page.getByText(/would be created/);
    const trial = async (): Promise<void> => {
      const run = page.waitForResponse((answer) => answer.url().endsWith('/run'));
      await page.getByRole('button', { name: 'Start trial run' }).click();
      const { id } = (await (await run).json()) as { id: string };
      const { administration, client } = site.served;
      await expect.poll(async () => (await administration.files.get(client.client_id, id)).status).toBe('completed');
      await page.reload();
      await figures.waitFor();
    };
    for (const [act, back] of [
      [() => duplicates(page).selectOption('review'), () => duplicates(page).selectOption('update')],
      [
        async () => {
          await page.getByText('Column mapping').click();
          await page.getByLabel('Field for Note').selectOption('Title');
        },
        () => page.getByLabel('Field for Note').selectOption(''),
      ],
    ] as const) {
      await trial();
      await act();
      await figures.waitFor({ state: 'detached' });
      await expectText(page, /have changed since the last trial/);
      await back();
    }
    await trial();
    await page.getByText('Column mapping').click();
    await page.getByText(/^File format/).click();
    await page.getByLabel('First row is the header').click();
    await figures.waitFor({ state: 'detached' });
  });

  it('leads to the possible duplicates of this import alone', async () => {
    await site.served.likeness.importBatch('Contact', [person(2)], { check: true, reportsDuplicates: true }, caller);
    const { page } = await send('sent.csv');
    await duplicates(page).selectOption('review');
    await page.getByRole('button', { name: 'Import as Contacts' }).click();
    await expectText(page, /1 possible duplicate/);
    await page.getByRole('link', { name: 'Review now' }).click();
    await page.locator('.item').first().waitFor();
    expect(await toldOpen(page)).toBe(1);
    await page.locator('.item', { hasText: 'Ada1 Lovelace1' }).waitFor();
    const address = new URL(page.url()).hash;
    await page.goto(`${site.served.url}/console`);
    const sources = page.getByRole('region', { name: 'Possible duplicates by source' });
    await expect.poll(() => sources.getByRole('row').allInnerTexts()).toContain('File\tsent.csv\t1');
    await sources.getByRole('link', { name: 'sent.csv' }).click();
    await expect.poll(() => new URL(page.url()).hash).toBe(address);
  });

  it('blames nobody for merges that keep an import from being undone', async () => {
    const { page } = await send('merged.csv');
    await page.getByRole('button', { name: 'Import as Contacts' }).click();
    await expectText(page, /Import done/);
    const [created] = site.served.likeness
      .suspectedPairs({ page: 1, pageSize: 1 })
      .records.map(({ createdId, matchedId }) => [createdId, matchedId]);
    const ids = created ?? [];
    if (ids.length > 0) await site.served.likeness.merging.merge({ objectType: 'Contact', ids }, caller);
    await page.getByRole('button', { name: 'Undo import' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click();
    await expectText(page, /changes? undone/);
    expect(await page.getByText(/others changed/).count()).toBe(0);
    // The records are gone, but not their names.
    const saved = page.getByRole('region', { name: 'Created and updated records' });
    await expect.poll(async () => (await saved.getByRole('link').allInnerTexts()).sort()).toContain('Grace Hopper');
  });

  it('offers no undo of an import that saved nothing', async () => {
    const { page } = await open(site, 'import');
    const buffer = Buffer.from('FirstName;LastName;Email\nAda;;a@b.example\n');
    await page.locator('input[type=file]').setInputFiles({ name: 'bad.csv', mimeType: 'text/csv', buffer });
    await page.getByRole('button', { name: /^Import as/ }).click();
    await expectText(page, '1 row: 0 created, 0 updated, 1 rejected');
    await expectText(page, /Import done/);
    expect(await page.getByRole('button', { name: /^(Undo import|Compare all)/ }).count()).toBe(0);
    // An import that is cancelled before its first count.
    const counts = { read: 0, created: 0, updated: 0, rejected: 0, reasons: [] };
    await page.route('**/files/*', async (route) => {
      const response = await route.fetch();
      const file = (await response.json()) as { imported: object };
      const imported = { ...file.imported, counts };
      await route.fulfill({ response, json: { ...file, status: 'cancelled', counts, imported } });
    });
    await page.reload();
    await expectText(page, 'Import cancelled');
    await expectText(page, 'No rows were imported from this file.');
  });
});

inBrowser('the review list', () => {
  it('shows the number of open pairs that the service has, whatever is decided, filtered or done in another tab', async () => {
    const site = await Site.open();
    const { likeness } = site.served;
    await likeness.importBatch('Contact', twice(0, 70), { check: false }, caller);
    const pairs = Array.from({ length: 70 }, (_, i) => person(100 + i));
    await likeness.importBatch('Contact', pairs, { check: false }, caller);
    await likeness.importBatch('Contact', pairs, { check: true, reportsDuplicates: true }, caller);
    const { page } = await open(site, 'review#kind=groups');
    await page.getByRole('button', { name: 'Compare all records' }).click();
    await page.locator('.item').first().waitFor();
    let seed = 20261128;
    const below = (most: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return Math.floor((seed / 2 ** 31) * most);
    };
    let filters: { kind: 'groups' | 'pairs'; least: number } = { kind: 'groups', least: 0 };
    const held = async (): Promise<number> => {
      const minScore = filters.least === 0 ? undefined : filters.least;
      if (filters.kind === 'pairs') return likeness.suspectedPairs({ page: 1, pageSize: 1, minScore }).totalSize;
      return (await openGroups(site, { minScore })).length;
    };
    const many = page.getByRole('region', { name: 'Bulk actions' });
    const steps = [
      async () => {
        filters = { kind: below(2) === 0 ? 'groups' : 'pairs', least: [0, 90, 100][below(3)]! };
        const { kind, least } = filters;
        await page.goto(`${site.served.url}/console/review#kind=${kind}${least === 0 ? '' : `&least=${least}`}`);
      },
      async () => {
        const boxes = page.locator('.item .tick input');
        const count = Math.min(await boxes.count(), 1 + below(50));
        if (count === 0) return;
        await tick(boxes, count);
        await many.getByRole('button', { name: below(2) === 0 ? 'Not a duplicate' : 'Merge' }).click();
        await many.getByText(/\d+ decided\./).waitFor();
      },
      async () => {
        const [pair] = likeness.suspectedPairs({ page: 1 + below(5), pageSize: 1 }).records;
        if (pair !== undefined) await likeness.review.decide({ verdict: 'notDuplicate', pairId: pair.id }, caller);
        const groups = await openGroups(site);
        const group = groups[below(groups.length)];
        if (group === undefined) return;
        const { records: members } = await site.served.administration.groups.details(group);
        await likeness.review.decide({ verdict: 'notDuplicate', recordIds: members.map(({ id }) => id) }, caller);
      },
      async () => {
        await page.keyboard.press('u');
        await page.locator('.said').first().waitFor();
      },
    ];
    for (let step = 0; step < draws(120); step++) {
      await steps[step % 3 === 0 ? 0 : below(steps.length)]!();
      await expect.poll(async () => [await toldOpen(page), step], { timeout: 30_000 }).toEqual([await held(), step]);
    }
  });
});

inBrowser('what the console says of a record and a session', () => {
  it('lists the possible duplicates of a record, and leads to where they are compared', async () => {
    const site = await Site.open();
    const [one, other] = [
      await site.save('Contact', person(1)),
      await site.save('Contact', { ...person(1), Title: 'Head' }),
    ];
    expect(other).not.toBe(one);
    const { page } = await open(site, `records/Contact/${one}`);
    const card = page.getByRole('region', { name: 'Possible duplicates' });
    await card.getByRole('link', { name: 'Ada1 Lovelace1' }).waitFor();
    await card.getByRole('link', { name: 'Compare' }).click();
    await page.getByRole('heading', { name: 'Compare records' }).waitFor();
    expect(new URL(page.url()).hash).toContain(other);
  });

  it('closes the login by Escape, asks again when it is needed, and takes over a login of another tab', async () => {
    const site = await Site.open();
    const id = await site.save('Contact', person(1));
    const { page } = await open(site, `records/Contact/${id}`);
    await page.getByRole('heading', { name: 'Ada1 Lovelace1' }).waitFor();
    await page.keyboard.press('e');
    await page.getByLabel('First Name').fill('not saved yet');
    // A pending request would otherwise open the login before the user saves.
    await page.waitForLoadState('networkidle');
    await page.context().clearCookies();
    const save = page.getByRole('button', { name: 'Save' });
    await save.click();
    const login = page.getByRole('dialog', { name: 'Log in' });
    await login.waitFor();
    await page.keyboard.press('Escape');
    await login.waitFor({ state: 'detached' });
    expect(await page.getByLabel('First Name').inputValue()).toBe('not saved yet');
    await save.click();
    await login.waitFor();
    const tab = await page.context().newPage();
    await tab.goto(site.address());
    await tab.locator('header .who').waitFor();
    await login.waitFor({ state: 'detached' });
    expect(await page.getByLabel('First Name').inputValue()).toBe('not saved yet');
    await save.click();
    await expect
      .poll(() => site.served.likeness.readRecord('Contact', id))
      .toMatchObject({ FirstName: 'not saved yet' });
  });

  it('asks for no second login because of a response from before the login of another tab', async () => {
    const site = await Site.open();
    const id = await site.save('Contact', person(1));
    const { page } = await open(site, `records/Contact/${id}`);
    await page.getByRole('heading', { name: 'Ada1 Lovelace1' }).waitFor();
    await page.keyboard.press('e');
    await page.getByLabel('First Name').fill('Augusta');
    await page.waitForLoadState('networkidle');
    await page.context().clearCookies();
    let login = async () => {
      const tab = await page.context().newPage();
      await tab.goto(site.address());
      await tab.locator('header .who').waitFor();
    };
    await page.route('**/sobjects/Contact/*', async (route) => {
      const response = await route.fetch();
      const logIn = login;
      // After the login, this tab loads the record again.
      login = () => Promise.resolve();
      await logIn();
      await route.fulfill({ response });
    });
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => site.served.likeness.readRecord('Contact', id)).toMatchObject({ FirstName: 'Augusta' });
    expect(await page.getByRole('dialog', { name: 'Log in' }).count()).toBe(0);
  });

  it.each(['pairs', 'groups'])(
    'shows who decided an item among %s, asks before it is merged after all, and undoes the decision',
    async (kind) => {
      const site = await Site.open();
      const { likeness } = site.served;
      await likeness.importBatch('Contact', [person(1)], { check: false }, caller);
      await likeness.importBatch('Contact', [person(1)], { check: true, reportsDuplicates: true }, caller);
      const { page } = await open(site, `review#kind=${kind}`);
      if (kind === 'groups') await compareAll(page, 1);
      await page.locator('.item a').first().click();
      await page.locator('table.pair').waitFor();
      const [pair] = likeness.suspectedPairs({ page: 1, pageSize: 1 }).records;
      const olga = site.served.addClient({ name: 'Olga', scopes: ['read', 'review', 'search'] });
      await likeness.review.decide({ verdict: 'notDuplicate', pairId: pair!.id }, { clientId: olga.client_id });
      const decision = page.getByRole('region', { name: 'Decision' });
      await decision.getByText('by Olga').waitFor();
      await page.keyboard.press('m');
      const asked = page.getByRole('dialog', { name: 'These records were decided not to be duplicates' });
      await asked.getByRole('button', { name: 'Cancel' }).click();
      await decision.getByRole('button', { name: 'Undo' }).click();
      await expect.poll(() => likeness.suspectedPairs({ page: 1, pageSize: 1 }).totalSize).toBe(1);
    },
  );
});
