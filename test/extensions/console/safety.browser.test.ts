import { beforeAll, expect, it } from 'vitest';
import { revokeClient } from '../../../src/service/auth/client-store.js';
import { UPSERT } from '../../http/serve.js';
import { expectText, inBrowser, Site, type Visit } from './browser.js';

const SCRIPT = `"><img src=x onerror="alert(1)"><script>alert(2)</script>{{7*7}}javascript:alert(3)`;
const VIEWS = [
  'search',
  'records/Contact',
  'records/Contact/ID',
  'review',
  'import',
  'scenarios',
  'operations',
  'overview',
] as const;

inBrowser('the console', () => {
  const site = Site.forAll();
  let id: string;
  let visit: Visit;
  beforeAll(async () => {
    const hostile = {
      FirstName: SCRIPT.slice(0, 40),
      LastName: SCRIPT.slice(0, 80),
      Title: SCRIPT,
      Description: SCRIPT,
    };
    id = await site.save('Contact', { ...hostile, Email: 'x@example.com', Phone: '+1 415 555 0132' });
    const near = { ...hostile, FirstName: 'x', Email: 'x@example.com', Phone: '+1 415 555 0132' };
    const input = { objectType: 'Contact', duplicateCheck: true, duplicateScore: 100, objectData: near };
    await site.served.post(UPSERT, { input });
  });

  const show = async (view: (typeof VIEWS)[number], hash = ''): Promise<void> => {
    const { page } = visit;
    await page.goto(`${site.served.url}/console/${view.replace('ID', id)}${hash}`);
    await page.locator('h1').waitFor();
    await page.waitForLoadState('networkidle');
  };

  it('runs no script that is in a record, an address or an error', async () => {
    const { page } = (visit = await site.visit());
    const typed = new URLSearchParams({
      '.object': 'Contact',
      LastName: SCRIPT,
      Email: 'x@example.com',
      '.record': id,
    });
    await show('search', `#${typed.toString()}`);
    await page.getByText('Side by side').waitFor();
    await show('search', `#${new URLSearchParams({ '.object': SCRIPT }).toString()}`);
    await page.getByRole('alert').waitFor();
    for (const view of VIEWS) await show(view);
    await show('records/Contact', `#${new URLSearchParams({ where: `LastName = ${SCRIPT}` }).toString()}`);
    await page.getByRole('alert').waitFor();
    await page.goto(`${site.served.url}/console/${encodeURIComponent(SCRIPT)}/${encodeURIComponent(SCRIPT)}`);
    await expectText(page, 'Page not found.');
    expect(await page.locator('main img, main script').count()).toBe(0);
  });

  it('fits a screen of 320 pixels', async () => {
    visit = await site.visit(site.address(), { viewport: { width: 320, height: 640 } });
    const { page } = visit;
    const typed = new URLSearchParams({ '.object': 'Contact', Email: 'x@example.com', '.record': id });
    for (const view of VIEWS) {
      await show(view, view === 'search' ? `#${typed.toString()}` : '');
      if (view === 'search') await page.getByText('Side by side').waitFor();
      expect(await page.evaluate('document.documentElement.scrollWidth'), view).toBeLessThanOrEqual(320);
    }
  });

  it('keeps neither secret nor token where scripts could find it, and forgets all by logout', async () => {
    const { client_id, client_secret } = site.served.client;
    const { page } = (visit = await site.visit(`${site.served.url}/console`));
    await page.getByLabel('Client Id').fill(client_id);
    await page.getByLabel('Client secret').fill('wrong');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Client secret').fill(client_secret);
    await page.getByLabel('Client secret').press('Enter');
    await page.getByRole('button', { name: 'Log out' }).waitFor();
    const kept = await page.evaluate(
      'JSON.stringify([localStorage, sessionStorage, document.cookie, document.documentElement.outerHTML])',
    );
    expect(kept).not.toContain(client_secret);
    expect(kept).not.toMatch(/eyJ|likeness-\d/);
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByLabel('Client Id').waitFor();
    await page.goBack();
    await page.getByLabel('Client Id').waitFor();
  });

  it('logs in by the one-time code of an address, which keeps it no longer', async () => {
    const { page } = (visit = await site.visit(`${site.served.url}/console`));
    const address = site.address();
    await page.goto('about:blank');
    await page.goto(address);
    await page.getByRole('button', { name: 'Log out' }).waitFor();
    expect(page.url()).not.toContain(address.split('#')[1]);
  });

  it('asks for a new login over the view when the session ends, and loses nothing typed', async () => {
    const { client_id } = site.served.addClient({ scopes: ['search', 'read'] });
    const code = site.served.auth.issueLoginCode(client_id);
    const { page } = (visit = await site.visit(`${site.served.url}/console#${code}`, { path: '/console/search' }));
    await page.getByRole('link', { name: 'Records' }).click();
    await page.locator('.grid-body .tick').first().click();
    await expectText(page, '1 selected');
    await page.getByRole('link', { name: 'Search' }).click();
    await page.getByLabel('Last Name', { exact: true }).fill('Typed before');
    revokeClient(site.served.dataFolder, client_id);
    await page.getByLabel('First Name', { exact: true }).fill('Typed after');
    const dialog = page.getByRole('dialog', { name: 'Log in' });
    await dialog.waitFor();
    await dialog.getByLabel('Client Id').fill(site.served.client.client_id);
    await dialog.getByLabel('Client secret').fill(site.served.client.client_secret);
    await dialog.getByRole('button', { name: 'Log in' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await page.getByLabel('Last Name', { exact: true }).inputValue()).toBe('Typed before');
    await expectText(page, 'No matches');
    // Another client logged in, so nothing else of the previous session is left.
    await page.getByRole('link', { name: 'Records' }).click();
    await page.locator('.grid-body .tick').first().waitFor();
    expect(await page.getByText('1 selected').count()).toBe(0);
  });
});
