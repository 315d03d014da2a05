/**
 * Time from process start to the first search response: with indexes rebuilt, saved before a kill, and saved at a stop.
 */
import { existsSync, rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { join } from 'node:path';
import { INDEX_SNAPSHOT } from '../src/store/format.js';
import { Contacts } from './synthetic/contacts.js';
import { bench, count, type Extent } from './harness/bench.js';
import { copyOf, importContacts, tokenFor } from './harness/data-folder.js';
import { SEARCH } from './harness/endpoints.js';
import { memory } from './harness/program.js';
import { startService, type Server } from './harness/server.js';
import { figure, median, medianAndRange } from './harness/statistics.js';

interface Start {
  readonly listening: number;
  readonly answered: number;
  readonly peakBytes: number;
}

/** Measurements while the service saves its indexes. */
interface Saving {
  readonly seconds: number;
  /** Milliseconds of the slowest of many searches. */
  readonly slowest: number;
  readonly peakBytes: number;
}

type Rows = (readonly string[])[];

async function measure(size: number, { rounds }: Extent): Promise<{ starts: Rows; savings: Rows }> {
  const folder = await copyOf(await importContacts(size));
  const token = tokenFor(folder);
  // Smaller stores have no index snapshot.
  const isSaved = size >= 10_000;
  const snapshot = join(folder, INDEX_SNAPSHOT);
  const stopped: Start[] = [];
  const killed: Start[] = [];
  const built: Start[] = [];
  const saved: Saving[] = [];
  for (let round = 0; round < rounds; round++) {
    rmSync(snapshot, { force: true });
    built.push(
      await startOnce(folder, token, async (service) => {
        if (isSaved) saved.push(await watchSave(service, token, snapshot));
        service.process.kill('SIGKILL');
      }),
    );
    if (!existsSync(snapshot)) continue;
    killed.push(await startOnce(folder, token));
    stopped.push(await startOnce(folder, token));
  }
  const row = (name: string, starts: readonly Start[]) => [
    `${count(size)}, ${name}`,
    medianAndRange(starts.map(({ listening }) => listening / 1000)),
    medianAndRange(starts.map(({ answered }) => answered / 1000)),
    figure(median(starts.map(({ peakBytes }) => peakBytes / 2 ** 20))),
  ];
  const starts = [row('indexes built from the records', built)];
  if (!isSaved) return { starts, savings: [] };
  const numbers = (of: (saving: Saving) => number) => medianAndRange(saved.map(of));
  return {
    starts: [row('indexes saved before a kill -9', killed), row('indexes saved at a clean stop', stopped), ...starts],
    savings: [
      [
        count(size),
        numbers(({ seconds }) => seconds),
        numbers(({ slowest }) => slowest),
        figure(median(saved.map(({ peakBytes }) => peakBytes / 2 ** 20))),
      ],
    ],
  };
}

/** @param then runs before the service is stopped */
async function startOnce(folder: string, token: string, then?: (service: Server) => Promise<void>): Promise<Start> {
  const begun = performance.now();
  const service = await startService(folder);
  try {
    await search(service, token, 0);
    const answered = performance.now() - begun;
    const peakBytes = memory(service.pid)?.peak ?? NaN;
    await then?.(service);
    return { listening: service.ms, answered, peakBytes };
  } finally {
    await service.stop();
  }
}

async function search({ url }: Server, token: string, number: number): Promise<number> {
  const from = performance.now();
  const response = await fetch(url + SEARCH, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ objectPrefix: '003', objectData: new Contacts().values(number) }),
  });
  const answer = await response.text();
  if (!answer.includes('"score":100')) throw new Error(`bench: a stored contact is not found: ${answer.slice(0, 300)}`);
  return performance.now() - from;
}

/** Makes the service save its indexes, as after a compaction, and searches without pause until they are saved. */
async function watchSave(service: Server, token: string, snapshot: string): Promise<Saving> {
  rmSync(snapshot);
  while (!existsSync(`${snapshot}.tmp`) && !existsSync(snapshot)) await pause(10);
  const begun = performance.now();
  let slowest = 0;
  for (let number = 1; !existsSync(snapshot); number++)
    slowest = Math.max(slowest, await search(service, token, number % 1_000));
  return {
    seconds: (performance.now() - begun) / 1_000,
    slowest,
    peakBytes: memory(service.pid)?.peak ?? NaN,
  };
}

await bench('startup', { sizes: [100_000, 1_000_000], queries: 1, rounds: 3, seconds: 1 }, async (extent) => {
  const rows: Rows = [];
  const saving: Rows = [];
  for (const size of extent.sizes) {
    const { starts, savings } = await measure(size, extent);
    rows.push(...starts);
    saving.push(...savings);
  }
  return {
    question: 'How long does the service take to start and return its first response?',
    tables: [
      {
        title: 'Seconds from the start of the process',
        columns: ['contacts', 'listening', 'first response', 'maximum resident MiB'],
        rows,
      },
      {
        title: 'While the indexes are saved during searches',
        columns: ['contacts', 'seconds', 'slowest search, ms', 'maximum resident MiB'],
        rows: saving,
      },
    ],
    notes: [
      'The first response is to a search that must find a stored contact. A service that has built its indexes saves them before it listens, and later while it serves. Here, it builds them because their file was removed.',
    ],
  };
});
