/** The same contacts and the same searches for other ways to find people; speed is worth nothing without recall, so both stand side by side. */
import { Contacts, type Contact } from './invented/contacts.js';
import { bench, count } from './harness/bench.js';
import type { Table } from './harness/report.js';
import { figure, percentile, timed } from './harness/statistics.js';
import { libraries } from './peers/libraries.js';
import { likenessItself } from './peers/likeness.js';
import { LIMIT, type Peer, type PeerSettings } from './peers/peer.js';
import { postgres } from './peers/postgres.js';
import { DIFFICULTIES, searchTasks, type Task } from './invented/tasks.js';

const peers = [...likenessItself, ...postgres, ...libraries];
const WARM_UP = 15;

async function measure(
  { name, searches }: PeerSettings,
  peer: Peer,
  contacts: readonly Contact[],
  tasks: readonly Task[],
): Promise<string[]> {
  const { ms } = await timed(() => peer.build(contacts));
  for (const { values } of tasks.slice(-WARM_UP)) await peer.search(values);
  const asked = tasks.slice(0, Math.min(searches, tasks.length));
  const times: number[] = [];
  const found: boolean[] = [];
  for (const { number, values } of asked) {
    const { value, ms: took } = await timed(() => peer.search(values));
    times.push(took);
    found.push(value.includes(number));
  }
  const share = (of: readonly boolean[]) => (of.filter(Boolean).length / of.length).toFixed(3);
  return [
    name,
    count(asked.length),
    figure(ms / 1000),
    figure(percentile(times, 0.5)),
    figure(percentile(times, 0.99)),
    share(found),
    ...DIFFICULTIES.map((difficulty) => share(found.filter((_, i) => asked[i]!.difficulty === difficulty))),
  ];
}

async function table(size: number, queries: number, notes: Set<string>): Promise<Table> {
  const source = new Contacts();
  const contacts = Array.from({ length: size }, (_, number) => source.values(number));
  const tasks = searchTasks(source, size, queries);
  const rows: string[][] = [];
  for (const settings of peers) {
    if (size > settings.largest) {
      notes.add(`${settings.name} is left out above ${count(settings.largest)} records: it takes too long.`);
      continue;
    }
    const peer = await settings.open();
    if (typeof peer === 'string') {
      notes.add(`SKIPPED: ${settings.name}: ${peer}.`);
      continue;
    }
    try {
      rows.push(await measure(settings, peer, contacts, tasks));
    } finally {
      await peer.close();
    }
  }
  return {
    title: `${count(size)} contacts, one search after the other, the first ${LIMIT} answers`,
    columns: [
      '',
      'searches',
      'build s',
      'p50 ms',
      'p99 ms',
      'recall',
      ...DIFFICULTIES.map((each) => `recall, ${each}`),
    ],
    rows,
  };
}

await bench('peers', { sizes: [10_000, 100_000, 1_000_000], queries: 1_500, rounds: 1, seconds: 1 }, async (extent) => {
  const notes = new Set<string>();
  const tables: Table[] = [];
  for (const size of extent.sizes) tables.push(await table(size, extent.queries, notes));
  return {
    question: 'How fast, and how complete, are other ways to find the same people?',
    tables,
    notes: [
      ...peers.map(({ name, how }) => `${name}: ${how}.`),
      `Recall: the contact that was meant is among the first ${LIMIT}. Slow peers get fewer searches, the first of the same list.`,
      ...notes,
    ],
  };
});
