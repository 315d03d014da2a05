import { count } from '../harness/bench.js';
import type { Table } from '../harness/report.js';
import { figure, median } from '../harness/statistics.js';
import { diskHour, diskMonth, machineWith, MACHINES, monthOf, type Machine } from '../scale/prices.js';
import { expected, type Sized } from './growth.js';
import { isOfAll, type Measurement, type Metric, type Phase } from './measurement.js';
import { simulateBatch, type BatchWork } from './simulate-cluster.js';

/** Numbers of records to extrapolate to. */
export const RECKONED = [100_000_000, 1_000_000_000] as const;
const GIB = 2 ** 30;
const DAY_S = 86_400;
/** Share of the records upserted per day, and the rate of the busiest hour relative to the mean. */
const DAILY = 0.02;
const BUSIEST = 10;
/** Number of serving nodes; one may fail. */
const NODES = 2;
/** Memory of a machine relative to the memory in use. */
const FREE = 1.15;
/** Kind and numbers of machines for a batch. */
const BATCH_MACHINE = 'r6i.4xlarge';
const CLUSTERS = [1, 5, 10, 20, 50] as const;

/** Values of all rounds of one variant, by size. */
export function series(measurements: readonly Measurement[], phase: Phase, way: string, metric: Metric): Sized[] {
  const by = new Map<number, number[]>();
  for (const each of measurements) {
    const value = each.figures[metric];
    if (each.phase !== phase || each.way !== way || value === undefined || !Number.isFinite(value)) continue;
    by.set(each.size, [...(by.get(each.size) ?? []), value]);
  }
  return [...by].map(([size, values]) => ({ size, values })).sort((a, b) => a.size - b.size);
}

/**
 * Extrapolates bytes to another size. Each record beyond the largest size adds as much as a record between the last two
 * sizes. Therefore, a part of bounded size, such as a cache, counts only once. With only one size, bytes are assumed to
 * be proportional.
 */
export function bytesAt(points: readonly Sized[], size: number): number {
  const [last, before] = points.toReversed();
  if (last === undefined) return NaN;
  const each =
    before === undefined
      ? median(last.values) / last.size
      : Math.max(0, (median(last.values) - median(before.values)) / (last.size - before.size));
  return median(last.values) + each * (size - last.size);
}

/** A limit and the number of records that reaches it. */
export interface Limit {
  readonly what: string;
  readonly records: number;
}

/**
 * Returns the number of records at which a value reaches a limit; `Infinity` above 10^12; NaN if the growth is unknown.
 */
export function firstRecords(value: (records: number) => number, bound: number): number {
  const most = 1e12;
  if (Number.isNaN(value(most))) return NaN;
  const holds = (records: number): boolean => value(records) >= bound;
  if (!holds(most)) return Infinity;
  let [below, from] = [1, most];
  while (from / below > 1.001) {
    const middle = Math.sqrt(below * from);
    if (holds(middle)) from = middle;
    else below = middle;
  }
  return from;
}

const gib = (bytes: number): string => (Number.isFinite(bytes) ? `${figure(bytes / GIB)} GiB` : '-');
const usd = (amount: number): string => (Number.isFinite(amount) ? `${figure(amount)} USD` : '-');
const duration = (seconds: number): string =>
  !Number.isFinite(seconds)
    ? '-'
    : seconds < 100
      ? `${figure(seconds)} s`
      : seconds < 100 * 60
        ? `${figure(seconds / 60)} min`
        : `${figure(seconds / 3_600)} h`;

