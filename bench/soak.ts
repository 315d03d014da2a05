/**
 * Minutes of full load over HTTP: searches, upserts (new, duplicates, by Id, with related records) and deletions. The
 * number of records stays constant. Checks that memory stays flat, no request fails, responses do not get slower, and a
 * SIGTERM under load loses nothing. Exits with code 1 if a check fails.
 */
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openFileStore } from '../src/store/open-file-store.js';
import { bench, count } from './harness/bench.js';
import { copyOf, importContacts, tokenFor } from './harness/data-folder.js';
import { finish, likeness, start } from './harness/program.js';
import type { Report, Table } from './harness/report.js';
import { startService } from './harness/server.js';
import { figure, percentile } from './harness/statistics.js';
import { Contacts } from './synthetic/contacts.js';
import { Random } from './synthetic/random.js';
import { Acknowledged } from './soak/acknowledged.js';
import { growth, look, unaccounted, type Window } from './soak/window.js';
import { Worker, type Kind } from './soak/worker.js';

const WATCH = fileURLToPath(new URL('soak/watch.mjs', import.meta.url));
const WORKERS = 32;
const OWN = 20;
const WINDOWS = 12;
/** Number of warm-up windows, which are not checked. */
const WARM_UP = 4;
const MIB = 2 ** 20;
const KINDS: readonly Kind[] = ['search', 'upsert', 'delete'];

interface Sample {
  readonly kind: Kind;
  /** Seconds since the start. */
  readonly at: number;
  readonly milliseconds: number;
}

/**
 * Times at which the server was forced to collect garbage. Requests at that time waited only because of the benchmark.
 */
interface Look {
  readonly from: number;
  readonly to: number;
}

function isDisturbed({ at, milliseconds }: Sample, looks: readonly Look[]): boolean {
  return looks.some(({ from, to }) => at > from && at - milliseconds / 1_000 < to);
}

interface Soaked {
  readonly seconds: number;
  readonly samples: readonly Sample[];
  readonly windows: readonly Window[];
  readonly wrong: readonly string[];
  readonly acknowledged: number;
  readonly exitCode: number | null;
  /** Milliseconds from the signal to the end of the process. */
  readonly stopMs: number;
  readonly lost: readonly string[];
}

async function soak(size: number, seconds: number): Promise<Soaked> {
  const folder = await copyOf(await importContacts(size));
  const token = tokenFor(folder);
  const own = await firstIds(folder, WORKERS * OWN);
  const service = await startService(folder, {
    node: ['--expose-gc', '--import', WATCH],
    messages: true,
    learns: true,
  });
  const acknowledged = new Acknowledged();
  const samples: Sample[] = [];
  const looks: Look[] = [];
  const wrong: string[] = [];
  let isStopping = false;
  // Resets the stall counter, to exclude the stalls of the start.
  await look(service, token, performance.now());
  const begun = performance.now();
  const elapsed = (): number => (performance.now() - begun) / 1_000;
  const running = Array.from({ length: WORKERS }, (_, i) =>
    new Worker({
      url: service.url,
      token,
      contacts: new Contacts(),
      size,
      random: new Random(1_000 + i),
      own: own.filter((_, place) => place % WORKERS === i),
      acknowledged,
      answered: (kind, milliseconds) => samples.push({ kind, at: elapsed(), milliseconds }),
      wrong: (what) => wrong.push(what),
    }).run(),
  );
  const early = Promise.race(running).then(() => {
    if (!isStopping) wrong.push('a connection broke under load');
  });
  const windows: Window[] = [];
  for (let i = 0; i < WINDOWS && wrong.length === 0; i++) {
    await Promise.race([wait((seconds * 1_000) / WINDOWS), early]);
    const from = elapsed();
    windows.push(await look(service, token, begun));
    looks.push({ from, to: elapsed() });
  }
  // Clients send requests until their connections end, so the stop happens under full load.
  isStopping = true;
  const ended = once(service.process, 'close') as Promise<[number | null]>;
  const asked = performance.now();
  service.process.kill('SIGTERM');
  const [exitCode] = await ended;
  const stopMs = performance.now() - asked;
  await Promise.all(running);
  const lost = await lostIn(folder, acknowledged);
  return {
    seconds,
    samples: samples.filter((sample) => !isDisturbed(sample, looks)),
    windows,
    wrong,
    acknowledged: acknowledged.size,
    exitCode,
    stopMs,
    lost,
  };
}

