import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { Page } from 'playwright-core';
import { listClients } from '../../src/auth/client-store.js';
import { Receiver } from '../events/receiver.js';
import { TOKEN } from '../http/serve.js';
import { seriousFaults } from './axe.js';
import { expectText, inBrowser, Site } from './browser.js';

const HOSTILE = '<img src=x onerror=alert(1)>';

const openSettings = async (page: Page, section?: string): Promise<void> => {
  await page.getByRole('link', { name: 'Settings' }).click();
  if (section !== undefined)
    await page.getByRole('navigation', { name: 'Parts of the settings' }).getByRole('link', { name: section }).click();
};
const noOverflow = async (page: Page): Promise<void> => {
  await page.setViewportSize({ width: 390, height: 900 });
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  await page.setViewportSize({ width: 1280, height: 900 });
};

inBrowser('settings: clients', () => {
  let site: Site;
  beforeAll(async () => {
    site = await Site.open();
  });
  afterAll(() => site.close());

  const login = async (clientId: string, secret: string): Promise<number> => {
    const body = new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId, client_secret: secret });
    return (await site.served.call('POST', TOKEN, { body, headers: { authorization: undefined } })).status;
  };
  const shownSecret = async (page: Page): Promise<readonly string[]> => {
    await expectText(page, 'it is shown this once');
    const [id, secret] = await page.locator('.secret-line code').allInnerTexts();
    await page.getByRole('button', { name: 'I have kept it' }).click();
    await page.getByRole('button', { name: 'I have kept it' }).waitFor({ state: 'detached' });
    return [id!, secret!];
  };

  it('a client is added, gets a new secret, other rights, and is revoked; its secret is shown once', async () => {
    const { page, faults } = await site.visit();
    await openSettings(page);
    await page.getByRole('link', { name: 'Add a client' }).click();
    await page.getByLabel('Name').fill('Web shop');
    await page.getByLabel('Read records').uncheck();
    await page.getByLabel('Only these').check();
    await page.getByLabel('Lead', { exact: true }).check();
    expect(await seriousFaults(page)).toEqual([]);
    await noOverflow(page);
    await page.getByRole('button', { name: 'Add a client' }).click();
    const [id = '', first = ''] = await shownSecret(page);
    expect(await login(id, first)).toBe(200);
    await expectText(page, 'By its Id and secret');
    expect(await page.content()).not.toContain(first);
    const added = () => listClients(site.served.dataFolder).find(({ client_id }) => client_id === id)!;
    expect(added()).toMatchObject({ name: 'Web shop', scopes: ['search', 'upsert'], objects: ['Lead'] });

    await page.getByRole('button', { name: 'New secret' }).click();
    await page.getByLabel('The secret before').selectOption({ label: 'ends now' });
    await page.getByRole('button', { name: 'New secret' }).click();
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
    expect(faults).toEqual([]);
  });

  it('what cannot be is said where it was asked for, and nothing is added', async () => {
    const { page, faults } = await site.visit();
    const before = listClients(site.served.dataFolder).length;
    await openSettings(page);
    await page.getByRole('link', { name: 'Add a client' }).click();
    await page.getByLabel('Name').fill(HOSTILE);
    await page.getByText('How it logs in').click();
    await page.getByLabel('Public key').fill('no key');
    await page.getByRole('button', { name: 'Add a client' }).click();
    await expectText(page, 'expected an RSA public key as PEM or JWK');
    expect(listClients(site.served.dataFolder)).toHaveLength(before);
    await page.getByLabel('Public key').fill('');
    await page.getByRole('button', { name: 'Add a client' }).click();
    await expectText(page, HOSTILE);
    expect(faults).toEqual([]);
  });

  it('rights that one does not have cannot be given, and one’s own client asks twice', async () => {
    const { page, faults } = await site.visit(site.address(['admin', 'read']));
    await openSettings(page);
    await page.getByRole('link', { name: 'Add a client' }).click();
    expect(await page.getByLabel('Delete records').isDisabled()).toBe(true);
    expect(await page.getByLabel('Read records').isEnabled()).toBe(true);
    await page.getByRole('link', { name: 'Cancel' }).click();
    const own = page.getByRole('row').filter({ has: page.getByText('you', { exact: true }) });
    await own.getByRole('link').click();
    await page.getByRole('button', { name: 'Revoke' }).click();
    await expectText(page, 'Your own session ends with it');
    const revoke = page.getByRole('dialog').getByRole('button', { name: 'Revoke' });
    expect(await revoke.isDisabled()).toBe(true);
    await page.getByLabel('I mean it').check();
    await revoke.click();
    // The session has ended: it is logged in anew.
    await page.getByRole('dialog', { name: 'Log in' }).waitFor();
    expect(faults).toEqual([]);
  });

  it('is not there for who may not change settings', async () => {
    const { page, faults } = await site.visit(site.address(['read']));
    await page.getByRole('link', { name: 'Records' }).waitFor();
    expect(await page.getByRole('link', { name: 'Settings' }).count()).toBe(0);
    await page.goto(`${site.served.url}/console/settings/clients`);
    await expectText(page, 'This page is for clients that may change settings.');
    expect(faults).toEqual([]);
  });
});

