/**
 * Measures the console in a real browser with many records: the longest request according to the service's log, and the
 * longest task of the page's main thread, for each part of a typical session.
 */
import { Auth } from '../src/service/auth/auth.js';
import { addClient } from '../src/service/auth/client-store.js';
import { SCOPES } from '../src/service/auth/scopes.js';
import { Measured, type Measure } from './console/measured.js';
import { findBrowser } from './console/find-browser.js';
import { SCROLLING, workThrough } from './console/work-through.js';
import { barsTable, type Bar } from './harness/bars.js';
import { bench, count } from './harness/bench.js';
import { copyOf, importContacts } from './harness/data-folder.js';
import { UPSERT } from './harness/endpoints.js';
import type { Report, Table } from './harness/report.js';
import { startService, type Server } from './harness/server.js';
import { figure } from './harness/statistics.js';
import { Contacts } from './synthetic/contacts.js';

/** Maximum milliseconds of a task of the page, and of a request. */
const SMOOTH = 50;
const INTERACTIVE = 1_000;
const FIRST_LOAD = 90_000;
const PAIRS = 40;

async function measure(size: number, browser: string): Promise<Table[]> {
  const folder = await copyOf(await importContacts(size));
  const { client_id: client } = addClient(folder, { name: 'bench', licence: { state: 'valid' }, scopes: SCOPES });
  const auth = new Auth({ dataFolder: folder });
  // At this level, the service logs each request with its duration.
  const service = await startService(folder, { environment: { LIKENESS_LOG_LEVEL: 'debug' } });
  try {
    await suspectPairs(service, auth.issueToken(client), size);
    const address = `${service.url}/console#${auth.issueLoginCode(client)}`;
    const measured = await Measured.open(browser, service);
    try {
      await workThrough(measured, address, size);
      return tables(measured, size);
    } finally {
      await measured.close();
    }
  } finally {
    await service.stop();
  }
}

/** Creates suspected pairs: contacts that are stored a second time with another name. */
async function suspectPairs({ url }: Server, token: string, size: number): Promise<void> {
  const contacts = new Contacts();
  for (let i = 0; i < Math.min(PAIRS, size); i++) {
    const { LastName, ...rest } = contacts.values(i);
    const objectData = { ...rest, LastName: `${LastName}son` };
    const input = { objectType: 'Contact', duplicateCheck: true, duplicateScore: 100, objectData };
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answer = await fetch(url + UPSERT, { method: 'POST', headers, body: JSON.stringify({ input }) });
    if (!answer.ok) throw new Error(`bench: ${UPSERT}: ${await answer.text()}`);
  }
}

function tables({ steps, firstLoad }: Measured, size: number): Table[] {
  const longest = (of: (step: Measure) => number, among = steps) => Math.max(...among.map(of));
  const request = (one: Measure) => one.request;
  const step = (one: Measure) => one.processor;
  const scrolling = steps.filter(({ name }) => SCROLLING.includes(name));
  const bar = (what: string, found: number, most: number, unit: string): Bar => ({ what, found, most, unit });
  return [
    barsTable(
      [
        bar('longest request, scrolling', longest(request, scrolling), SMOOTH, 'ms'),
        bar('busiest step, scrolling, CPU', longest(step, scrolling), SMOOTH, 'ms'),
        bar('longest request of all', longest(request), SMOOTH, 'ms'),
        bar('busiest step of all, CPU', longest(step), SMOOTH, 'ms'),
        bar('first load', firstLoad.bytes / 1_000, FIRST_LOAD / 1_000, 'kB'),
        bar('interactive', firstLoad.interactive, INTERACTIVE, 'ms'),
      ],
      size,
    ),
    {
      title: `Work, ${count(size)} records`,
      columns: ['', 'requests', 'longest ms', 'which', 'longest step ms', 'most CPU ms'],
      rows: steps.map(({ name, requests, request, path, step, processor }) => [
        name,
        count(requests),
        figure(request),
        path,
        figure(step),
        figure(processor),
      ]),
    },
  ];
}

const notes = [
  'Request times are measured by the service, from the first byte read until the response is passed to the ' +
    'kernel. Steps are the tasks of the page’s main thread in the browser’s trace; `most CPU` is the CPU time of ' +
    'the busiest step, which other processes do not lengthen, and has the target. First load is the compressed size ' +
    '(Brotli) up to the search. Interactive: time from the navigation until the first input accepts a key. Sorting ' +
    'many records for the first time takes several requests, which are all counted.',
];

await bench('console', { sizes: [20_000], queries: 1, rounds: 1, seconds: 1 }, async ({ sizes }): Promise<Report> => {
  const question = 'How long does a user of the console wait, in a browser, with many records?';
  const browser = findBrowser();
  if (browser === undefined) {
    const skipped = 'Skipped: Chromium is not installed (apt-get install chromium, or set CHROMIUM to its path).';
    console.log(skipped);
    return { question, tables: [], notes: [skipped] };
  }
  const found: Table[] = [];
  for (const size of sizes) found.push(...(await measure(size, browser)));
  return { question, tables: found, notes };
});