async function firstIds(folder: string, most: number): Promise<string[]> {
  const store = await openFileStore(folder);
  const ids: string[] = [];
  for (const { id } of store.scan('Contact')) if (ids.push(id) === most) break;
  await store.close();
  return ids;
}

/** Returns acknowledged changes that are missing, and other inconsistencies. */
async function lostIn(folder: string, acknowledged: Acknowledged): Promise<string[]> {
  const store = await openFileStore(folder);
  const lost = acknowledged.faults((id) => store.get(id));
  await store.close();
  const verify = likeness('verify', '--data', folder, '--config', `${folder}/config`, '--sample', '5');
  await finish(start(verify)).catch((error: unknown) => lost.push(String(error)));
  return lost;
}

interface Judgement {
  readonly question: string;
  readonly found: string;
  readonly bar: string;
  readonly isMet: boolean;
}

/** @param isSmall too short for meaningful times and sizes: checks only failures and lost changes */
function judge(soaked: Soaked, isSmall: boolean): Judgement[] {
  const { windows, wrong, lost, exitCode, stopMs, acknowledged, samples } = soaked;
  const judged = windows.slice(WARM_UP);
  const memory = growth(judged, unaccounted);
  const memoryBar = Math.max(8 * MIB, 0.05 * (judged[0]!.heapUsed + judged[0]!.external));
  const spread = Math.max(...judged.map(({ rss, heapUsed, external }) => rss / (heapUsed + external)));
  const stall = Math.max(...judged.map(({ longest }) => longest));
  const byClock = Math.max(...judged.map(({ longestByClock }) => longestByClock));
  const slower = Math.max(...KINDS.map((kind) => p99(last(soaked, kind)) / p99(first(soaked, kind))));
  return [
    {
      question: 'unexpected responses',
      found: `${count(wrong.length)} of ${count(samples.length)}${wrong.length > 0 ? `: ${wrong[0]!}` : ''}`,
      bar: 'none',
      isMet: wrong.length === 0,
    },
    {
      question: 'growth of live memory, without records, history and indexes',
      found: `${figure(memory / MIB)} MiB`,
      bar: `${figure(memoryBar / MIB)} MiB`,
      isMet: isSmall || memory <= memoryBar,
    },
    {
      question: 'resident memory compared with live memory, at worst',
      found: `${figure(spread)} times`,
      bar: `${MOST_SPREAD} times`,
      isMet: isSmall || spread <= MOST_SPREAD,
    },
    {
      question: 'longest turn of the event loop, in CPU time',
      found: `${figure(stall)} ms (${figure(byClock)} ms wall clock)`,
      bar: `${MAX_STALL_MS} ms`,
      isMet: isSmall || stall <= MAX_STALL_MS,
    },
    {
      question: 'p99 at the end compared with the beginning, at worst',
      found: `${figure(slower)} times`,
      bar: `${MOST_SLOWER} times`,
      isMet: isSmall || slower <= MOST_SLOWER,
    },
    {
      question: 'lost or wrong after a SIGTERM under load',
      found: `${count(lost.length)} of ${count(acknowledged)}${lost.length > 0 ? `: ${lost[0]!}` : ''}`,
      bar: 'none',
      isMet: lost.length === 0,
    },
    {
      question: 'end of the process after the SIGTERM',
      found: `code ${exitCode ?? 'none'} in ${figure(stopMs)} ms`,
      bar: 'code 0',
      isMet: exitCode === 0,
    },
  ];
}

