import { webhooksBy } from '../../../src/extensions/webhooks/webhooks.js';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import type { Page } from 'playwright-core';
import { listClients } from '../../../src/service/auth/client-store.js';
import { Receiver } from '../../service/events/receiver.js';
import { TOKEN } from '../../http/serve.js';
import { seriousFaults } from './axe.js';
import { expectText, inBrowser, Site } from './browser.js';

const HOSTILE = '<img src=x onerror=alert(1)>';

const openSettings = async (page: Page, section?: string): Promise<void> => {
  await page.getByRole('link', { name: 'Settings' }).click();
  if (section !== undefined)
    await page.getByRole('navigation', { name: 'Settings sections' }).getByRole('link', { name: section }).click();
};
const noOverflow = async (page: Page): Promise<void> => {
  await page.setViewportSize({ width: 390, height: 900 });
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  await page.setViewportSize({ width: 1280, height: 900 });
};

inBrowser('settings: clients', () => {
  const site = Site.forAll();

  const login = async (clientId: string, secret: string): Promise<number> => {
    const body = new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId, client_secret: secret });
    return (await site.served.call('POST', TOKEN, { body, headers: { authorization: undefined } })).status;
  };
  const shownSecret = async (page: Page): Promise<readonly string[]> => {
    await expectText(page, 'It is shown only once');
    const [id, secret] = await page.locator('.secret-line code').allInnerTexts();
    await page.getByRole('button', { name: 'I have saved it' }).click();
    await page.getByRole('button', { name: 'I have saved it' }).waitFor({ state: 'detached' });
    return [id!, secret!];
  };

  it('a client is added, gets a new secret, other rights, and is revoked; its secret is shown once', async () => {
    const { page } = await site.visit();
    await openSettings(page);
    await page.getByRole('link', { name: 'Add client' }).click();
    await page.getByLabel('Name').fill('Web shop');
    await page.getByLabel('Read records').uncheck();
    await page.getByLabel('Only these').check();
    await page.getByLabel('Lead', { exact: true }).check();
    expect(await seriousFaults(page)).toEqual([]);
    await noOverflow(page);
    await page.getByRole('button', { name: 'Add client' }).click();
    const [id = '', first = ''] = await shownSecret(page);
    expect(await login(id, first)).toBe(200);
    await expectText(page, 'With its Id and secret');
    expect(await page.content()).not.toContain(first);
    const added = () => listClients(site.served.dataFolder).find(({ client_id }) => client_id === id)!;
    expect(added()).toMatchObject({ name: 'Web shop', scopes: ['search', 'upsert'], objects: ['Lead'] });

    await page.getByRole('button', { name: 'Rotate secret' }).click();
    await page.getByLabel('Previous secret').selectOption({ label: 'expires now' });
    await page.getByRole('button', { name: 'Rotate secret' }).click();
    const [, second = ''] = await shownSecret(page);
    expect([await login(id, first), await login(id, second)]).toEqual([400, 200]);

    await page.getByLabel('Delete records').check();
    await page.getByLabel('All objects').check();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => added().scopes).toEqual(['search', 'upsert', 'delete']);
    expect(added().objects).toBeUndefined();
    expect(await seriousFaults(page)).toEqual([]);
    await noOverflow(page);

    await page.getByRole('button', { name: 'Revoke' }).click();
    await expectText(page, 'Revoke “Web shop”?');
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('revoked', { exact: true }).waitFor();
    expect(added().revoked).toBe(true);
    expect(await login(id, second)).toBe(400);
  });

  it('invalid input is reported where it was asked for, and nothing is added', async () => {
    const { page } = await site.visit();
    const before = listClients(site.served.dataFolder).length;
    await openSettings(page);
    await page.getByRole('link', { name: 'Add client' }).click();
    await page.getByLabel('Name').fill(HOSTILE);
    await page.getByText('Login options').click();
    await page.getByLabel('Public key').fill('no key');
    await page.getByRole('button', { name: 'Add client' }).click();
    await expectText(page, 'expected an RSA public key as PEM or JWK');
    expect(listClients(site.served.dataFolder)).toHaveLength(before);
    await page.getByLabel('Public key').fill('');
    await page.getByRole('button', { name: 'Add client' }).click();
    await expectText(page, HOSTILE);
  });

  it('rights that one does not have cannot be given, and one’s own client asks twice', async () => {
    const { page } = await site.visit(site.address(['admin', 'read']));
    await openSettings(page);
    await page.getByRole('link', { name: 'Add client' }).click();
    expect(await page.getByLabel('Delete records').isDisabled()).toBe(true);
    expect(await page.getByLabel('Read records').isEnabled()).toBe(true);
    await page.getByRole('link', { name: 'Cancel' }).click();
    const own = page.getByRole('row').filter({ has: page.getByText('you', { exact: true }) });
    await own.getByRole('link').click();
    await page.getByRole('button', { name: 'Revoke' }).click();
    await expectText(page, 'Your session will end');
    const revoke = page.getByRole('dialog').getByRole('button', { name: 'Revoke' });
    expect(await revoke.isDisabled()).toBe(true);
    await page.getByLabel('I understand').check();
    await revoke.click();
    // The session has expired, so the page asks for a new login.
    await page.getByRole('dialog', { name: 'Log in' }).waitFor();
  });

  it('is not there for who may not change settings', async () => {
    const { page } = await site.visit(site.address(['read']));
    await page.getByRole('link', { name: 'Records' }).waitFor();
    expect(await page.getByRole('link', { name: 'Settings' }).count()).toBe(0);
    await page.goto(`${site.served.url}/console/settings/clients`);
    await expectText(page, 'You need the permission “admin”');
  });
});

