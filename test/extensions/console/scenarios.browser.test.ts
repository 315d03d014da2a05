import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import type { ListedDefinition } from '../../../src/extensions/console/api/types.js';
import { lead } from '../../http/serve.js';
import { seriousFaults } from './axe.js';
import { cases } from '../../support/draws.js';
import { expectText, inBrowser, Site, type Visit } from './browser.js';

const BASE = '/services/apexrest/dupcheck/scenarios/definitions';
const SCRIPT = `"><img src=x onerror="alert(1)"><script>alert(2)</script>`;
/** Folder for screenshots of the views. If absent, no screenshots are taken. */
const PICTURES = process.env['CONSOLE_PICTURES'];
const byMail = {
  id: 'by-mail',
  name: 'By Mail',
  object: 'Lead',
  threshold: 80,
  usage: ['restSearch'],
  fields: [
    { field: 'Email', method: 'email', weight: 60 },
    { field: 'LastName', method: 'personName', weight: 40 },
  ],
};
const levels = [
  { from: 9_000, evidence: 9_000, adjusted: 1_000 },
  { from: 7_000, evidence: 3_000, adjusted: 0 },
  { from: 0, evidence: -4_000, adjusted: 0 },
];
const learned = {
  ...byMail,
  id: 'lead-learned',
  name: 'Lead Learned',
  threshold: 50,
  scoreMethod: 'probabilistic',
  model: {
    version: 1,
    prior: -10_000,
    fields: [
      { levels },
      {
        levels,
        frequencies: {
          others: 0,
          listed: [
            ['smith', -3_000],
            ['jones', -2_000],
          ],
        },
      },
    ],
  },
};

