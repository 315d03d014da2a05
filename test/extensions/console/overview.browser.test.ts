import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { ProviderServer } from '../../service/auth/identity-provider-server.js';
import { keptProposal } from '../../http/kept-proposal.js';
import { UPSERT } from '../../http/serve.js';
import { freePort } from '../../support/free-port.js';
import { seriousFaults } from './axe.js';
import { expectText, inBrowser, ROBERT, Site } from './browser.js';

const HOSTILE = '<img src=x onerror=alert(1)>';

inBrowser('the overview', () => {
  const site = Site.forAll();
  beforeAll(async () => {
    await site.save('Contact', ROBERT);
    await site.save('Lead', { LastName: HOSTILE, Company: HOSTILE });
    site.served.addClient({ name: HOSTILE });
  });

  it('shows records, duplicates, jobs and who did what, and what happens while it is looked at', async () => {
    const { page } = await site.visit(undefined, { allowed: 'ERR_INTERNET_DISCONNECTED' });
    await page.getByRole('link', { name: 'Overview' }).click();
    await expectText(page, 'Live');
    const row = page.getByRole('region', { name: 'Last 30 days' }).getByRole('row', { name: /Contact/ });
    await expect.poll(() => row.innerText()).toMatch(/Contact\s+1\s+1\s+0/);
    await expectText(page, 'No jobs yet.');

    // The page updates without a click.
    await site.save('Contact', { LastName: 'Another', Email: 'another@example.com' });
    await expect.poll(() => row.innerText()).toMatch(/Contact\s+2\s+2\s+0/);
    const started = await site.served.post('/services/apexrest/dupcheck/jobs', { objectType: 'Contact' });
    expect(started.status).toBe(202);
    await page.getByText('done', { exact: true }).waitFor();

    // After a lost connection, the page shows what happened in the meantime.
    await page.context().setOffline(true);
    await expectText(page, /cannot be reached|Refreshes every few seconds|Live/);
    await site.save('Contact', { LastName: 'Third', Email: 'third@example.com' });
    await page.context().setOffline(false);
    await expect.poll(() => row.innerText()).toMatch(/Contact\s+3\s+3\s+0/);
  });

  it('the state of the service is on a separate page', async () => {
    const { page } = await site.visit();
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByRole('region', { name: 'Last 30 days' }).waitFor();
    expect(await page.getByRole('heading', { name: 'Endpoints' }).count()).toBe(0);
    await page.route('**/assets/operations-*', (route) => route.abort());
    await page.keyboard.press('g');
    await page.keyboard.press('p');
    await expectText(page, 'This part of the page could not be loaded.');
    let streams = 0;
    page.on('request', (request) => (streams += Number(request.url().endsWith('/events'))));
    await page.unroute('**/assets/operations-*');
    await page.getByRole('button', { name: 'Try again' }).click();
    for (const name of ['Operations', 'Health', 'Endpoints', 'Recent activity'])
      await page.getByRole('heading', { name, exact: true }).waitFor();
    await expectText(page, 'Login');
    expect(streams).toBe(1);
    expect(await seriousFaults(page)).toEqual([]);
  });

  it('a session is shown what its scopes allow, and nothing else', async () => {
    const { page } = await site.visit(site.address(['read']));
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByRole('region', { name: 'Last 30 days' }).waitFor();
    const links = await page.getByRole('navigation').getByRole('link').allInnerTexts();
    expect(links.map((text) => text.trim())).toEqual(['Overview', 'Records']);
    for (const name of ['Recent activity', 'Jobs', 'Endpoints', 'Your files', 'Learned scenarios'])
      expect(await page.getByRole('heading', { name, exact: true }).count(), name).toBe(0);
  });
});