inBrowser('settings: the audit log', () => {
  it('is searched by what was done, by whom, to what and when, page by page, and found again by its address', async () => {
    const site = await Site.open();
    const { served } = site;
    const shop = served.addClient({ name: 'Web shop' }).client_id;
    for (let i = 1; i <= 60; i++) served.auth.audit.record({ action: 'exported', by: shop, detail: `number ${i}.` });
    served.auth.audit.record({ action: 'clientRevoked', by: 'command-line', target: [shop], detail: HOSTILE });
    await served.auth.close();
    const { page } = await site.visit();
    await page.getByRole('link', { name: 'Search' }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('t');
    await page.getByRole('link', { name: 'Audit log' }).click();
    await expectText(page, HOSTILE);
    const revoked = page.getByRole('row', { name: /Client revoked/ });
    expect(await revoked.innerText()).toMatch(/Command line\s+Web shop/);
    expect(await seriousFaults(page)).toEqual([]);
    await noOverflow(page);

    await page.getByLabel('Action').selectOption({ label: 'Records exported' });
    await revoked.waitFor({ state: 'detached' });
    const rows = () => page.getByRole('row').count();
    await expect.poll(rows).toBe(51);
    await page.getByRole('button', { name: 'Older entries' }).click();
    await expectText(page, 'number 1.');
    await expect.poll(rows).toBe(11);
    await page.reload();
    await expectText(page, 'number 1.');
    await page.getByLabel('Target').fill('number 42.');
    await page.keyboard.press('Enter');
    await expect.poll(rows).toBe(2);
    await page.getByLabel('Target').fill('');
    await page.getByLabel('By', { exact: true }).fill('no such name');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await expectText(page, 'No entries found.');
    await page.getByLabel('By', { exact: true }).fill('web SHOP');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await expect.poll(rows).toBe(51);
    await page.getByLabel('To', { exact: true }).fill('2020-01-01');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await expectText(page, 'No entries found.');
  });
});

inBrowser('settings: webhooks', () => {
  it('shows how far each is, and abandoned events can be sent again', async () => {
    const receiver = new Receiver();
    const url = await receiver.listen();
    onTestFinished(() => receiver.close());
    const site = await Site.open({ files: { 'webhooks.json': [{ id: 'crm', url, attempts: 1 }] } });
    const webhooks = webhooksBy.get(site.served.likeness)!;
    site.served.work.start();
    await expect.poll(() => webhooks.list().length).toBe(1);
    receiver.answer = (_received, response) => receiver.refuse(response, 503);
    await site.save('Lead', { LastName: 'One', Company: 'Any' });
    await site.save('Lead', { LastName: 'Two', Company: 'Other' });
    await expect.poll(() => webhooks.list()[0]!.dead).toBe(2);
    const { page } = await site.visit();
    await openSettings(page, 'Webhooks');
    await expectText(page, 'Undelivered: 2');
    await page.getByRole('button', { name: 'Show events' }).click();
    await page.getByRole('cell', { name: '503' }).first().waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await noOverflow(page);

    receiver.answer = (received, response) => receiver.take(received, response);
    await page
      .getByLabel(/^Select change-/)
      .first()
      .check();
    await page.getByRole('button', { name: 'Resend 1' }).click();
    await expectText(page, 'Resending 1 event.');
    await receiver.until(() => receiver.taken.length === 1);
    await page.getByLabel('Select all').check();
    await page.getByRole('button', { name: 'Discard 1' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard 1' }).click();
    await expectText(page, 'None.');
    await expect.poll(() => webhooks.list()[0]).toMatchObject({ dead: 0, delivered: 1 });
  });
});

inBrowser('settings: people', () => {
  it('shows which group may do what, what it is not granted, and who logged in', async () => {
    const signIn = {
      ...{ issuer: 'https://login.example.com', clientId: 'likeness', label: 'Example Ltd', scope: 'openid' },
      redirectUrl: 'https://likeness.example.com/services/oauth2/callback',
      ...{ claim: 'groups', grants: { stewards: ['search', 'read'] as const } },
    };
    const site = await Site.open({ settings: { signIn } });
    const { page } = await site.visit();
    await openSettings(page, 'People');
    await expectText(page, 'No group has access, because “client” is not the Id of a client');
    Object.assign(signIn, { client: site.served.addClient({ name: 'Stewards', scopes: ['read'] }).client_id });
    await page.reload();
    const row = page.getByRole('row', { name: /stewards/ });
    expect(await row.innerText()).toMatch(/stewards\s+read\s+not granted, .*: search/);
    await page.getByRole('link', { name: 'Stewards' }).waitFor();
    await page.getByRole('row', { name: /Login/ }).first().waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await noOverflow(page);
  });
});

inBrowser('settings: what survives a merge, filters, lists, schedule', () => {
  const site = Site.forAll();
  beforeAll(async () => {
    const values = { LastName: 'Doe', FirstName: 'Jo', Company: 'Example Ltd', Email: 'jo@doe.example' };
    const records = ['+353 1 1', '+353 1 555 0100'].map((Phone) => ({ ...values, Phone }));
    await site.served.likeness.importBatch('Lead', records, { check: false }, { clientId: 'test' });
    const { jobs } = site.served.administration;
    await site.served.post('/services/apexrest/dupcheck/jobs', { objectType: 'Lead' });
    await vi.waitFor(() => expect(jobs.list(() => true)[0]?.status).toBe('completed'));
  });

  const written = (file: string): unknown => {
    const path = join(site.served.dataFolder, 'config', file);
    return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  };
  const usesLongest = () =>
    JSON.stringify(site.served.likeness.configuration.survivorship.get('Lead')).includes('longest');

  it('rules are tried on real groups while they are edited, saved, and restored', async () => {
    const { page } = await site.visit();
    await openSettings(page, 'Survivorship rules');
    await page.getByRole('link', { name: 'Lead', exact: true }).click();
    await expectText(page, 'The result would differ in 0 of 1 groups.');
    await page.getByLabel('Add field').selectOption('Phone');
    await page.getByLabel('Phone', { exact: true }).selectOption({ label: 'longest value' });
    await expectText(page, 'The result would differ in 1 of 1 groups.');
    const changed = page.getByRole('row', { name: /^Phone/ });
    expect(await changed.innerText()).toMatch(/\+353 1 1\s+\+353 1 555 0100/);
    expect(await changed.locator('mark').innerText()).toBe('+353 1 555 0100');
    expect(usesLongest()).toBe(false);
    expect(await seriousFaults(page)).toEqual([]);
    await noOverflow(page);

    await page.getByLabel('All other fields').selectOption({ label: 'by source' });
    await page.getByLabel('Sources, best first').fill('Web');
    await expectText(page, 'a rule by source needs sourceField');
    expect(await page.getByRole('button', { name: 'Save and apply' }).isDisabled()).toBe(true);
    await page.getByLabel('All other fields').selectOption({ label: 'first non-blank value' });
    await page.getByRole('button', { name: 'Save and apply' }).click();
    await expectText(page, 'Saved and applied.');
    expect(usesLongest()).toBe(true);

    // An open version stays open when the list reloads after a save.
    await page.getByText('1. saved').click();
    await page.getByRole('button', { name: 'Remove Phone' }).click();
    await page.getByRole('button', { name: 'Save and apply' }).click();
    await page.getByText('2. saved').waitFor();
    expect(usesLongest()).toBe(false);
    await page.getByRole('button', { name: 'Restore' }).click();
    await expectText(page, 'Version 1 restored.');
    expect(usesLongest()).toBe(true);
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expectText(page, 'Removed.');
    expect(written('survivorship.json')).toBe('[]\n');
  });

  it('a filter is checked while it is typed; who saves second is asked', async () => {
    const { page } = await site.visit();
    await openSettings(page, 'Filters');
    await page.getByRole('button', { name: 'New filter' }).click();
    await page.getByLabel(/^Name/).fill('Irish');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('Object').selectOption('Lead');
    await page.getByLabel('Condition').fill("Cuntry = 'Ireland'");
    await expectText(page, /^Condition: .*Did you mean 'Country'/);
    expect(await seriousFaults(page)).toEqual([]);
    await noOverflow(page);
    await page.getByLabel('Condition').fill("Country = 'Ireland'");
    await page.getByRole('button', { name: 'Save and apply' }).click();
    await expectText(page, 'Saved and applied.');
    expect([...site.served.likeness.configuration.filters.keys()]).toEqual(['irish']);

    await page.getByLabel('Condition').fill("Country = 'Eire'");
    const address = '/services/apexrest/dupcheck/settings/filters';
    const [{ value, version }] = (await site.served.call('GET', address)).body as unknown as [
      { value: object; version: string },
    ];
    await site.served.post(`${address}/Irish`, { value: { ...value, condition: 'Phone != null' }, version });
    await page.getByLabel('Condition').fill("Country = 'Eire' ");
    await page.getByText('Someone else saved this').waitFor();
    // Saving is disabled until the other user's version is loaded.
    let letThrough!: () => void;
    const isLookedAt = new Promise<void>((resolve) => (letThrough = resolve));
    await page.route(`**${address}`, async (route) => {
      await isLookedAt;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Keep my changes' }).click();
    await page.getByLabel('Condition').fill("Country = 'Eire'  ");
    await page.getByText('Someone else saved this').waitFor({ state: 'detached' });
    expect(await page.getByRole('button', { name: 'Save and apply' }).isDisabled()).toBe(true);
    letThrough();
    await page.waitForRequest((request) => (request.postData() ?? '').includes('dryRun'));
    expect(await page.getByLabel('Condition').inputValue()).toBe("Country = 'Eire'  ");
    await page.getByRole('button', { name: 'Save and apply' }).click();
    await expectText(page, 'Saved and applied.');
    expect(written('filters.json')).toContain('Eire');
  });

  it('a list and the schedule are saved, and probable mistakes are pointed out', async () => {
    const { page } = await site.visit();
    await openSettings(page, 'Word lists');
    await page.getByRole('button', { name: 'New list' }).click();
    await page.getByLabel(/^List name/).fill('legal-form');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('Entries').fill('# ours\nKGaA\n');
    await expectText(page, 'no match method reads this list');
    await page.getByRole('button', { name: 'Save and apply' }).click();
    await expectText(page, 'Saved and applied.');
    expect(written('lists/legal-form.txt')).toBe('# ours\nKGaA\n');
    await page.getByRole('link', { name: 'Back to the list' }).click();
    await expectText(page, '1 entry');

    await page.getByRole('link', { name: 'Schedule' }).click();
    await page.getByLabel('Lead', { exact: true }).check();
    await page.getByLabel('Repeat every').fill('5');
    await page.getByLabel('Unit', { exact: true }).selectOption({ label: 'minutes' });
    await expectText(page, 'Repeat every: expected at least 15m');
    await page.getByLabel('Unit', { exact: true }).selectOption({ label: 'days' });
    await page.getByRole('alert').waitFor({ state: 'detached' });
    expect(await seriousFaults(page)).toEqual([]);
    await noOverflow(page);
    await page.getByRole('button', { name: 'Save and apply' }).click();
    await expectText(page, 'Saved and applied.');
    expect(site.served.likeness.configuration.settings.jobs).toMatchObject({
      objectTypes: ['Lead'],
      every: 432_000_000,
    });
  });
});
