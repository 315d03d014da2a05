/** HTTP requests before, during and after a reload that rebuilds the indexes, and while a scenario is learned. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { bench, count } from './harness/bench.js';
import { copyOf, FIELDS, importContacts, tokenFor } from './harness/data-folder.js';
import { SEARCH, UPSERT } from './harness/endpoints.js';
import type { Table } from './harness/report.js';
import { startService, type Server } from './harness/server.js';
import { figure } from './harness/statistics.js';
import { Contacts } from './synthetic/contacts.js';
import { searchTasks, upsertValues } from './synthetic/tasks.js';

const SEARCHERS = 8;
const WRITERS = 4;
const BASE = '/services/apexrest/dupcheck';
/** Number of different searches before they repeat. */
const SEARCHES = 20_000;
const POLL_MS = 500;
/** Timeout of learning. The service's log says why it failed. */
const MOST_LEARNING_MS = 1_200_000;
/** Milliseconds after which the service starts learning if nobody writes. */
const FIRST_LOOK_MS = 11_000;

/** Response times of one phase in milliseconds. */
interface Phase {
  readonly name: string;
  readonly begun: number;
  ended: number;
  readonly searches: number[];
  readonly upserts: number[];
}

/** Sends requests without pause until ended. @throws Error for an unexpected response */
class Load {
  readonly phases: Phase[] = [];
  readonly #running: Promise<void>[] = [];
  #isEnded = false;
  /** Writes whose status is not 200, or that were not saved. */
  refused = 0;

  constructor(
    private readonly server: Server,
    private readonly token: string,
    private readonly size: number,
  ) {
    const searches = searchTasks(new Contacts(), size, SEARCHES);
    let searched = 0;
    this.begin('warming up');
    this.#ask(SEARCHERS, () => {
      const { values } = searches[searched++ % SEARCHES]!;
      return this.#timed(SEARCH, { objectPrefix: '003', objectData: values }, 'searches');
    });
  }

  write(): void {
    const contacts = new Contacts();
    let written = 0;
    this.#ask(WRITERS, () => {
      const [objectData] = upsertValues(contacts, this.size, written++, 1);
      return this.#timed(UPSERT, { input: { objectType: 'Contact', duplicateCheck: true, objectData } }, 'upserts');
    });
  }

  #ask(clients: number, ask: () => Promise<void>): void {
    const run = async () => {
      while (!this.#isEnded) await ask();
    };
    for (let n = 0; n < clients; n++) {
      const running = run();
      // `end` reports the error, unless a step of the bench fails first.
      running.catch(() => undefined);
      this.#running.push(running);
    }
  }

  begin(name: string): void {
    const begun = performance.now();
    const last = this.phases.at(-1);
    if (last) last.ended = begun;
    this.phases.push({ name, begun, ended: begun, searches: [], upserts: [] });
  }

  async end(): Promise<void> {
    this.phases.at(-1)!.ended = performance.now();
    this.#isEnded = true;
    await Promise.all(this.#running);
  }

  async #timed(path: string, body: unknown, what: 'searches' | 'upserts'): Promise<void> {
    const begun = performance.now();
    const response = await post(this.server, this.token, path, body);
    const text = await response.text();
    this.phases.at(-1)![what].push(performance.now() - begun);
    if (!response.ok || text.includes('"isSuccess":false')) {
      if (what === 'searches') throw new Error(`bench: a search returned ${response.status}: ${text.slice(0, 500)}`);
      this.refused++;
    }
  }
}

function post(server: Server, token: string, path: string, body: unknown): Promise<Response> {
  return fetch(server.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

/** Adds a match method to every field, so every column must be rebuilt. */
const MORE = [
  {
    id: 'bench',
    name: 'Bench',
    object: 'Contact',
    threshold: 95,
    usage: ['restSearch'],
    fields: FIELDS.map((field) => ({ field, method: 'exact', weight: 10, blank: 'ignore' })),
  },
];

async function measure(size: number, seconds: number): Promise<Table[]> {
  const folder = await copyOf(await importContacts(size));
  mkdirSync(join(folder, 'config'), { recursive: true });
  const token = tokenFor(folder);
  const server = await startService(folder);
  const load = new Load(server, token, size);
  try {
    load.write();
    await wait(seconds * 1_000);
    load.begin('before');
    await wait(seconds * 1_000);
    writeFileSync(join(folder, 'config', 'scenarios.json'), JSON.stringify(MORE));
    load.begin('reload');
    const reloaded = await post(server, token, `${BASE}/configuration/reload`, undefined);
    if (!reloaded.ok) throw new Error(`bench: the reload failed: ${await reloaded.text()}`);
    load.begin('after the reload');
    await wait(seconds * 1_000);
    await load.end();
  } finally {
    await server.stop();
  }
  const learnt = await learning(folder, token, size, seconds);
  return [
    table(`${count(size)} contacts: a reload that rebuilds the index`, load),
    table(`${count(size)} contacts: a scenario is learned`, learnt),
  ];
}

/** Starts a server that immediately needs to learn a scenario. Writers start at that time. */
async function learning(folder: string, token: string, size: number, seconds: number): Promise<Load> {
  const server = await startService(folder, { learns: true });
  const load = new Load(server, token, size);
  try {
    await wait(FIRST_LOOK_MS);
    load.begin('learning');
    load.write();
    const isLearned = async () => {
      const address = `${server.url}${BASE}/scenarios/proposals`;
      const response = await fetch(address, { headers: { authorization: `Bearer ${token}` } });
      return ((await response.json()) as unknown[]).length > 0;
    };
    const begun = performance.now();
    while (!(await isLearned())) {
      if (performance.now() - begun > MOST_LEARNING_MS) throw new Error('bench: no scenario was learned');
      await wait(POLL_MS);
    }
    load.begin('after it');
    await wait(seconds * 1_000);
    await load.end();
  } finally {
    await server.stop();
  }
  return load;
}

function table(title: string, { phases, refused }: Load): Table {
  const at = (times: readonly number[], part: number) => {
    const sorted = [...times].sort((a, b) => a - b);
    return figure(sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? NaN);
  };
  const columns = (times: readonly number[], seconds: number) => [
    figure(times.length / seconds),
    ...[0.5, 0.99, 1].map((part) => at(times, part)),
  ];
  return {
    title: `${title}; ${refused} writes rejected`,
    columns: ['', 's', 'searches/s', 'p50 ms', 'p99 ms', 'longest', 'upserts/s', 'p50 ms', 'p99 ms', 'longest'],
    rows: phases.map(({ name, begun, ended, searches, upserts }) => {
      const seconds = (ended - begun) / 1_000;
      return [name, figure(seconds), ...columns(searches, seconds), ...columns(upserts, seconds)];
    }),
  };
}

await bench('reload', { sizes: [200_000], queries: 1, rounds: 1, seconds: 10 }, async ({ sizes, seconds }) => {
  const tables: Table[] = [];
  for (const size of sizes) tables.push(...(await measure(size, seconds)));
  return {
    question: 'How much do a reload and background learning slow down concurrent searches and upserts?',
    tables,
    notes: [
      `${SEARCHERS} clients search and ${WRITERS} upsert without a pause, in the process that measures; the reload builds every column of Contact, and seven more, from all records.`,
    ],
  };
});
