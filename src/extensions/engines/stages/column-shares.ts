import { tableBytes } from '../../../index/join/join-table.js';
import { partitionColumns, together, type ColumnPartition } from '../../../index/threads/column-partition.js';
import { numberedFields, type NumberedField } from '../../../index/threads/numbered-index.js';
import type { Scenario } from '../../../matching/scenario.js';

/** Memory of an idle process in bytes. */
const BYTES_OF_PROCESS = 150e6;
/** Bytes per value during the comparison: text, number, hash, and keys, twice for sorting. */
const BYTES_COMPARED = 200;
/** Bytes per value after the comparison: text, number, hash, and list offsets. */
const BYTES_KNOWN = 60;
const BYTES_MADE = 40;
/** Bytes per pair of similar values, which is in the lists of both values. */
const BYTES_OF_PAIR = 12;

export type CountOf = (field: NumberedField) => number;

/** Columns that are compared together. */
export interface ColumnShare extends ColumnPartition {
  /** Columns that are not combined from other columns. */
  readonly columns: readonly NumberedField[];
  /** Bytes needed during the comparison. `kept` is needed afterwards. */
  readonly needed: number;
  readonly kept: number;
}

/**
 * Creates as few shares as memory allows, largest first. @param memory limit in bytes, which a share of a single column
 * may exceed
 */
export function columnShares(
  scenarios: readonly Scenario[],
  rows: number,
  valuesOf: CountOf,
  memory: number,
): ColumnShare[] {
  const shareOf = (parts: readonly ColumnPartition[]): ColumnShare => {
    const whole = together(parts);
    const columns = numberedFields([whole.scenario]);
    const values = columns.reduce((sum, column) => sum + valuesOf(column), 0);
    const made = new Map(
      whole.scenario.fields.filter(({ method }) => method.composition).map(({ label, method }) => [label, method.name]),
    ).size;
    // A combined column may have one value per row.
    const kept = rows * (4 * columns.length + (4 + BYTES_MADE) * made) + BYTES_KNOWN * values;
    // Filling a column needs memory for another column of the same size.
    const needed = kept + 4 * rows + (BYTES_COMPARED - BYTES_KNOWN) * values;
    return { ...whole, columns, kept, needed };
  };
  const parts = partitionColumns(scenarios, Infinity)
    .map((part) => ({ part, needed: shareOf([part]).needed }))
    .sort((one, other) => other.needed - one.needed)
    .map(({ part }) => part);
  const shares: ColumnPartition[][] = [];
  let kept = BYTES_OF_PROCESS;
  for (const part of parts) {
    const last = shares.at(-1);
    if (last && kept + shareOf([...last, part]).needed <= memory) last.push(part);
    else {
      if (last) kept += shareOf(last).kept;
      shares.push([part]);
    }
  }
  return shares.map(shareOf);
}

/** Returns the maximum bytes that values need during the comparison. */
export function bytesOfShares(shares: readonly ColumnShare[]): number {
  let [kept, most] = [BYTES_OF_PROCESS, 0];
  for (const share of shares) {
    most = Math.max(most, kept + share.needed);
    kept += share.kept;
  }
  return most;
}

/**
 * Returns the bytes that rows need during the join.
 * @param values number of values by column
 * @param similar all pairs
 */
export function bytesOfRows(
  shares: readonly ColumnShare[],
  rows: { readonly count: number; readonly hasSources: boolean },
  values: readonly number[],
  similar: readonly { readonly count: number }[],
): number {
  const kept = shares.reduce((sum, share) => sum + share.kept, 0);
  const pairs = similar.reduce((sum, { count }) => sum + count, 0);
  return BYTES_OF_PROCESS + kept + tableBytes(rows.count, values, rows.hasSources) + pairs * BYTES_OF_PAIR;
}
