import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import type { Scope } from '../../src/auth/scopes.js';
import { findBrowser } from '../../bench/console/find-browser.js';
import { serve, UPSERT, type ServeOptions, type Served } from '../http/serve.js';
import { buildConsole } from './build-console.js';

const CHROMIUM = findBrowser();

/** Tests in a real browser: skipped, and said so, where there is none. */
export function inBrowser(name: string, tests: () => void): void {
  describe.skipIf(CHROMIUM === undefined)(CHROMIUM === undefined ? `${name} (no Chromium here)` : name, tests);
}

export interface Visit {
  readonly page: Page;
  /** Faults of the page: it breaks the content-security policy, throws, asks, or reaches out. Empty to the end. */
  readonly faults: string[];
}

/** A service with a browser beside it. */
export class Site {
  private constructor(
    readonly served: Served,
    private readonly browser: Browser,
  ) {}

  static async open(options: ServeOptions = {}): Promise<Site> {
    buildConsole();
    const served = await serve(options);
    const browser = await chromium.launch({ executablePath: CHROMIUM!, args: ['--no-sandbox', '--disable-gpu'] });
    return new Site(served, browser);
  }

  /** Saves a record as it is. @returns its Id */
  async save(objectType: string, objectData: object): Promise<string> {
    const { body } = await this.served.post(UPSERT, { input: { objectType, objectData } });
    expect(body).toMatchObject({ isSuccess: true });
    return (body as unknown as { objectId: string }).objectId;
  }

  /** The address that `npm start` prints, for a client with all scopes or with some. */
  address(scopes?: readonly Scope[]): string {
    const client = scopes === undefined ? this.served.client : this.served.addClient({ scopes });
    return `${this.served.url}/console#${this.served.auth.issueLoginCode(client.client_id)}`;
  }

  /**
   * A page of a browser of its own. With an address that logs in it is logged in already.
   *
   * @param path where it goes then, such as `/console/search`
   * @param isNew as somebody who has never been here, and is shown the first steps
   */
  async visit(
    address = this.address(),
    { path, isNew = false, ...options }: BrowserContextOptions & { path?: string; isNew?: boolean } = {},
  ): Promise<Visit> {
    const known = [{ origin: this.served.url, localStorage: [{ name: 'likeness.tour', value: 'seen' }] }];
    const context = await this.browser.newContext({
      storageState: { cookies: [], origins: isNew ? [] : known },
      locale: 'en-GB',
      viewport: { width: 1280, height: 900 },
      ...options,
    });
    context.setDefaultTimeout(60_000);
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(`thrown: ${error.message}`));
    page.on('dialog', (dialog) => {
      faults.push(`asked: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('console', (message) => {
      // Refusals of the service are shown in the page; the browser tells of them here as well.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        faults.push(message.text());
    });
    page.on('request', (request) => {
      if (!request.url().startsWith(this.served.url)) faults.push(`asked another host: ${request.url()}`);
    });
    await page.goto(address);
    if (address.includes('#')) await page.locator('header .who').waitFor();
    if (path !== undefined) await page.goto(this.served.url + path);
    return { page, faults };
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.served.close();
  }
}

export const ROBERT = { FirstName: 'Robert', LastName: 'Smyth', Phone: '+1 415 555 0132', Email: 'bob@example.com' };

/** Waits for a text that the page shows to everybody, also to those who do not see it. */
export async function expectText(page: Page, text: string | RegExp): Promise<void> {
  await page.getByText(text).first().waitFor();
}
