/**
 * From the start of the process to the first answer to a search: with the indexes restored from their snapshot, and
 * with the indexes built from the records.
 */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { INDEX_SNAPSHOT } from '../src/store/format.js';
import { Contacts } from './synthetic/contacts.js';
import { bench, count, type Extent } from './harness/bench.js';
import { copyOf, importContacts, tokenFor } from './harness/data-folder.js';
import { SEARCH } from './harness/endpoints.js';
import { memory } from './harness/program.js';
import { startService } from './harness/server.js';
import { figure, median, medianAndRange } from './harness/statistics.js';

interface Start {
  readonly listening: number;
  readonly answered: number;
  readonly peakBytes: number;
}

async function measure(size: number, { rounds }: Extent): Promise<(readonly string[])[]> {
  const folder = await copyOf(await importContacts(size));
  const token = tokenFor(folder);
  const snapshot = join(folder, INDEX_SNAPSHOT);
  const restored: Start[] = [];
  const built: Start[] = [];
  for (let round = 0; round < rounds; round++) {
    // Without one the start leaves one: the next finds it.
    rmSync(snapshot, { force: true });
    built.push(await startOnce(folder, token));
    if (existsSync(snapshot)) restored.push(await startOnce(folder, token));
  }
  const row = (name: string, starts: readonly Start[]) => [
    `${count(size)}, ${name}`,
    medianAndRange(starts.map(({ listening }) => listening / 1000)),
    medianAndRange(starts.map(({ answered }) => answered / 1000)),
    figure(median(starts.map(({ peakBytes }) => peakBytes / 2 ** 20))),
  ];
  const rows = [row('indexes built from the records', built)];
  // Small stores have no snapshot.
  return restored.length === 0 ? rows : [row('indexes restored from the snapshot', restored), ...rows];
}

async function startOnce(folder: string, token: string): Promise<Start> {
  const begun = performance.now();
  const service = await startService(folder);
  try {
    const response = await fetch(service.url + SEARCH, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ objectPrefix: '003', objectData: new Contacts().values(0) }),
    });
    const answer = await response.text();
    if (!answer.includes('"score":100'))
      throw new Error(`bench: a stored contact is not found: ${answer.slice(0, 300)}`);
    const answered = performance.now() - begun;
    return { listening: service.ms, answered, peakBytes: memory(service.pid)?.peak ?? NaN };
  } finally {
    await service.stop();
  }
}

await bench('startup', { sizes: [100_000, 1_000_000], queries: 1, rounds: 3, seconds: 1 }, async (extent) => {
  const rows: (readonly string[])[] = [];
  for (const size of extent.sizes) rows.push(...(await measure(size, extent)));
  return {
    question: 'How long does the service take from its start to its first answer?',
    tables: [
      {
        title: 'Seconds from the start of the process',
        columns: ['contacts', 'listening', 'first answer', 'resident MiB at the most'],
        rows,
      },
    ],
    notes: [
      'The first answer is a search that must find a stored contact. A start that builds the indexes also writes the snapshot before it listens.',
    ],
  };
});
