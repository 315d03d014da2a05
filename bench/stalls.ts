/** Longest stalls of the event loop under load, in CPU time: the service's own code and garbage collection. */
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { makeId } from '../src/records/ids.js';
import { bench, count } from './harness/bench.js';
import { copyOf, importContacts, tokenFor } from './harness/data-folder.js';
import { start } from './harness/program.js';
import { listening } from './harness/server.js';
import type { Table } from './harness/report.js';
import { figure } from './harness/statistics.js';
import { attribute, type AttributedStep, type Recorded } from './stalls/attribution.js';
import { Contacts } from './synthetic/contacts.js';
import { Random } from './synthetic/random.js';
import { Acknowledged } from './soak/acknowledged.js';
import { Worker } from './soak/worker.js';

const SERVER = fileURLToPath(new URL('stalls/server.mjs', import.meta.url));
const WRITERS = 64;
const SEARCHERS = 16;
/** Share of the worst cases among the searches. */
const WORST = 0.2;
/** Stored contacts that each writer updates by Id. */
const OWN = 20;
/** Number of steps shown individually, and of steps whose samples are attributed. */
const SHOWN = 15;
const ATTRIBUTED = 400;
const LIMIT_MS = 10;

interface StallRun {
  readonly recorded: Recorded;
  readonly answers: number;
  readonly seconds: number;
  readonly compactionSeconds: number;
}

async function measure(size: number, seconds: number): Promise<StallRun> {
  const folder = await copyOf(await importContacts(size));
  const token = tokenFor(folder);
  const server = await listening(start(['--expose-internals', SERVER, folder], {}, true));
  const ask = async (what: 'begin' | 'compact' | 'end'): Promise<unknown> => {
    const answer = once(server.process, 'message') as Promise<[unknown]>;
    server.process.send(what);
    return (await answer)[0];
  };
  const wrong: string[] = [];
  let answers = 0;
  const running = Array.from({ length: WRITERS + SEARCHERS }, (_, i) =>
    new Worker({
      url: server.url,
      token,
      contacts: new Contacts(),
      size,
      random: new Random(1_000 + i),
      searches: i < WRITERS ? 0 : 1,
      worst: WORST,
      // An import assigns Ids in the order of the rows.
      own: Array.from({ length: Math.min(OWN, Math.floor(size / WRITERS)) }, (_none, n) =>
        makeId('003', 1 + (i % WRITERS) + n * WRITERS),
      ),
      acknowledged: new Acknowledged(),
      answered: () => answers++,
      wrong: (what) => wrong.push(what),
    }).run(),
  );
  // Warm-up.
  await wait(seconds * 1_000);
  await ask('begin');
  answers = 0;
  const begun = performance.now();
  await ask('compact');
  const compactionSeconds = (performance.now() - begun) / 1_000;
  await wait(Math.max(0, seconds - compactionSeconds) * 1_000);
  const held = { answers, seconds: (performance.now() - begun) / 1_000, compactionSeconds };
  const recorded = (await ask('end')) as Recorded;
  await server.stop();
  await Promise.all(running);
  if (wrong.length > 0) throw new Error(`bench: ${count(wrong.length)} unexpected responses: ${wrong[0]!}`);
  return { recorded, ...held };
}

function tables(size: number, { recorded, answers, seconds, compactionSeconds }: StallRun): Table[] {
  const attributed = attribute(recorded, ATTRIBUTED);
  const code = attributed.map(({ cpu: own, collected }) => own - collected);
  const times = (of: readonly number[]) => [
    ...[5, LIMIT_MS].map((least) => count(of.filter((ms) => ms > least).length)),
    of.length === 0 ? '-' : figure(Math.max(...of)),
    of.every((ms) => ms <= LIMIT_MS) ? 'met' : 'MISSED',
  ];
  return [
    {
      title: `${count(size)} contacts, ${count(recorded.count)} steps, ${count(answers)} answers in ${figure(seconds)} s, ${figure(compactionSeconds)} s of them a compaction`,
      columns: ['CPU ms per step', 'above 5', `above ${LIMIT_MS}`, 'longest', `none above ${LIMIT_MS}`],
      rows: [
        ['code and garbage collection', ...times(recorded.steps.map(({ cpu: own }) => own))],
        [`code only, in the ${ATTRIBUTED} longest steps`, ...times(code)],
        [
          `garbage collection only, in the ${ATTRIBUTED} longest steps`,
          ...times(attributed.map(({ collected }) => collected)),
        ],
      ],
    },
    longest('The longest steps, in ms', attributed),
    longest(
      'Steps with the most CPU time outside garbage collection, in ms',
      [...attributed].sort((a, b) => b.cpu - b.collected - (a.cpu - a.collected)),
    ),
  ];
}

function longest(title: string, steps: readonly AttributedStep[]): Table {
  return {
    title,
    columns: ['main activity', 'for', 'CPU', 'code', 'collection', 'wall clock', 'kind of collection'],
    rows: steps
      .slice(0, SHOWN)
      .map(({ work, workTime, cpu: own, collected, from, to, kinds }) => [
        work,
        ...[workTime, own, own - collected, collected, to - from].map(figure),
        kinds.join(', '),
      ]),
  };
}

await bench('stalls', { sizes: [1_000_000], queries: 1, rounds: 1, seconds: 60 }, async ({ sizes, seconds }) => {
  const found: Table[] = [];
  for (const size of sizes) found.push(...tables(size, await measure(size, seconds)));
  return {
    question: 'What is the longest time for which a single step blocks the event loop?',
    tables: found,
    notes: [
      `${WRITERS} clients create, update, relate and delete records over HTTP, and ${SEARCHERS} clients search. One search in five is a named worst case. A warm-up of the same length runs first. All records are compacted once during the measurement.`,
      'A step is the work between two turns of the event loop: one request read, one file written, one timer. Times are CPU times of its thread, so time used by other programs is excluded, but sharing a CPU also slows a thread down.',
      'Code and garbage collection are distinguished by stacks sampled every half millisecond, with a precision of about a millisecond.',
    ],
  };
});
