/** Runs the same searches on the same contacts with other search programs and shows speed and recall together. */
import { Contacts, type Contact } from './synthetic/contacts.js';
import { bench, count } from './harness/bench.js';
import type { Table } from './harness/report.js';
import { figure, percentile, timed } from './harness/statistics.js';
import { libraries } from './peers/libraries.js';
import { likenessItself } from './peers/likeness.js';
import { LIMIT, type Peer, type PeerSettings } from './peers/peer.js';
import { postgres } from './peers/postgres.js';
import { DIFFICULTIES, searchTasks, type Task } from './synthetic/tasks.js';

const peers = [...likenessItself, ...postgres, ...libraries];
/** Warm-up searches for every program, limited by number and time. */
const WARM_UP = { searches: 1_500, ms: 5_000, seed: 9 } as const;

interface Measured {
  readonly isLikeness: boolean;
  readonly recall: number;
  /** Median milliseconds of new searches, and of repeated searches. */
  readonly first: number;
  readonly again: number;
  readonly row: readonly string[];
}

async function measure(
  { name, searches }: PeerSettings,
  peer: Peer,
  contacts: readonly Contact[],
  tasks: readonly Task[],
  warmUp: readonly Task[],
): Promise<Measured> {
  const { ms } = await timed(() => peer.build(contacts));
  const end = performance.now() + WARM_UP.ms;
  for (const { values } of warmUp) if (performance.now() < end) await peer.search(values);
  const asked = tasks.slice(0, Math.min(searches, tasks.length));
  const found: boolean[] = [];
  const pass = async () => {
    const times: number[] = [];
    for (const [i, { number, values }] of asked.entries()) {
      const { value, ms: took } = await timed(() => peer.search(values));
      times.push(took);
      found[i] = value.includes(number);
    }
    return times;
  };
  const first = await pass();
  const again = await pass();
  const share = (of: readonly boolean[]) => of.filter(Boolean).length / of.length;
  return {
    isLikeness: likenessItself.some((each) => each.name === name),
    recall: share(found),
    first: percentile(first, 0.5),
    again: percentile(again, 0.5),
    row: [
      name,
      count(asked.length),
      figure(ms / 1000),
      ...[percentile(first, 0.5), percentile(first, 0.99), percentile(again, 0.5), percentile(again, 0.99)].map(figure),
      share(found).toFixed(3),
      ...DIFFICULTIES.map((difficulty) =>
        share(found.filter((_, i) => asked[i]!.difficulty === difficulty)).toFixed(3),
      ),
    ],
  };
}

/** Ratio to the fastest Likeness configuration with at least the same recall: new and repeated searches. */
function ratios(peer: Measured, all: readonly Measured[]): string[] {
  const ours = all.filter(({ isLikeness, recall }) => isLikeness && recall >= peer.recall);
  if (peer.isLikeness || ours.length === 0) return ['', ''];
  return [
    figure(peer.first / Math.min(...ours.map(({ first }) => first))),
    figure(peer.again / Math.min(...ours.map(({ again }) => again))),
  ];
}

async function table(size: number, queries: number, notes: Set<string>): Promise<Table> {
  const source = new Contacts();
  const contacts = Array.from({ length: size }, (_, number) => source.values(number));
  const tasks = searchTasks(source, size, queries);
  const warmUp = searchTasks(source, size, WARM_UP.searches, WARM_UP.seed);
  const measured: Measured[] = [];
  for (const settings of peers) {
    if (size > settings.largest) {
      notes.add(`${settings.name} is omitted above ${count(settings.largest)} records: it takes too long.`);
      continue;
    }
    const peer = await settings.open();
    if (typeof peer === 'string') {
      notes.add(`SKIPPED: ${settings.name}: ${peer}.`);
      continue;
    }
    try {
      measured.push(await measure(settings, peer, contacts, tasks, warmUp));
    } finally {
      await peer.close();
    }
  }
  return {
    title: `${count(size)} contacts, one search after the other, the first ${LIMIT} results`,
    columns: [
      '',
      'searches',
      'build s',
      'p50 ms',
      'p99 ms',
      'again, p50',
      'again, p99',
      'recall',
      ...DIFFICULTIES.map((each) => `recall, ${each}`),
      'x Likeness',
      'again',
    ],
    rows: measured.map((each) => [...each.row, ...ratios(each, measured)]),
  };
}

await bench('peers', { sizes: [10_000, 100_000, 1_000_000], queries: 1_500, rounds: 1, seconds: 1 }, async (extent) => {
  const notes = new Set<string>();
  const tables: Table[] = [];
  for (const size of extent.sizes) tables.push(await table(size, extent.queries, notes));
  return {
    question: 'How fast and how complete are other ways to find the same people?',
    tables,
    notes: [
      ...peers.map(({ name, how }) => `${name}: ${how}.`),
      'Every tool gets the same searches twice, after up to 5 seconds of other searches: first uncached, then cached.',
      '"x Likeness": the median of the tool divided by the median of the fastest Likeness row with at least the same recall, for the first and the repeated search.',
      `Recall: the right contact is among the first ${LIMIT}. Slow tools get fewer searches, the first in the same list.`,
      ...notes,
    ],
  };
});
