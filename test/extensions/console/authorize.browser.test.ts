import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seriousFaults } from './axe.js';
import { expectText, inBrowser, Site } from './browser.js';

inBrowser('an app that asks to act as somebody', () => {
  const site = Site.forAll();
  /** The app that browsers are redirected to. */
  let app: Server;
  let back: string;
  const come: URL[] = [];
  beforeAll(async () => {
    app = createServer((request, response) => {
      come.push(new URL(request.url ?? '', back));
      response.end('<!doctype html><title>App</title><h1>Back in the app</h1>');
    });
    await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve));
    back = `http://127.0.0.1:${(app.address() as AddressInfo).port}/done`;
  });
  afterAll(() => void app.close());

  const addressFor = (scope: string, scheme: 'light' | 'dark') => {
    const client = site.served.addClient({
      name: `Planner "${scheme}"`,
      redirectUris: ['http://127.0.0.1/done'],
      scopes: ['search', 'read', 'upsert'],
    });
    const parameters = { response_type: 'code', client_id: client.client_id, redirect_uri: back, state: scheme, scope };
    return `${site.served.url}/services/oauth2/authorize?${new URLSearchParams(parameters).toString()}`;
  };

  it.each(['light', 'dark'] as const)(
    '%s: asks a person who is not logged in to log in, then asks for consent, then continues',
    async (scheme) => {
      const address = addressFor('api search read', scheme);
      const { page } = await site.visit(address, {
        allowed: back,
        colorScheme: scheme,
        viewport: { width: 390, height: 800 },
      });
      await expectText(page, 'Client Id');
      const { client_id, client_secret } = site.served.client;
      await page.getByLabel('Client Id').fill(client_id);
      await page.getByLabel('Client secret').fill(client_secret);
      await page.getByRole('button', { name: 'Log in' }).click();
      await page.getByRole('heading', { name: `Allow “Planner "${scheme}"” to act as you?` }).waitFor();
      expect(await page.getByRole('listitem').allTextContents()).toHaveLength(2);
      expect(await seriousFaults(page)).toEqual([]);
      await page.getByRole('button', { name: 'Allow', exact: true }).click();
      await page.getByRole('heading', { name: 'Back in the app' }).waitFor();
      const { searchParams } = come.findLast((url) => url.pathname === '/done')!;
      expect([searchParams.get('state'), searchParams.has('code')]).toEqual([scheme, true]);
    },
  );

  it('learns of a refusal, and a logged-in person is asked at once', async () => {
    const { page } = await site.visit(undefined, { allowed: back });
    await page.goto(addressFor('search', 'light'));
    await page.getByRole('button', { name: 'Do not allow' }).click();
    await page.getByRole('heading', { name: 'Back in the app' }).waitFor();
    expect(come.findLast((url) => url.pathname === '/done')!.searchParams.get('error')).toBe('access_denied');
  });
});