inBrowser('scenarios in the console', () => {
  const site = Site.forAll();
  let visit: Visit;
  const read = async (id: string) =>
    (await site.served.call('GET', `${BASE}/${id}`)).body as unknown as ListedDefinition & {
      readonly errorCode?: string;
    };
  const put = async (scenario: object, version: string | null) =>
    site.served.post(`${BASE}/${(scenario as { id: string }).id}`, { scenario, version });
  beforeAll(async () => {
    await site.served.likeness.importBatch('Lead', people(), { check: false }, { clientId: 'test' });
    expect((await put(byMail, null)).status).toBe(200);
    await site.served.administration.scenarioEditing.accept({ by: 'test' }, learned.id, learned as never);
    expect((await put({ ...byMail, id: 'scripted', name: SCRIPT }, null)).status).toBe(200);
  });
  const open = async (path: string, address?: string, options: Parameters<Site['visit']>[1] = {}) => {
    visit = await site.visit(address, { path: `/console/${path}`, ...options });
    await visit.page.locator('h1').waitFor();
    return visit.page;
  };
  const picture = async (name: string): Promise<void> => {
    if (PICTURES === undefined) return;
    mkdirSync(PICTURES, { recursive: true });
    await visit.page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage: true });
  };

  it('are edited with a live preview, saved, and reverted', async () => {
    const page = await open('scenarios');
    await page.getByRole('link', { name: 'By Mail', exact: true }).click();
    await expectText(page, 'Duplicates found');
    await page.locator('.chart-place svg').first().waitFor();
    await page.getByLabel('Threshold (%)').fill('50');
    await expectText(page, 'Effect of your changes');
    await expectText(page, /pairs|Gained/);
    const gained = page.locator('.pair-line').first();
    await gained.click();
    await page.getByRole('table').filter({ hasText: 'Email' }).first().waitFor();
    await page.getByRole('button', { name: 'Save and apply' }).click();
    await expectText(page, 'Saved and applied.');
    expect((await read('by-mail')).scenario.threshold).toBe(50);
    // The list of versions is reloaded after saving.
    await page.getByRole('button', { name: /^2\. saved/ }).waitFor();
    await page.getByRole('button', { name: /^1\. saved/ }).click();
    await expectText(page, '1 difference');
    await page.getByRole('row', { name: 'Threshold 80 50' }).waitFor();
    await page.getByRole('button', { name: 'Restore' }).click();
    await page.getByRole('button', { name: /^3\. restored/ }).waitFor();
    expect((await read('by-mail')).scenario.threshold).toBe(80);
  });

  it('are edited by the keyboard alone', async () => {
    const page = await open('search');
    await page.locator('h1').click();
    await page.keyboard.press('g');
    await page.keyboard.press('c');
    await page.getByRole('heading', { name: 'Scenarios', exact: true }).waitFor();
    await page.getByRole('link', { name: 'By Mail', exact: true }).waitFor();
    await page.keyboard.press('j');
    await page.getByRole('link', { name: 'By Mail', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'By Mail' }).waitFor();
    await page.getByLabel('Name', { exact: true }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.press('End');
    await page.keyboard.type('s');
    await page.getByRole('button', { name: 'Save and apply' }).focus();
    await page.keyboard.press('Enter');
    await expectText(page, 'Saved and applied.');
    expect((await read('by-mail')).scenario.name).toBe('By Mails');
    expect(
      (await put({ ...(await read('by-mail')).scenario, name: 'By Mail' }, (await read('by-mail')).version)).status,
    ).toBe(200);
  });

  it('keep an edit over a reload, and never save over what somebody else saved', async () => {
    const page = await open('scenarios/by-mail');
    await page.getByLabel('Threshold (%)').fill('61');
    await expectText(page, 'Unsaved changes');
    await page.reload();
    await expectText(page, 'Unsaved changes');
    expect(await page.getByLabel('Threshold (%)').inputValue()).toBe('61');
    expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.toMatch(/@example/);
    const { scenario, version } = await read('by-mail');
    expect((await put({ ...scenario, threshold: 70 }, version)).status).toBe(200);
    await page.getByRole('button', { name: 'Save and apply' }).click();
    await expectText(page, 'Someone else saved this');
    expect((await read('by-mail')).scenario.threshold).toBe(70);
    await page.getByRole('button', { name: 'Keep my changes' }).click();
    await page.getByText('Someone else saved').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Save and apply' }).click();
    await expectText(page, 'Saved and applied.');
    expect((await read('by-mail')).scenario.threshold).toBe(61);
  });

  it('show what is wrong next to the field', async () => {
    const page = await open('scenarios/by-mail');
    const field = page.getByLabel('Field, field 2');
    await expect.poll(() => field.inputValue()).toBe('Last Name');
    await field.fill('First Name + last name');
    await field.blur();
    expect(await field.inputValue()).toBe('First Name + Last Name');
    await page.getByLabel('Weight, field 1').fill('0');
    await expectText(page, 'Weight, field 1: 0.01 to 1000');
    expect(await page.getByRole('button', { name: 'Save and apply' }).isDisabled()).toBe(true);
    await page.getByLabel('Weight, field 1').fill('60');
    await page.getByLabel('Field, field 1').fill('Emial');
    await page.getByRole('button', { name: 'Save and apply' }).click();
    await expectText(page, /did you mean Email\?/);
    // The preview shows the error while the user types; the field shows it only after a save.
    await expect.poll(() => page.getByLabel('Field, field 1').getAttribute('aria-invalid')).toBe('true');
    expect(await page.getByText(/scenario\.fields/).count()).toBe(0);
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await page.getByRole('button', { name: 'Discard changes' }).waitFor({ state: 'detached' });
  });

  it('are read, not changed, without the scope for it', async () => {
    const page = await open('scenarios/by-mail', site.address(['search', 'read']));
    await expectText(page, 'You need the permission “admin”');
    expect(await page.getByRole('button', { name: 'Save and apply' }).count()).toBe(0);
    expect(await page.getByLabel('Threshold (%)').isDisabled()).toBe(true);
  });

  const screens = [
    ['light', 1_280],
    ['dark', 320],
    ['dark', 1_280],
    ['light', 320],
  ] as const;
  it.each(cases(1, screens))('have no serious fault and fit, %s, %i pixels', async (colorScheme, width) => {
    const page = await open('scenarios', site.address(), { colorScheme, viewport: { width, height: 900 } });
    for (const view of [
      'scenarios',
      'scenarios/by-mail',
      'scenarios/lead-learned',
      'scenarios/scripted',
      'scenarios/+',
    ]) {
      await page.goto(`${site.served.url}/console/${view}`);
      await page.locator('h1').waitFor();
      if (view === 'scenarios/by-mail') {
        await page.getByLabel('Threshold (%)').fill('55');
        await page.locator('.pair-line').first().click();
        await page.getByRole('button', { name: /^1\. / }).click();
      }
      if (/by-mail|learned/.test(view)) await page.locator('.chart-place svg').first().waitFor();
      await page.waitForLoadState('networkidle');
      expect(await seriousFaults(page), view).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth'), view).toBeLessThanOrEqual(width);
      await picture(`${view.replace('/', '-')}-${width}-${colorScheme}`);
    }
    expect(await page.locator('main img, main script').count()).toBe(0);
  });
});

/** Twenty people twice: alternately with the same e-mail address, or with only the same name. */
function people(): Record<string, unknown>[] {
  return Array.from({ length: 20 }, (_, n) => [
    lead({ LastName: `Smith${String.fromCharCode(97 + n)}`, Email: `robert${n}@example.com` }),
    lead({
      LastName: n % 2 ? `Smith${String.fromCharCode(97 + n)}` : `Okafor${n}`,
      Email: n % 3 ? `robert${n}@example.com` : null,
    }),
  ]).flat();
}
