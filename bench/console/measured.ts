import { createInterface } from 'node:readline';
import { chromium, type Browser, type CDPSession, type Page } from 'playwright-core';
import type { Server } from '../harness/server.js';
import { longestTask, type TraceEvent } from './longest-task.js';

/** A part of the session, with its longest request and its longest task. */
export interface Measure {
  readonly name: string;
  readonly requests: number;
  /** Milliseconds of the longest request according to the service's log, and its path. */
  readonly request: number;
  readonly path: string;
  /** Milliseconds of the page's longest task, and the most CPU time of a task. */
  readonly step: number;
  readonly processor: number;
}

interface LoggedRequest {
  readonly path: string;
  readonly ms: number;
}

/** A browser page that records the requests and tasks of each part of the session. */
export class Measured {
  readonly steps: Measure[] = [];
  readonly firstLoad = { bytes: 0, interactive: 0 };
  #logged: LoggedRequest[] = [];

  private constructor(
    readonly page: Page,
    private readonly browser: Browser,
    private readonly session: CDPSession,
    { process: service }: Server,
  ) {
    createInterface({ input: service.stderr! }).on('line', (line) => this.#read(line));
  }

  static async open(executablePath: string, server: Server): Promise<Measured> {
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
    const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 900 } });
    context.setDefaultTimeout(120_000);
    const page = await context.newPage();
    const measured = new Measured(page, browser, await context.newCDPSession(page), server);
    await measured.#countBytes();
    return measured;
  }

  /** Runs a part of the session and waits until no request of the page is pending. */
  async measure(name: string, work: (page: Page) => Promise<unknown>): Promise<void> {
    const { page, session } = this;
    const events: TraceEvent[] = [];
    const collect = ({ value }: { value: unknown }): void => void events.push(...(value as TraceEvent[]));
    session.on('Tracing.dataCollected', collect);
    const categories = 'toplevel,disabled-by-default-devtools.timeline';
    await session.send('Tracing.start', { categories, transferMode: 'ReportEvents' } as never);
    this.#logged = [];
    await work(page);
    await page.waitForLoadState('networkidle');
    const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
    await session.send('Tracing.end');
    await complete;
    session.off('Tracing.dataCollected', collect);
    const requests = this.#logged;
    const { ms, path } = requests.reduce((most, one) => (one.ms > most.ms ? one : most), { ms: 0, path: '-' });
    this.steps.push({ name, requests: requests.length, request: ms, path, ...longestTask(events) });
  }

  async close(): Promise<void> {
    await this.browser.close();
  }

  #read(line: string): void {
    if (!line.includes('"responseTime"')) return;
    const { responseTime, req } = JSON.parse(line) as { responseTime: number; req: { path: string } };
    // The event stream and its long poll stay open as long as the page.
    if (!req.path.endsWith('/events')) this.#logged.push({ path: req.path, ms: responseTime });
  }

  /** Counts the bytes of the page's files as transferred. */
  async #countBytes(): Promise<void> {
    const { session } = this;
    const addresses = new Map<string, string>();
    session.on('Network.responseReceived', ({ requestId, response }) => addresses.set(requestId, response.url));
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const { pathname } = new URL(addresses.get(requestId) ?? 'http://unknown/');
      if (pathname.startsWith('/console') && this.steps.length === 0) this.firstLoad.bytes += encodedDataLength;
    });
    await session.send('Network.enable');
  }
}