inBrowser('the work on the overview', () => {
  it('says what comes next: import, compare, review; and who decided', async () => {
    const site = await Site.open();
    const { page } = await site.visit();
    const next = page.getByRole('region', { name: 'Next step' });
    await next.getByRole('link', { name: 'Import a file' }).waitFor();
    expect(new URL(page.url()).hash).toBe('');
    for (let i = 0; i < 2; i++) await site.save('Contact', ROBERT);
    await next.getByText('2 Contact records have never been compared').waitFor();
    await page.route('**/jobs', async (route) => {
      if (route.request().method() !== 'GET') return route.continue();
      const response = await route.fetch();
      const jobs = (await response.json()) as object[];
      return route.fulfill({ response, json: jobs.map((job) => ({ ...job, status: 'running' })) });
    });
    await next.getByRole('button', { name: 'Compare all records' }).click();
    for (const name of ['Show progress', 'Comparing records: Contact'])
      expect(await page.getByRole('link', { name }).getAttribute('href')).toContain('object=Contact');
    await page.unroute('**/jobs');
    await page.getByRole('button', { name: 'Refresh' }).click();
    await next.getByText('Duplicates were found among Contact records.').waitFor();
    await page.getByRole('link', { name: 'Duplicate groups to review: Contact' }).waitFor();
    await next.getByRole('link', { name: 'Review now' }).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/console/review');
    await site.served.post(UPSERT, {
      input: { objectType: 'Contact', duplicateCheck: true, objectData: { ...ROBERT, FirstName: 'Ulrike' } },
    });
    const found = site.served.likeness.suspectedPairs({ page: 1, pageSize: 1 });
    await page.goto(`${site.served.url}/console`);
    await next.getByText('1 possible duplicate to review.').waitFor();
    await page.getByRole('img', { name: /^Open possible duplicates by day: 1 / }).waitFor();
    const decision = { verdict: 'notDuplicate', pairId: found.records[0]!.id };
    await site.served.post('/services/apexrest/dupcheck/decisions', decision);
    const row = page.getByRole('region', { name: 'Decisions by person' }).getByRole('row', { name: /^test/ });
    await expect.poll(() => row.innerText()).toMatch(/^test\s+1\s+1\s+1\s+0\s+1\s+0$/);
    await page.getByRole('img', { name: /^Open possible duplicates by day: 0 / }).waitFor();
  });

  it('asks before a learned scenario is used, shows what it finds, and lets none be used that finds nothing', async () => {
    const site = await Site.open();
    for (let i = 0; i < 2; i++) await site.save('Contact', ROBERT);
    const place = site.served.administration.proposalPlace;
    await place.put(keptProposal('Contact', 'contact-taught', 0.9));
    await place.put(keptProposal('Lead', 'lead-taught', 0));
    const { page } = await site.visit();
    const card = page.locator('section', { has: page.getByRole('heading', { name: /^Learned scenarios/ }) });
    await expect.poll(() => card.getByRole('heading', { name: 'Learned', exact: true }).count()).toBe(2);
    // Only one of the two can be accepted.
    expect(await card.getByRole('button', { name: 'Accept…' }).count()).toBe(1);
    await expectText(page, 'This scenario would probably find no duplicates, so it cannot be accepted.');
    await card.getByRole('link', { name: 'Preview' }).first().click();
    await page.getByRole('heading', { name: 'Learned', level: 1 }).waitFor();
    await page.getByRole('status').getByText('Pairs').waitFor();
    await expectText(page, '90%');
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Accept…' }).click();
    const question = page.getByRole('dialog', { name: 'Use Learned?' });
    await question.getByText(/score 50 or more will be treated as duplicates/).waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    const inUse = () => site.served.likeness.configuration.scenarios.some(({ id }) => id === 'contact-taught');
    expect(inUse()).toBe(false);
    await page.getByRole('button', { name: 'Accept…' }).click();
    await question.getByRole('button', { name: 'Use scenario' }).click();
    await page.getByRole('heading', { name: 'Scenarios', exact: true }).waitFor();
    expect(inUse()).toBe(true);
  });
});

inBrowser('first steps', () => {
  it('are shown in a corner, point at the navigation, take no focus, and come once', async () => {
    const site = await Site.open();
    const { page } = await site.visit(site.address(), { isNew: true });
    const card = page.getByRole('complementary', { name: 'First steps' });
    const pointedAt = () => page.locator('nav .pointed').innerText();
    await card.waitFor();
    expect(await page.evaluate('document.activeElement === document.body')).toBe(true);
    expect(await seriousFaults(page)).toEqual([]);
    for (const name of ['Search', 'Import', 'Review', 'Records']) {
      expect(await pointedAt()).toBe(name);
      await card.getByRole('button', { name: name === 'Records' ? 'Done' : 'Next' }).click();
    }
    await card.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('region', { name: 'Next step' }).waitFor();
    expect(await card.count()).toBe(0);
    // The help shows the tour again; Escape closes it.
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    await page.getByRole('button', { name: 'Show the first steps' }).click();
    await card.getByRole('button', { name: 'Next' }).press('Escape');
    await card.waitFor({ state: 'detached' });
  });

  it('do not come over what a link leads to, and a login says what this is and whom to ask', async () => {
    const site = await Site.open();
    const { page } = await site.visit(`${site.served.url}/`, { isNew: true });
    await expectText(page, 'Finds and merges duplicate records');
    await page.getByText('Cannot log in?').click();
    await expectText(page, 'Ask your administrator');
    expect(await seriousFaults(page)).toEqual([]);
    await page.goto(`${site.served.url}/console/search`);
    await page.getByLabel('Client Id').fill(site.served.client.client_id);
    await page.getByLabel('Client secret').fill(site.served.client.client_secret);
    await page.getByRole('button', { name: 'Log in' }).click();
    await expectText(page, 'Paste an address');
    expect(await page.getByRole('complementary').count()).toBe(0);
  });
});

inBrowser('logging in elsewhere', () => {
  it('a button leads to the provider and back into the console; a refusal is shown', async () => {
    const provider = await new ProviderServer().listen();
    onTestFinished(() => provider.close());
    const port = await freePort();
    const signIn = {
      issuer: provider.issuer,
      clientId: 'console',
      redirectUrl: `http://127.0.0.1:${port}/services/oauth2/callback`,
      label: 'Example Ltd',
      scope: 'openid',
      claim: 'groups',
      grants: { stewards: ['search', 'read'] as const },
    };
    const site = await Site.open({ settings: { signIn }, listen: { port } });
    const client = site.served.addClient({ scopes: ['search', 'read'] }).client_id;
    Object.assign(signIn, { client });
    const known = `asked another host: ${provider.issuer}/authorize`;
    const { page } = await site.visit(`${site.served.url}/console`, { allowed: known });
    provider.claims = { sub: 'user-1', groups: ['nobody'] };
    await page.getByRole('link', { name: 'Log in with Example Ltd' }).click();
    await expectText(page, 'Your account has no access.');
    expect(new URL(page.url()).search).toBe('');
    expect(await seriousFaults(page)).toEqual([]);
    provider.claims = { sub: 'user-1', name: 'Ann Steward', groups: ['stewards'] };
    await page.getByRole('link', { name: 'Log in with Example Ltd' }).press('Enter');
    await expectText(page, 'Ann Steward');
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByRole('link', { name: 'Log in with Example Ltd' }).waitFor();
  });
});
