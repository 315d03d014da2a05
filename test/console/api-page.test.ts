import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { expectText, inBrowser, Site, type Visit } from './browser.js';

inBrowser('the API page of the console', () => {
  let site: Site;
  let visit: Visit;
  beforeAll(async () => {
    site = await Site.open();
    await site.save('Contact', { FirstName: '<b>Robert</b>', LastName: 'Smyth', Email: 'bob@example.com' });
  });
  afterAll(() => site.close());
  afterEach(async () => {
    expect(visit.faults).toEqual([]);
    await visit.page.context().close();
  });
  const open = async (path: string) => {
    visit = await site.visit();
    await visit.page.goto(`${site.served.url}/console/${path}`);
    await visit.page.locator('h1').waitFor();
    return visit.page;
  };

  it('finds an endpoint, and tries it out with the session and its CSRF token', async () => {
    const page = await open('api');
    await page.getByLabel('Find an endpoint').fill('explain');
    await page.getByRole('link', { name: /POST Take the scores/ }).click();
    await page.getByRole('button', { name: 'Send' }).click();
    const answer = page.getByRole('region', { name: 'Answer' });
    await answer.getByText('200', { exact: true }).waitFor();
    await answer.getByText('"isDuplicate"').waitFor();
    const shown = await page.locator('main').innerText();
    expect(shown).toContain('Bearer $TOKEN');
    expect(shown).not.toMatch(/eyJ/);
    await page.getByLabel(/^Body/).fill('{ nothing');
    await page.getByRole('button', { name: 'Send' }).click();
    await expectText(page, 'The body is no JSON.');
    await page.goBack();
    await page.getByRole('heading', { name: 'Find records that may be duplicates of the submitted values' }).waitFor();
  });

  it('works by the keyboard, fills in parameters, and shows refusals and values as text', async () => {
    const page = await open('api');
    await page.getByLabel('Find an endpoint').waitFor();
    await page.locator('h1').click();
    await page.keyboard.press('/');
    await page.keyboard.type('{product} query page by page'.split(' ').slice(1, 2).join(' '));
    await page
      .getByRole('link', { name: /^GET .*records of an object/i })
      .first()
      .focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('objectType (required)').focus();
    await page.keyboard.type('Contact');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Answer' }).getByText('<b>Robert</b>').waitFor();
    await page.getByLabel('objectType (required)').fill('Nothing');
    await page.keyboard.press('Enter');
    await page
      .getByRole('region', { name: 'Answer' })
      .getByText(/errorCode/)
      .waitFor();
  });

  it('tries no login out: no token comes to the page', async () => {
    const page = await open('api/token');
    await expectText(page, 'Logins are not tried out here');
    expect(await page.getByRole('button', { name: 'Send' }).count()).toBe(0);
  });
});
