import { count } from './bench.js';
import type { Table } from './report.js';
import { figure } from './statistics.js';

/** A measured value and its allowed minimum or maximum. */
export interface Bar {
  readonly what: string;
  readonly found: number;
  readonly most?: number;
  readonly least?: number;
  readonly unit?: string;
  /** Minimum number of records for this check. The values of smaller runs are shown but not checked. */
  readonly from?: number;
}

/** A table of measurements with its checks. */
export interface Judged {
  readonly table: Table;
  readonly bars: readonly Bar[];
}

/** @param size number of records of the run */
export function barsTable(bars: readonly Bar[], size: number): Table {
  const shown = (value: number, unit = ''): string => `${figure(value)} ${unit}`.trim();
  return {
    title: `Targets, ${count(size)} records`,
    columns: ['', 'measured', 'target', 'verdict'],
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
  // NaN (not measured) fails the check.
  return found <= most && found >= least ? 'met' : 'MISSED';
}
