import { count } from './bench.js';
import type { Table } from './report.js';
import { figure } from './statistics.js';

/** A figure with the bound that it must not exceed, or not fall below. */
export interface Bar {
  readonly what: string;
  readonly found: number;
  readonly most?: number;
  readonly least?: number;
  readonly unit?: string;
  /** Records from which on it holds; of fewer it is shown, and not judged. */
  readonly from?: number;
}

/** A table of measurements, and the bars that they are held against. */
export interface Judged {
  readonly table: Table;
  readonly bars: readonly Bar[];
}

/** @param size number of records of the run */
export function barsTable(bars: readonly Bar[], size: number): Table {
  const shown = (value: number, unit = ''): string => `${figure(value)} ${unit}`.trim();
  return {
    title: `Bars, ${count(size)} records`,
    columns: ['', 'found', 'bar', 'verdict'],
    rows: bars.map((bar) => {
      const { what, found, most, least, unit } = bar;
      const bounds = [
        ...(least === undefined ? [] : [`at least ${shown(least, unit)}`]),
        ...(most === undefined ? [] : [`at most ${shown(most, unit)}`]),
      ];
      return [what, shown(found, unit), bounds.join(', '), verdict(bar, size)];
    }),
  };
}

function verdict({ found, most = Infinity, least = -Infinity, from = 0 }: Bar, size: number): string {
  if (size < from) return `from ${count(from)} on`;
  // A bar that could not be measured is not met.
  return found <= most && found >= least ? 'met' : 'MISSED';
}
