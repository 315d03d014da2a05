import type { IndexedField } from '../values/indexed-field.js';

/** Consecutive rows (after reordering) with blanks in the same columns. All remaining rows are in one class. */
export interface BlankClass {
  readonly start: number;
  /** First row after the class. */
  readonly end: number;
  /** For each column, 1 if all rows have a value, 0 if none has. `undefined` for the class of the remaining rows. */
  readonly filled: Uint8Array | undefined;
  readonly source: number;
}

interface RowOrder {
  /** Old number of each new row: the new row 1 is the old row `order[0]`. */
  readonly order: Int32Array;
  readonly classes: readonly BlankClass[];
}

/** Maximum number of classes with equal blanks. The most common patterns of blanks get a class. */
const MOST_CLASSES = 16;

/**
 * Orders rows by their blanks: rare patterns first, then ascending by the number of values. Each row is joined only
 * with later rows, so most rows need few plans, and each plan can rely on which fields are blank.
 * @param rows ascending
 * @param sources by row; `undefined` if all rows have the same source
 * @param similar columns that order the rows of a class, the most important column last
 */
export function orderByBlanks(
  rows: Int32Array,
  columns: readonly IndexedField[],
  sources: Int32Array | undefined,
  similar: readonly IndexedField[],
): RowOrder {
  const patterns = new Int32Array(rows.length);
  if (sources) rows.forEach((row, n) => (patterns[n] = sources[row]!));
  for (const { column } of columns) {
    const numbers: number[] = [];
    let count = 0;
    for (let n = 0; n < rows.length; n++) {
      const key = patterns[n]! * 2 + (column.get(rows[n]!) === 0 ? 1 : 0);
      patterns[n] = numbers[key] ??= count++;
    }
  }
  const counts: { pattern: number; rows: number; filled: Uint8Array; source: number }[] = [];
  rows.forEach((row, n) => {
    const known = counts[patterns[n]!];
    if (known) known.rows++;
    else {
      const filled = Uint8Array.from(columns, ({ column }) => (column.get(row) === 0 ? 0 : 1));
      counts[patterns[n]!] = { pattern: patterns[n]!, rows: 1, filled, source: sources ? sources[row]! : -1 };
    }
  });
  const commonest = Object.values(counts).sort((a, b) => b.rows - a.rows || a.pattern - b.pattern);
  const known = commonest.slice(0, MOST_CLASSES).sort((a, b) => sum(a.filled) - sum(b.filled) || a.rows - b.rows);
  const mixed = commonest.slice(MOST_CLASSES).reduce((total, { rows: count }) => total + count, 0);
  const classes: BlankClass[] = [];
  let start = 1;
  const add = (count: number, filled: Uint8Array | undefined, source: number): void => {
    classes.push({ start, end: start + count, filled, source });
    start += count;
  };
  if (mixed > 0) add(mixed, undefined, -1);
  const classOf = new Int32Array(commonest.length);
  for (const { pattern, rows: count, filled, source } of known) {
    classOf[pattern] = classes.length;
    add(count, filled, source);
  }
  let places: Int32Array = Int32Array.from(rows, (_, n) => n);
  for (const { column, dictionary } of similar) places = sorted(places, (n) => column.get(rows[n]!), dictionary.size);
  places = sorted(places, (n) => classOf[patterns[n]!]!, classes.length);
  return { order: places.map((n) => rows[n]!), classes };
}

function sorted(places: Int32Array, key: (place: number) => number, most: number): Int32Array {
  const next = new Int32Array(most + 2);
  for (const place of places) next[key(place) + 1]!++;
  for (let i = 1; i <= most; i++) next[i]! += next[i - 1]!;
  const result = new Int32Array(places.length);
  for (const place of places) result[next[key(place)]!++] = place;
  return result;
}

function sum(flags: Uint8Array): number {
  return flags.reduce((total, flag) => total + flag, 0);
}