/** Extrapolates a service to more records and shows its limits. @param way a measured variant */
export function servingTables(measurements: readonly Measurement[], way: string): Table[] {
  const of = (metric: Metric): Sized[] => series(measurements, 'serve', way, metric);
  const [memory, disk] = [of('loaded'), of('disk')];
  if (memory.length === 0) return [];
  const memoryAt = (records: number): number => bytesAt(memory, records);
  const machine = (records: number): Machine | undefined => machineWith((memoryAt(records) / GIB) * FREE);
  const at = (metric: Metric, records: number, by: 'exponent' | 'least' | 'most' = 'exponent'): number =>
    isOfAll(metric) || of(metric).length > 1 ? expected(of(metric), records, by) : NaN;
  const spread = (metric: Metric, records: number, shown: (value: number) => string): string => {
    const [least, middle, most] = (['least', 'exponent', 'most'] as const).map((by) => shown(at(metric, records, by)));
    return least === most ? middle! : `${middle!} (${least!} - ${most!})`;
  };
  const ms = (value: number): string => (Number.isFinite(value) ? `${figure(value)} ms` : '-');
  const busy = (records: number): number =>
    (((records * DAILY) / DAY_S) * BUSIEST * at('upsertProcessor', records)) / 1e6;
  const row = (what: string, shown: (records: number) => string): string[] => [what, ...RECKONED.map(shown)];
  const largest = MACHINES.at(-1)!;
  const limits: Limit[] = [
    {
      what: `memory of a node beyond the largest machine (${largest.name}, ${count(largest.gib)} GiB)`,
      records: firstRecords((records) => (memoryAt(records) / GIB) * FREE, largest.gib),
    },
    { what: 'start of a node takes 10 minutes', records: firstRecords((records) => at('start', records), 600) },
    {
      what: 'start after a crash takes an hour',
      records: firstRecords((records) => at('startKilled', records), 3_600),
    },
    { what: 'search, p99 of one client: 100 ms', records: firstRecords((records) => at('search1P99', records), 100) },
    { what: 'upserts of the busiest hour take a whole CPU', records: firstRecords(busy, 1) },
    { what: 'rows of an index are 32-bit integers', records: 2 ** 31 },
    {
      what: 'the largest volume of the cloud is full (64 TiB)',
      records: firstRecords((records) => bytesAt(disk, records), 2 ** 46),
    },
  ];
  return [
    {
      title: `Extrapolated: ${NODES} nodes, ${way}; ${DAILY * 100}% of the records upserted per day, in the busiest hour at ${BUSIEST} times the mean rate`,
      columns: ['', ...RECKONED.map((records) => `${count(records)} records`)],
      rows: [
        row('memory of a node', (records) => gib(memoryAt(records))),
        row("a node's machine", (records) => {
          const each = machine(records);
          return each === undefined ? 'no machine is large enough' : `${each.name}, ${count(each.gib)} GiB`;
        }),
        row('on the disk', (records) => gib(bytesAt(disk, records))),
        row('start after a clean stop', (records) => spread('start', records, duration)),
        row('start after kill -9', (records) => spread('startKilled', records, duration)),
        row('search, 1 client, p50', (records) => spread('search1P50', records, ms)),
        row('search, 1 client, p99', (records) => spread('search1P99', records, ms)),
        row('searches per second and CPU', (records) => figure(1e6 / at('searchProcessor', records))),
        row('upserts per second in the busiest hour', (records) => figure(((records * DAILY) / DAY_S) * BUSIEST)),
        row('CPU usage for these upserts', (records) =>
          Number.isNaN(busy(records)) ? '-' : `${figure(busy(records) * 100)} %`,
        ),
        row('cost per month, machines and disks', (records) => {
          const each = machine(records);
          return each === undefined ? '-' : usd(NODES * (monthOf(each) + diskMonth(bytesAt(disk, records))));
        }),
      ],
    },
    {
      title: `Limits, in the order in which they are reached: ${way}`,
      columns: ['', 'records'],
      rows: limits
        .toSorted((a, b) => order(a) - order(b))
        .map(({ what, records }) => [
          what,
          Number.isNaN(records)
            ? 'unknown: only one size was measured'
            : Number.isFinite(records)
              ? rounded(records)
              : 'no limit found',
        ]),
    },
  ];
}

const order = ({ records }: Limit): number => (Number.isNaN(records) ? Infinity : records);

