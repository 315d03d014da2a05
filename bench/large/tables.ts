import { count } from '../harness/bench.js';
import type { Table } from '../harness/report.js';
import { barsTable, type Bar } from '../harness/bars.js';
import { figure, median, medianAndRange } from '../harness/statistics.js';
import { growth } from './growth.js';
import {
  METRICS,
  NODES_OVER,
  PHASES,
  sizesOf,
  ways,
  type Measurement,
  type Metric,
  type Phase,
} from './measurement.js';
import { batchTables, publicTable, series, servingTables } from './reckon.js';

const TITLES: Record<Phase, string> = {
  serve: 'Served',
  batch: 'Batch',
  splink: 'Batch by Splink',
};

/** All measurements, their growth, and the extrapolation. */
export function largeTables(measurements: readonly Measurement[]): Table[] {
  const measured = PHASES.flatMap((phase) =>
    ways(measurements, phase).map((way) => measuredTable(measurements, phase, way)),
  );
  return [...measured, ...barsOf(measurements), ...reckonedTables(measurements)];
}

/** Minimum number of records for the checks. */
const JUDGED = 10_000_000;

/** Checks the largest size measured for each method and mode against the requirements for ten million records. */
function barsOf(measurements: readonly Measurement[]): Table[] {
  const ofWay = (phase: Phase, way: string): { size: number; found: (metric: Metric) => number } => {
    const own = measurements.filter((each) => each.phase === phase && each.way === way);
    const size = sizesOf(own).at(-1)!;
    const found = (metric: Metric): number =>
      median(series(own, phase, way, metric).find((point) => point.size === size)?.values ?? [NaN]);
    return { size, found };
  };
  const bars = (phase: Phase, judge: (found: (metric: Metric) => number, size: number) => Bar[]): Table[] =>
    ways(measurements, phase).map((way) => {
      const { size, found } = ofWay(phase, way);
      const table = barsTable(judge(found, size), size);
      return { ...table, title: `${table.title}: ${way}` };
    });
  const common = { from: JUDGED };
  return [
    ...bars('serve', (found) => [
      { ...common, what: 'memory after load', found: found('loaded') / 1e9, most: 8, unit: 'GB' },
      { ...common, what: 'search, 1 client, p50', found: found('search1P50'), most: 1.5, unit: 'ms' },
      { ...common, what: 'search, 1 client, p99', found: found('search1P99'), most: 15, unit: 'ms' },
      { ...common, what: 'start after a clean stop', found: found('start'), most: 60, unit: 's' },
    ]),
    ...bars('batch', (found, size) =>
      ways(measurements, 'splink').flatMap((other) => {
        const theirs = ofWay('splink', other);
        if (theirs.size !== size) return [];
        const what = `time / that of ${other}`;
        return [{ ...common, what, found: found('seconds') / theirs.found('seconds'), most: 1 }];
      }),
    ).filter(({ rows }) => rows.length > 0),
  ];
}

/** Sizes as columns, followed by the exponent of growth. */
function measuredTable(measurements: readonly Measurement[], phase: Phase, way: string): Table {
  const own = measurements.filter((each) => each.phase === phase && each.way === way);
  const sizes = sizesOf(own);
  const rows = (Object.keys(METRICS) as Metric[]).flatMap((metric) => {
    const points = series(own, phase, way, metric);
    if (points.length === 0) return [];
    const { label, unit, per } = METRICS[metric];
    const cells = sizes.map((size) => {
      const values = points.find((point) => point.size === size)?.values ?? [];
      return medianAndRange(values.map((value) => value / per));
    });
    return [[unit === '' ? label : `${label}, ${unit}`, ...cells, exponentOf(metric, points)]];
  });
  return {
    title: `${TITLES[phase]}: ${way}`,
    columns: ['', ...sizes.map((size) => `${count(size)} records`), 'growth exponent'],
    rows,
  };
}

/** Shares do not grow. */
const SHARES: ReadonlySet<Metric> = new Set(['precision', 'recall']);

function exponentOf(metric: Metric, points: Parameters<typeof growth>[0]): string {
  const grown = SHARES.has(metric) ? undefined : growth(points);
  if (grown === undefined || grown.sizes < 2) return '-';
  const { exponent, least, most } = grown;
  const spread = least === most ? '' : ` (${least.toFixed(2)} - ${most.toFixed(2)})`;
  return `${exponent.toFixed(2)}${spread}`;
}

/**
 * Extrapolates from the variant that was measured with the most records; for nodes, from a variant with a shared
 * database.
 */
function reckonedTables(measurements: readonly Measurement[]): Table[] {
  const farthest = (phase: Phase, isMeant: (way: string) => boolean = () => true): string | undefined => {
    const meant = measurements.filter((each) => each.phase === phase && isMeant(each.way));
    const most = Math.max(...sizesOf(meant));
    return meant.findLast(({ size }) => size === most)?.way;
  };
  const isOfNodes = (way: string): boolean => way.startsWith(NODES_OVER);
  const [served, batch] = [farthest('serve', isOfNodes) ?? farthest('serve'), farthest('batch')];
  return [
    ...(served === undefined ? [] : servingTables(measurements, served)),
    ...(batch === undefined ? [] : [...batchTables(measurements, batch), ...publicTable(measurements, batch)]),
  ];
}

/** One line per measurement, printed when it is made. */
export const measuredLine = ({ phase, way, size, figures }: Measurement): string =>
  `${phase}, ${count(size)}, ${way}: ` +
  (Object.keys(METRICS) as Metric[])
    .flatMap((metric) => {
      const value = figures[metric];
      const { label, unit, per } = METRICS[metric];
      return value === undefined ? [] : [`${label} ${figure(value / per)} ${unit}`.trim()];
    })
    .join(', ');
