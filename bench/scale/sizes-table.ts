import { count } from '../harness/bench.js';
import type { Table } from '../harness/report.js';
import { figure } from '../harness/statistics.js';
import type { MeasuredNodes } from './measure.js';
import { machineWith, monthOf, type Machine } from './prices.js';
import type { ServiceTimes } from './simulate-nodes.js';

export interface Measured {
  readonly times: ServiceTimes;
  readonly nodes: readonly MeasuredNodes[];
  readonly searchProcessor: number;
  /** Bytes in memory per record. */
  readonly bytes: { readonly records: number; readonly history: number; readonly indexes: number };
  readonly tableBytes: number;
  readonly walBytes: number;
  readonly snapshotBytes: number;
  /** Additional start time compared with an empty database. */
  readonly startMs: number;
}

const SIZES = [10_000_000, 100_000_000, 1_000_000_000];
const NODES = 2;
/** Share of the records upserted per day, and the rate of the busiest hour relative to the mean. */
const DAILY = 0.02;
const BUSIEST = 10;
/** Resident memory relative to the counted bytes: garbage and allocator overhead (`npm run bench -- memory`). */
const RESIDENT = 1.35;
/** Memory of a node's machine relative to the memory in use. */
const FREE = 1.15;
/** Cost of the database with its disks, relative to a node. */
const DATABASE = 0.5;
const GIB = 2 ** 30;
const DAY_S = 86_400;

/** Extrapolates to larger tables. @param size number of records in the measured table */
export function sizesTable(size: number, { times, bytes, walBytes, snapshotBytes, startMs }: Measured): Table {
  const inUse = (records: number): number => records * (bytes.records + bytes.history + bytes.indexes) * RESIDENT;
  const rebuilt = (records: number): number => records * bytes.indexes;
  const machine = (records: number): Machine | undefined =>
    machineWith(((inUse(records) + rebuilt(records)) / GIB) * FREE);
  const perSecond = (records: number): number => (records * DAILY) / DAY_S;
  const busy = (records: number): number =>
    (perSecond(records) * Math.max(times.decide, times.append + times.appendEach + times.sync)) / 1_000;
  const percent = (share: number): string => (share > 1 ? 'over' : `${figure(share * 100)} %`);
  const gib = (amount: number): string => `${figure(amount / GIB)} GiB`;
  const cost = (records: number): string => {
    const each = machine(records);
    return each === undefined ? '-' : `${figure((NODES + DATABASE) * monthOf(each))} USD`;
  };
  const row = (what: string, of: (records: number) => string): string[] => [what, ...SIZES.map(of)];
  return {
    title: `Extrapolated from these measurements: ${NODES} nodes, ${DAILY * 100}% of the records upserted per day, in the busiest hour at ${BUSIEST} times the mean rate`,
    columns: ['', ...SIZES.map((records) => `${count(records)} records`)],
    rows: [
      row('memory of a node in use', (records) => gib(inUse(records))),
      row('indexes of another configuration in addition to those in use', (records) => gib(rebuilt(records))),
      row('upserts/s: mean, busiest hour', (records) =>
        [1, BUSIEST].map((times) => figure(perSecond(records) * times)).join(', '),
      ),
      row('node that decides occupied: mean, busiest hour', (records) =>
        [1, BUSIEST].map((times) => percent(busy(records) * times)).join(', '),
      ),
      row('log per day, and as much WAL', (records) => gib(records * DAILY * walBytes)),
      row('snapshot in the database', (records) => gib(records * snapshotBytes)),
      row('start of a node, minutes', (records) => figure(((startMs / size) * records) / 60_000)),
      row("memory of a node's machine", (records) => {
        const each = machine(records);
        return each === undefined ? 'no machine is large enough' : gib(each.gib * GIB);
      }),
      row('cost a month', cost),
    ],
  };
}