/** Rounds to two digits, because the estimate is no more precise. */
const rounded = (records: number): string => count(Number(records.toPrecision(2)));

/** Extrapolates a batch to a number of rows. */
export function batchWork(measurements: readonly Measurement[], way: string, rows: number): BatchWork | undefined {
  const of = (metric: Metric): Sized[] => series(measurements, 'batch', way, metric);
  if (of('processorSeconds').length === 0) return undefined;
  return {
    rows,
    processorSeconds: expected(of('processorSeconds'), rows, 'exponent'),
    inputBytes: bytesAt(of('input'), rows),
    // Assume that the machines exchange as many bytes as one machine writes to disk, but at least the size of the
    // input.
    shuffleBytes: Math.max(bytesAt(of('scratch'), rows), bytesAt(of('input'), rows)),
    pairs: expected(of('pairs'), rows, 'exponent'),
  };
}

/** The batch on one machine as measured, and on several machines as simulated. */
export function batchTables(measurements: readonly Measurement[], way: string): Table[] {
  const works = RECKONED.map((rows) => batchWork(measurements, way, rows));
  if (works.some((work) => work === undefined)) return [];
  const known = works as BatchWork[];
  const of = (metric: Metric): Sized[] => series(measurements, 'batch', way, metric);
  const machine = MACHINES.find(({ name }) => name === BATCH_MACHINE)!;
  const row = (what: string, shown: (work: BatchWork) => string): string[] => [what, ...known.map(shown)];
  const on = (machines: number): string[] => {
    const { processors, gbits } = machine;
    return row(`${count(machines)} x ${machine.name}: time, network time, cost`, (work) => {
      const { seconds, network } = simulateBatch(work, { machines, processors, gbits });
      const cost = ((machines * machine.hour + diskHour(2 * work.shuffleBytes)) * seconds) / 3_600;
      return `${duration(seconds)}, ${duration(network)}, ${usd(cost)}`;
    });
  };
  return [
    {
      title: `Extrapolated: a batch, ${way}`,
      columns: ['', ...RECKONED.map((rows) => `${count(rows)} rows`)],
      rows: [
        row('CPU time', ({ processorSeconds }) => duration(processorSeconds)),
        row('on the measuring machine, minimum - maximum', ({ rows }) =>
          (['least', 'exponent', 'most'] as const).map((by) => duration(expected(of('seconds'), rows, by))).join(' - '),
        ),
        row('pairs found', ({ pairs }) => rounded(pairs)),
        row('file', ({ inputBytes }) => gib(inputBytes)),
        row('temporary files, and data sent between machines', ({ shuffleBytes }) => gib(shuffleBytes)),
        ...CLUSTERS.map(on),
      ],
    },
  ];
}

/** Published results of other tools, with our results for the same number of machines and rows. */
export function publicTable(measurements: readonly Measurement[], way: string): Table[] {
  const machine = MACHINES.find(({ name }) => name === BATCH_MACHINE)!;
  const ours = (rows: number, machines: number): string => {
    const work = batchWork(measurements, way, rows);
    if (work === undefined) return '-';
    return `${figure(simulateBatch(work, { machines, processors: machine.processors, gbits: machine.gbits }).seconds)} s`;
  };
  const [million, engineRate] = [1_000_000, 400];
  return [
    {
      title: 'Compared with public figures of other tools',
      columns: ['', 'published', `ours, extrapolated: 5 x ${BATCH_MACHINE}`],
      rows: [
        ['Spark, 5 nodes: 100 million rows, 928 million pairs', '958 s', ours(100 * million, 5)],
        ['Spark, 5 nodes: 50 million rows', '1,054 s', ours(50 * million, 5)],
        [
          `a commercial engine sized for 100 million records: 32 CPUs, 192 GiB, ${engineRate} records per second`,
          `${figure((100 * million) / engineRate)} s for all, one at a time`,
          ours(100 * million, 5),
        ],
      ],
    },
  ];
}
