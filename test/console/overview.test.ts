import { afterAll, beforeAll, expect, it } from 'vitest';
import { ProviderServer } from '../auth/identity-provider-server.js';
import { seriousFaults } from './axe.js';
import { expectText, inBrowser, ROBERT, Site } from './browser.js';

const HOSTILE = '<img src=x onerror=alert(1)>';

inBrowser('the overview', () => {
  let site: Site;
  beforeAll(async () => {
    site = await Site.open();
    await site.save('Contact', ROBERT);
    await site.save('Lead', { LastName: HOSTILE, Company: HOSTILE });
    site.served.addClient({ name: HOSTILE });
  });
  afterAll(() => site.close());

  it('shows records, duplicates, jobs and who did what, and what happens while it is looked at', async () => {
    const { page, faults } = await site.visit();
    await page.getByRole('link', { name: 'Overview' }).click();
    await expectText(page, 'Live');
    const row = page.getByRole('region', { name: 'Last 30 days' }).getByRole('row', { name: /Contact/ });
    await expect.poll(() => row.innerText()).toMatch(/Contact\s+1\s+1\s+0/);
    await page.getByRole('heading', { name: 'Lately, by whom' }).waitFor();
    await expectText(page, 'None has been started.');
    await expectText(page, 'Login');

    // Nobody presses anything: the service tells.
    await site.save('Contact', { LastName: 'Another', Email: 'another@example.com' });
    await expect.poll(() => row.innerText()).toMatch(/Contact\s+2\s+2\s+0/);
    const started = await site.served.post('/services/apexrest/dupcheck/jobs', { objectType: 'Contact' });
    expect(started.status).toBe(202);
    await page.getByText('completed').waitFor();

    // A lost connection loses nothing: what happened meanwhile is there after it.
    await page.context().setOffline(true);
    await expectText(page, /cannot be reached|Every few seconds|Live/);
    await site.save('Contact', { LastName: 'Third', Email: 'third@example.com' });
    await page.context().setOffline(false);
    await expect.poll(() => row.innerText()).toMatch(/Contact\s+3\s+3\s+0/);
    expect(faults.filter((fault) => !fault.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
  });

  it.each(['light', 'dark'] as const)(
    'axe finds nothing serious in the %s theme, and 320 px are enough',
    async (theme) => {
      const { page, faults } = await site.visit(site.address(), { colorScheme: theme });
      await page.getByRole('link', { name: 'Overview' }).click();
      await page.getByRole('region', { name: 'Last 30 days' }).waitFor();
      await page.getByText('Process in memory').waitFor();
      expect(await seriousFaults(page)).toEqual([]);
      const pictures = process.env['LIKENESS_TEST_PICTURES'];
      if (pictures !== undefined) await page.screenshot({ path: `${pictures}/overview-${theme}.png`, fullPage: true });
      await page.setViewportSize({ width: 320, height: 800 });
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
      if (pictures !== undefined)
        await page.screenshot({ path: `${pictures}/overview-${theme}-320.png`, fullPage: true });
      expect(faults).toEqual([]);
    },
  );

  it('a session is shown what its scopes allow, and nothing else', async () => {
    const { page, faults } = await site.visit(site.address(['read']));
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByRole('region', { name: 'Last 30 days' }).waitFor();
    const links = await page.getByRole('navigation').getByRole('link').allInnerTexts();
    expect(links.map((text) => text.trim())).toEqual(['Records', 'Overview', 'API']);
    for (const name of ['Lately, by whom', 'Jobs', 'Endpoints', 'Scenarios'])
      expect(await page.getByRole('heading', { name, exact: true }).count(), name).toBe(0);
    expect(faults).toEqual([]);
  });
});

inBrowser('logging in elsewhere', () => {
  it('a button leads to the provider and back into the console; a refusal is told', async () => {
    const provider = await new ProviderServer().listen();
    const { port } = new URL(provider.issuer);
    const signIn = {
      issuer: provider.issuer,
      clientId: 'console',
      redirectUrl: `http://127.0.0.1:${Number(port) + 1}/services/oauth2/callback`,
      label: 'Example Ltd',
      scope: 'openid',
      claim: 'groups',
      grants: { stewards: ['search', 'read'] as const },
    };
    const site = await Site.open({ settings: { signIn }, listen: { port: Number(port) + 1 } });
    try {
      const client = site.served.addClient({ scopes: ['search', 'read'] }).client_id;
      Object.assign(signIn, { client });
      const { page, faults } = await site.visit(`${site.served.url}/console`);
      provider.claims = { sub: 'user-1', groups: ['nobody'] };
      await page.getByRole('link', { name: 'Log in with Example Ltd' }).click();
      await expectText(page, 'You are known, but nothing here is open to you.');
      expect(new URL(page.url()).search).toBe('');
      expect(await seriousFaults(page)).toEqual([]);
      provider.claims = { sub: 'user-1', name: 'Ann Steward', groups: ['stewards'] };
      await page.getByRole('link', { name: 'Log in with Example Ltd' }).press('Enter');
      await expectText(page, 'Ann Steward');
      await page.getByRole('button', { name: 'Log out' }).click();
      await page.getByRole('link', { name: 'Log in with Example Ltd' }).waitFor();
      expect(faults.filter((fault) => !fault.startsWith(`asked another host: ${provider.issuer}/authorize`))).toEqual(
        [],
      );
    } finally {
      await site.close();
      await provider.close();
    }
  });
});
