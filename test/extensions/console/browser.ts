import { chromium, type Browser, type BrowserContextOptions, type Locator, type Page } from 'playwright-core';
import { describe, expect, onTestFinished } from 'vitest';
import { needs, whereIs } from '../../support/needs.js';
import type { Scope } from '../../../src/service/auth/scopes.js';
import { serveForAll, serveForTest, UPSERT, type ServeOptions, type Served } from '../../http/serve.js';

/** Tests in a real browser. */
export function inBrowser(name: string, tests: () => void): void {
  describe(name, needs('browser'), tests);
}

export interface Visit {
  readonly page: Page;
  /** Security policy violations, errors, native dialogs, requests to other servers. A fault fails the test. */
  readonly faults: string[];
}

let launched: Promise<Browser> | undefined;

/** One browser for all sites of a process. Each visit has its own cookies and storage. */
const sharedBrowser = (): Promise<Browser> =>
  (launched ??= chromium.launch({ executablePath: whereIs('browser')!, args: ['--no-sandbox', '--disable-gpu'] }));

export class Site {
  private constructor(readonly served: Served) {}

  /** Opens a site that closes after the test. */
  static async open(options?: ServeOptions): Promise<Site> {
    return new Site(await serveForTest(options));
  }

  /** Opens one site for all tests of a file or `describe`. */
  static forAll(options?: ServeOptions): Site {
    return new Site(serveForAll(options));
  }

  /** Saves a record without duplicate check. @returns its Id */
  async save(objectType: string, objectData: object): Promise<string> {
    const { body } = await this.served.post(UPSERT, { input: { objectType, objectData } });
    expect(body).toMatchObject({ isSuccess: true });
    return (body as unknown as { objectId: string }).objectId;
  }

  /** The login URL as printed by `npm start`, for a client with the given scopes (default: all). */
  address(scopes?: readonly Scope[]): string {
    const client = scopes === undefined ? this.served.client : this.served.addClient({ scopes });
    return `${this.served.url}/console#${this.served.auth.issueLoginCode(client.client_id)}`;
  }

  /**
   * Opens a page in its own browser context, until the end of the test. A login URL logs in.
   *
   * @param path page to open after the login, such as `/console/search`
   * @param isNew whether to show the tour for first-time users
   * @param allowed text of expected faults
   */
  async visit(
    address = this.address(),
    {
      path,
      isNew = false,
      allowed,
      ...options
    }: BrowserContextOptions & { path?: string; isNew?: boolean; allowed?: string } = {},
  ): Promise<Visit> {
    const known = [{ origin: this.served.url, localStorage: [{ name: 'likeness.tour', value: 'seen' }] }];
    const code = address.split('#')[1];
    const cookies = code === undefined ? [] : [await this.#session(code)];
    const browser = await sharedBrowser();
    const context = await browser.newContext({
      storageState: { cookies, origins: isNew ? [] : known },
      locale: 'en-GB',
      viewport: { width: 1280, height: 900 },
      ...options,
    });
    context.setDefaultTimeout(60_000);
    const page = await context.newPage();
    const faults: string[] = [];
    onTestFinished(async () => {
      // A handler of `page.route` may still wait for a response, which is gone once the context is closed.
      for (const open of context.pages()) await open.unrouteAll({ behavior: 'ignoreErrors' });
      await context.close();
      expect(faults.filter((fault) => allowed === undefined || !fault.includes(allowed))).toEqual([]);
    });
    page.on('pageerror', (error) => faults.push(`thrown: ${error.message}`));
    page.on('dialog', (dialog) => {
      faults.push(`asked: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('console', (message) => {
      // The browser also logs the service's error responses, which the page itself shows.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        faults.push(message.text());
    });
    page.on('request', (request) => {
      if (!request.url().startsWith(this.served.url)) faults.push(`asked another host: ${request.url()}`);
    });
    await page.goto(path !== undefined ? this.served.url + path : address.split('#')[0]!);
    if (code !== undefined) await page.locator('header .who').waitFor();
    return { page, faults };
  }

  /** Exchanges the code for a session, like the page. @returns the session cookie */
  async #session(code: string) {
    const reply = await this.served.post('/services/oauth2/session', { code }, { authorization: undefined });
    const [name, value] = reply.headers.getSetCookie()[0]!.split(';')[0]!.split('=') as [string, string];
    const { hostname: domain } = new URL(this.served.url);
    return {
      ...{ name, value, domain, path: '/', expires: -1, secure: false },
      httpOnly: true,
      sameSite: 'Strict' as const,
    };
  }
}

export const ROBERT = { FirstName: 'Robert', LastName: 'Smyth', Phone: '+1 415 555 0132', Email: 'bob@example.com' };

/** Clicks the first boxes of a list in the page, which is faster than one by one from here. */
export const tick = (boxes: Locator, most: number): Promise<void> =>
  boxes.evaluateAll((all: readonly { click(): void }[], count) => {
    for (const box of all.slice(0, count)) box.click();
  }, most);

/** Waits for text that is visible and available to screen readers. */
export async function expectText(page: Page, text: string | RegExp): Promise<void> {
  await page.getByText(text).first().waitFor();
}
