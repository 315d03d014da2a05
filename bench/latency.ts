/** Searches in process: warm, with and without the similar-value cache, worst cases, and growth with the table. */
import type { CandidateQuery } from '../src/index/candidate-index.js';
import type { FieldTexts } from '../src/matching/field-texts.js';
import type { MemoryIndex } from '../src/index/memory-index.js';
import { contactScenarios } from './synthetic/contact-scenarios.js';
import type { Contacts } from './synthetic/contacts.js';
import { bench, count, type Extent } from './harness/bench.js';
import { buildIndex } from './harness/memory-index.js';
import type { Table } from './harness/report.js';
import { figure, mean, median, percentile } from './harness/statistics.js';
import { searchTasks } from './synthetic/tasks.js';
import { SHARED_PHONE, withSharedPhone, WORST_CASES } from './synthetic/worst-cases.js';

const scenarios = contactScenarios();
const limit = 100;
/** Number of searches in one of the two indexes before switching to the other. */
const IN_TURN = 50;

interface Measured {
  readonly table: Table;
  readonly cache: Table;
  readonly worst: Table;
  readonly warmMedian: number;
}

function measure(size: number, extent: Extent): Measured {
  const { index, contacts } = buildIndex({ size, scenarios, values: withSharedPhone });
  const tasks = searchTasks(contacts, size, extent.queries).map(({ values }) => values);
  const filling = passOver(index, tasks);
  const warm = Array.from({ length: extent.rounds }, () => passOver(index, tasks));
  const others = searchTasks(contacts, size, extent.queries, 8).map(({ values }) => values);
  const rows = [
    row('memo filling', [filling]),
    row('warm: the same searches again', warm),
    row('other searches, with a partly filled cache', [passOver(index, others)]),
  ];
  const worst = worstCases(index, size, extent.rounds);
  const cold = buildIndex({ size, scenarios, options: { cacheBytes: 0 }, values: withSharedPhone }).index;
  passOver(cold, others);
  rows.push(row('cache off', [passOver(cold, tasks)]));
  return {
    table: {
      title: `${count(size)} records, ${count(extent.queries)} searches, microseconds`,
      columns: ['', 'p50', 'p90', 'p99', 'p99.9', 'max', 'processor, mean', 'records examined'],
      rows,
    },
    cache: cacheGain(index, cold, size, extent.queries, contacts),
    worst,
    warmMedian: median(warm.map(({ times }) => percentile(times, 0.5))),
  };
}

interface Pass {
  /** Wall-clock microseconds. */
  readonly times: number[];
  /** Mean CPU microseconds of the process, including garbage collection on other threads. */
  readonly processor: number;
  readonly walked: number;
}

function passOver(index: MemoryIndex, tasks: readonly FieldTexts[]): Pass {
  const times: number[] = [];
  let walked = 0;
  // Measured once for all searches, because on some machines this call takes as long as a search.
  const used = process.cpuUsage();
  for (const values of tasks) {
    const query: CandidateQuery = { values, scenarios, rule: 'search', limit };
    const before = performance.now();
    walked += index.search(query).postingsScanned;
    times.push((performance.now() - before) * 1000);
  }
  const { user, system } = process.cpuUsage(used);
  return { times, processor: (user + system) / tasks.length, walked };
}

function row(name: string, passes: readonly Pass[]): string[] {
  const middle = (of: (pass: Pass) => number) => figure(median(passes.map(of)));
  return [
    name,
    ...[0.5, 0.9, 0.99, 0.999, 1].map((share) => middle(({ times }) => percentile(times, share))),
    middle(({ processor }) => processor),
    figure(mean(passes.map(({ walked, times }) => walked / times.length))),
  ];
}

function worstCases(index: MemoryIndex, size: number, rounds: number): Table {
  const rows = WORST_CASES.map(([name, values]) => {
    const first = passOver(index, [values]);
    const again = passOver(
      index,
      Array.from({ length: rounds * 5 }, () => values),
    );
    const { matches } = index.search({ values, scenarios, rule: 'search', limit });
    return [
      name,
      figure(first.times[0]! / 1000),
      figure(percentile(again.times, 0.5) / 1000),
      figure(percentile(again.times, 1) / 1000),
      count(first.walked),
      count(matches.length),
    ];
  });
  return {
    title: `Worst cases, ${count(size)} records, milliseconds`,
    columns: ['', 'first', 'again, p50', 'again, max', 'records examined', 'matches returned'],
    rows,
  };
}

/**
 * Measures the gain of the similar-value cache for mostly new searches. Searches with skewed values alternate between
 * two equal indexes, with and without the cache. The cache is not cleared before the measurement.
 */
function cacheGain(cached: MemoryIndex, cold: MemoryIndex, size: number, queries: number, contacts: Contacts): Table {
  const rows = (['search', 'upsert'] as const).map((rule, r) => {
    const spent = [0, 0];
    const tasks = searchTasks(contacts, size, queries * 2, 11 + r);
    for (let from = 0, part = 0; from < tasks.length; from += IN_TURN, part++) {
      for (const turn of [part % 2, 1 - (part % 2)]) {
        const before = process.cpuUsage();
        for (const { values } of tasks.slice(from, from + IN_TURN))
          [cached, cold][turn]!.search({ values, scenarios, rule, limit });
        const { user, system } = process.cpuUsage(before);
        spent[turn]! += user + system;
      }
    }
    const [on, off] = spent.map((sum) => sum / (queries * 2)) as [number, number];
    return [rule, figure(on), figure(off), figure(on / off)];
  });
  return {
    title: `The similar-value cache, ${count(size)} records, ${count(queries * 2)} new searches, processor microseconds on average`,
    columns: ['rule', 'with cache', 'without', 'ratio'],
    rows,
  };
}

/** Warms up the code on a separate index, so the cache of the measured index stays empty. */
function compile(queries: number): void {
  const { index, contacts } = buildIndex({ size: 5_000, scenarios });
  passOver(
    index,
    searchTasks(contacts, 5_000, queries, 9).map(({ values }) => values),
  );
}

await bench('latency', { sizes: [100_000, 1_000_000], queries: 3_000, rounds: 3, seconds: 1 }, (extent) => {
  compile(extent.queries);
  const measured = extent.sizes.map((size) => measure(size, extent));
  const growth: Table = {
    title: 'Growth: warm median by size',
    columns: ['records', 'microseconds', 'times the first'],
    rows: measured.map(({ warmMedian }, i) => [
      count(extent.sizes[i]!),
      figure(warmMedian),
      figure(warmMedian / measured[0]!.warmMedian),
    ]),
  };
  return {
    question: 'How long does a search take in process: warm, cold, in the worst cases, and in larger tables?',
    tables: [...measured.flatMap(({ table, cache, worst }) => [table, cache, worst]), growth],
    notes: [
      `Corrupted contacts (one third each: easy, medium and hard); the built-in contact scenarios, top ${limit}. One record in twenty has the phone ${SHARED_PHONE}. "first": the cache has not seen the values of that search, unless another search had them. Searches on a separate small index run first, so that the code is compiled before the measurement.`,
      'CPU times are those of the whole process, including garbage collection on other threads, but not of other programs.',
    ],
  };
});
