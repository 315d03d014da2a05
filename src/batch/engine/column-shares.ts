import { tableBytes } from '../../index/self-join/join-table.js';
import { partitionColumns, together, type ColumnPartition } from '../../index/threads/column-partition.js';
import { numberedFields, type NumberedField } from '../../index/threads/numbered-index.js';
import type { Scenario } from '../../matching/scenario.js';
import { Failure } from '../../runtime/failure.js';

/** Bytes of a process that compares nothing yet. */
const BYTES_OF_PROCESS = 150e6;
/** Bytes of a value while it is looked for: its text, number and hash, and its keys twice, as they are put in order. */
const BYTES_COMPARED = 200;
/** Bytes of a value once its similar ones are known: its text, number and hash, and where its lists begin. */
const BYTES_KNOWN = 60;
/** Bytes of a value that is made of two of other columns. */
const BYTES_MADE = 40;
/** Bytes of a pair of similar values, in the lists of both. */
const BYTES_OF_PAIR = 12;

/** The rows take more memory than is allowed. */
export class BeyondMemory extends Failure {}

/** How many values a column has. */
export type CountOf = (field: NumberedField) => number;

/** Columns whose values are compared at one time, in memory. */
export interface ColumnShare extends ColumnPartition {
  /** Those that hold values of their own. */
  readonly columns: readonly NumberedField[];
  /** Bytes that it takes, and that stay of it. */
  readonly needed: number;
  readonly kept: number;
}

/**
 * Splits columns into shares whose values are compared one after the other, as few as memory allows, the largest first.
 *
 * @param memory bytes to keep within, where the columns can be split so finely
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
    // A column that is made of two may have as many values as rows.
    const kept = rows * (4 * columns.length + (4 + BYTES_MADE) * made) + BYTES_KNOWN * values;
    // A column is filled from another one of its size.
    const needed = kept + 4 * rows + (BYTES_COMPARED - BYTES_KNOWN) * values;
    return { ...whole, columns, kept, needed };
  };
  const parts = partitionColumns(scenarios, Infinity, [])
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

/** Bytes that values take while they are compared, at the most. */
export function bytesOfShares(shares: readonly ColumnShare[]): number {
  let [kept, most] = [BYTES_OF_PROCESS, 0];
  for (const share of shares) {
    most = Math.max(most, kept + share.needed);
    kept += share.kept;
  }
  return most;
}

/**
 * Bytes that rows take while they are joined.
 *
 * @param values by column, how many there are
 * @param similar of all columns
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