/** Tolerance: V8 reserves some heap for later allocations, and allocators do not return all memory. */
const MOST_SPREAD = 2.5;
const MAX_STALL_MS = 50;
const MOST_SLOWER = 3;

/** Seconds compared at the start and the end: one minute, or a quarter of a shorter soak. */
const stretch = (seconds: number): number => Math.min(60, seconds / 4);
const times = (samples: readonly Sample[], kind: Kind, from: number, to: number) =>
  samples.filter((sample) => sample.kind === kind && sample.at >= from && sample.at < to).map((s) => s.milliseconds);
const first = ({ samples, seconds }: Soaked, kind: Kind) => times(samples, kind, 0, stretch(seconds));
const last = ({ samples, seconds }: Soaked, kind: Kind) => times(samples, kind, seconds - stretch(seconds), seconds);
const p99 = (milliseconds: readonly number[]) => percentile(milliseconds, 0.99);

function tables(size: number, soaked: Soaked, judgements: readonly Judgement[]): Table[] {
  const { windows, seconds, samples } = soaked;
  const mib = (bytes: number) => figure(bytes / MIB);
  const latency = (kind: Kind, when: string, milliseconds: readonly number[]) => [
    `${kind}, ${when}`,
    figure(milliseconds.length / stretch(seconds)),
    ...[0.5, 0.9, 0.99, 0.999].map((share) => figure(percentile(milliseconds, share))),
  ];
  return [
    {
      title: `${count(size)} contacts, ${WORKERS} clients, ${figure(seconds)} s, ${count(samples.length)} requests`,
      columns: ['', 'measured', 'target', ''],
      rows: judgements.map(({ question, found, bar, isMet }) => [question, found, bar, isMet ? 'met' : 'MISSED']),
    },
    {
      title: `Responses in ms, ${figure(stretch(seconds))} s at the beginning and at the end`,
      columns: ['', 'per second', 'p50', 'p90', 'p99', 'p99.9'],
      rows: KINDS.flatMap((kind) => [
        latency(kind, 'beginning', first(soaked, kind)),
        latency(kind, 'end', last(soaked, kind)),
      ]),
    },
    {
      title: 'Memory in MiB after a forced garbage collection, turns of the event loop in ms since the previous row',
      columns: [
        'second',
        'records',
        'resident',
        'heap',
        'outside',
        'history',
        'indexes',
        'remembered',
        'unaccounted',
        'longest turn',
        'wall clock',
        'p99',
      ],
      rows: windows.map((window) => [
        figure(window.at),
        count(window.records),
        mib(window.rss),
        mib(window.heapUsed),
        mib(window.external),
        mib(window.historyBytes),
        mib(window.indexBytes),
        mib(window.memoBytes),
        mib(unaccounted(window)),
        figure(window.longest),
        figure(window.longestByClock),
        figure(window.p99),
      ]),
    },
  ];
}

await bench('soak', { sizes: [100_000], queries: 1, rounds: 1, seconds: 300 }, async ({ sizes, seconds }, isSmall) => {
  const report: Report & { tables: Table[] } = {
    question: 'Do latency and memory stay stable under minutes of full load?',
    tables: [],
    notes: [
      'Half of the requests are searches. The other requests are mostly upserts with duplicate search, one in five with a misspelled stored contact. There are also updates by Id, companies with two people in one transaction, and deletions.',
      'Turns of the event loop are measured in CPU time; wall-clock times also include other programs. Forced garbage collections, and responses that waited for them, are excluded.',
      'The history grows with every write until its oldest entries reach the age of `historyDays`. Records, history and indexes, with their bounded caches, are therefore subtracted before memory is judged.',
    ],
  };
  for (const size of sizes) {
    const soaked = await soak(size, isSmall ? Math.max(12, seconds) : seconds);
    const judgements = judge(soaked, isSmall);
    report.tables.push(...tables(size, soaked, judgements));
    if (judgements.some(({ isMet }) => !isMet)) process.exitCode = 1;
  }
  return report;
});
