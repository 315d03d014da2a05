import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { outFolder } from '../harness/bench.js';

interface Shown {
  readonly label: string;
  readonly unit: string;
  readonly per: number;
  /**
   * Whether the value is a sum over all records, which is assumed to grow proportionally if only one size was measured.
   */
  readonly ofAll?: true;
}

/** Measured values by name and how to show them, in the order of the tables. */
export const METRICS = {
  importSeconds: { label: 'import', unit: 's', per: 1, ofAll: true },
  importPeak: { label: 'import, maximum memory', unit: 'MiB', per: 2 ** 20, ofAll: true },
  disk: { label: 'on the disk', unit: 'MiB', per: 2 ** 20, ofAll: true },
  firstStart: { label: 'first start after the import', unit: 's', per: 1, ofAll: true },
  start: { label: 'start after a clean stop', unit: 's', per: 1, ofAll: true },
  startKilled: { label: 'start after kill -9', unit: 's', per: 1, ofAll: true },
  anonymous: { label: 'memory after the start', unit: 'MiB', per: 2 ** 20, ofAll: true },
  loaded: { label: 'memory after load', unit: 'MiB', per: 2 ** 20, ofAll: true },
  peak: { label: 'maximum memory, including file pages', unit: 'MiB', per: 2 ** 20, ofAll: true },
  search1P50: { label: 'search, 1 client, p50', unit: 'ms', per: 1 },
  search1P99: { label: 'search, 1 client, p99', unit: 'ms', per: 1 },
  search8P50: { label: 'search, 8 clients, p50', unit: 'ms', per: 1 },
  search8P99: { label: 'search, 8 clients, p99', unit: 'ms', per: 1 },
  search8PerSecond: { label: 'searches per second, 8 clients', unit: '', per: 1 },
  searchProcessor: { label: 'CPU time of a search', unit: 'us', per: 1 },
  upsert1P50: { label: 'upsert, 1 client, p50', unit: 'ms', per: 1 },
  upsert1P99: { label: 'upsert, 1 client, p99', unit: 'ms', per: 1 },
  upsert8P50: { label: 'upsert, 8 clients, p50', unit: 'ms', per: 1 },
  upsert8P99: { label: 'upsert, 8 clients, p99', unit: 'ms', per: 1 },
  upsert8PerSecond: { label: 'upserts per second, 8 clients', unit: '', per: 1 },
  upsertProcessor: { label: 'CPU time of an upsert', unit: 'us', per: 1 },
  seconds: { label: 'time', unit: 's', per: 1, ofAll: true },
  processorSeconds: { label: 'CPU time', unit: 's', per: 1, ofAll: true },
  batchPeak: { label: 'maximum memory', unit: 'MiB', per: 2 ** 20, ofAll: true },
  scratch: { label: 'maximum temporary files', unit: 'MiB', per: 2 ** 20, ofAll: true },
  input: { label: 'file', unit: 'MiB', per: 2 ** 20, ofAll: true },
  pairs: { label: 'pairs', unit: '', per: 1, ofAll: true },
  precision: { label: 'precision', unit: '', per: 1 },
  recall: { label: 'recall', unit: '', per: 1 },
} as const satisfies Record<string, Shown>;

export type Metric = keyof typeof METRICS;
export const isOfAll = (metric: Metric): boolean => 'ofAll' in METRICS[metric];

export type Figures = Readonly<Partial<Record<Metric, number>>>;

/** Prefix of the names of variants in which several nodes share a database. */
export const NODES_OVER = 'PostgreSQL';

export const PHASES = ['serve', 'batch', 'splink'] as const;
export type Phase = (typeof PHASES)[number];

/** The figures of one round of one variant (a way of serving or comparing). */
export interface Measurement {
  readonly phase: Phase;
  /** Such as `folder, 2GB`. */
  readonly way: string;
  readonly size: number;
  readonly figures: Figures;
  readonly machine: string;
  readonly date: string;
}

const FILE = 'large-measurements.json';

/** Measurements of all runs so far. One size takes hours, so sizes are measured in separate runs. */
export function keptMeasurements(small: boolean): Measurement[] {
  const path = join(outFolder(small), FILE);
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Measurement[]) : [];
}

/** Stores measurements and replaces the earlier rounds of the same variant and size. */
export function keep(measured: readonly Measurement[], small: boolean): void {
  const key = ({ phase, way, size }: Measurement): string => `${phase} ${size} ${way}`;
  const anew = new Set(measured.map(key));
  const all = [...keptMeasurements(small).filter((each) => !anew.has(key(each))), ...measured];
  mkdirSync(outFolder(small), { recursive: true });
  writeFileSync(join(outFolder(small), FILE), `${JSON.stringify(all, null, 1)}\n`);
}

export const ways = (measurements: readonly Measurement[], phase: Phase): string[] => [
  ...new Set(measurements.filter((each) => each.phase === phase).map(({ way }) => way)),
];

export const sizesOf = (measurements: readonly Measurement[]): number[] =>
  [...new Set(measurements.map(({ size }) => size))].sort((a, b) => a - b);