inBrowser('settings: the audit log', () => {
  it('is searched by what was done, by whom, to what and when, page by page, and found again by its address', async () => {
    const site = await Site.open();
    onTestFinished(() => site.close());
    const { served } = site;
    const shop = served.addClient({ name: 'Web shop' }).client_id;
    for (let i = 1; i <= 60; i++) served.auth.audit.record({ action: 'exported', by: shop, detail: `number ${i}.` });
    served.auth.audit.record({ action: 'clientRevoked', by: 'command-line', target: [shop], detail: HOSTILE });
    await served.auth.close();
    const { page, faults } = await site.visit();
    await page.getByRole('link', { name: 'Search' }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('t');
    await page.getByRole('link', { name: 'Audit log' }).click();
    await expectText(page, HOSTILE);
    const revoked = page.getByRole('row', { name: /Client revoked/ });
    expect(await revoked.innerText()).toMatch(/Command line\s+Web shop/);
    expect(await seriousFaults(page)).toEqual([]);
    await noOverflow(page);

    await page.getByLabel('Action').selectOption({ label: 'Export' });
    await revoked.waitFor({ state: 'detached' });
    const rows = () => page.getByRole('row').count();
    await expect.poll(rows).toBe(51);
    await page.getByRole('button', { name: 'Older entries' }).click();
    await expectText(page, 'number 1.');
    await expect.poll(rows).toBe(11);
    await page.reload();
    await expectText(page, 'number 1.');
    await page.getByLabel('About').fill('number 42.');
    await page.keyboard.press('Enter');
    await expect.poll(rows).toBe(2);
    await page.getByLabel('About').fill('');
    await page.getByLabel('By whom').fill('no such name');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await expectText(page, 'Nothing was found.');
    await page.getByLabel('By whom').fill('web SHOP');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await expect.poll(rows).toBe(51);
    await page.getByLabel('To day').fill('2020-01-01');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await expectText(page, 'Nothing was found.');
    expect(faults).toEqual([]);
  });
});

inBrowser('settings: webhooks', () => {
  it('shows how far each is, and what was given up is sent again', async () => {
    const receiver = new Receiver();
    const url = await receiver.listen();
    onTestFinished(() => receiver.close());
    const site = await Site.open({ files: { 'webhooks.json': [{ id: 'crm', url, attempts: 1 }] } });
    onTestFinished(() => site.close());
    const { webhooks } = site.served.administration;
    webhooks.start();
    await expect.poll(() => webhooks.list().length).toBe(1);
    receiver.answer = (_received, response) => receiver.refuse(response, 503);
    await site.save('Lead', { LastName: 'One', Company: 'Any' });
    await site.save('Lead', { LastName: 'Two', Company: 'Other' });
    await expect.poll(() => webhooks.list()[0]!.dead).toBe(2);
    const { page, faults } = await site.visit();
    await openSettings(page, 'Webhooks');
    await expectText(page, 'Given up: 2');
    await page.getByRole('button', { name: 'Show them' }).click();
    await page.getByRole('cell', { name: '503' }).first().waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await noOverflow(page);

    receiver.answer = (received, response) => receiver.take(received, response);
    await page
      .getByLabel(/^Choose change-/)
      .first()
      .check();
    await page.getByRole('button', { name: 'Send 1 again' }).click();
    await expectText(page, '1 are sent again.');
    await receiver.until(() => receiver.taken.length === 1);
    await page.getByLabel('Choose all').check();
    await page.getByRole('button', { name: 'Discard 1' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard 1' }).click();
    await expectText(page, 'None.');
    await expect.poll(() => webhooks.list()[0]).toMatchObject({ dead: 0, delivered: 1 });
    expect(faults).toEqual([]);
  });
});

inBrowser('settings: people', () => {
  it('shows which group may do what, what it is not given, and who logged in', async () => {
    const signIn = {
      ...{ issuer: 'https://login.example.com', clientId: 'likeness', label: 'Example Ltd', scope: 'openid' },
      redirectUrl: 'https://likeness.example.com/services/oauth2/callback',
      ...{ claim: 'groups', grants: { stewards: ['search', 'read'] as const } },
    };
    const site = await Site.open({ settings: { signIn } });
    onTestFinished(() => site.close());
    const { page, faults } = await site.visit();
    await openSettings(page, 'People');
    await expectText(page, 'Nobody gets in by a group: “client” has to name');
    Object.assign(signIn, { client: site.served.addClient({ name: 'Stewards', scopes: ['read'] }).client_id });
    await page.reload();
    const row = page.getByRole('row', { name: /stewards/ });
    expect(await row.innerText()).toMatch(/stewards\s+read\s+not given, .*: search/);
    await page.getByRole('link', { name: 'Stewards' }).waitFor();
    await page.getByRole('row', { name: /Login/ }).first().waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await noOverflow(page);
    expect(faults).toEqual([]);
  });
});
