import type { Frequencies } from '../matching/model.js';
import type { Table } from './row-table.js';

/** Values that are listed; those that stand in one record only never are. */
const MOST_LISTED = 2_000;
/** Adjustments are kept within these, in bits. */
const LEAST = -6;
const MOST = 8;

/** A value, by a number or a text, and how often it occurs. */
export type ValueCount<Value> = readonly [value: Value, count: number];

/** How often the values of a field occur. */
export interface ValueCounts<Value> {
  /** Gone through twice, for they may be millions. */
  readonly values: Iterable<ValueCount<Value>>;
  readonly textOf: (value: Value) => string;
  /** Sum of all counts, and of their squares. */
  readonly filled: number;
  readonly squares: number;
}

/**
 * Adjustments by how common a value is (Winkler 2000; Splink's term frequencies): log2 of the frequency that two equal
 * values have on the average to this value's own. Both are told by the records as they stand, so that what duplicates
 * add to a count adds to both.
 */
export function frequenciesOf(table: Table, field: number): Frequencies {
  const feature = table.features[field]!;
  const { size } = feature.dictionary;
  let squares = 0;
  for (let value = 1; value <= size; value++) squares += table.rowsOf(field, value) ** 2;
  const values = {
    *[Symbol.iterator](): Generator<ValueCount<number>> {
      for (let value = 1; value <= size; value++) yield [value, table.rowsOf(field, value)];
    },
  };
  return frequenciesOfCounts({
    values,
    textOf: (value) => feature.text(value),
    filled: table.filled(field),
    squares,
  });
}

/**
 * @param average the count of a value that says as much as any; by default that of two equal values
 * @param fewest no value counts as rarer
 */
export function frequenciesOfCounts<Value>(
  { values, textOf, filled, squares }: ValueCounts<Value>,
  { average = filled === 0 ? 1 : squares / filled, fewest = 1 } = {},
): Frequencies {
  const bits = (count: number) =>
    Math.round(1_000 * Math.max(LEAST, Math.min(MOST, Math.log2(average / Math.max(1, fewest, count)))));
  const listed = commonest(values, textOf);
  let [rest, restSquares] = [filled, squares];
  for (const { count } of listed) {
    rest -= count;
    restSquares -= count * count;
  }
  return {
    listed: new Map(listed.map(({ text, count }) => [text, bits(count)])),
    others: bits(rest === 0 ? 1 : restSquares / rest),
  };
}

/** The commonest of those that occur more than once; equally common ones in the order of their texts. */
function commonest<Value>(
  values: Iterable<ValueCount<Value>>,
  textOf: (value: Value) => string,
): { readonly text: string; readonly count: number }[] {
  const valuesByCount = new Map<number, number>();
  for (const [, count] of values) if (count > 1) valuesByCount.set(count, (valuesByCount.get(count) ?? 0) + 1);
  let last = 2;
  let places = MOST_LISTED;
  for (const count of [...valuesByCount.keys()].sort((a, b) => b - a)) {
    last = count;
    places -= valuesByCount.get(count)!;
    if (places <= 0) break;
  }
  const order = (a: { text: string; count: number }, b: { text: string; count: number }): number =>
    b.count - a.count || (a.text < b.text ? -1 : 1);
  let listed: { text: string; count: number }[] = [];
  for (const [value, count] of values) {
    if (count < last) continue;
    listed.push({ text: textOf(value), count });
    // Of those that are as common as the last one there may be very many.
    if (listed.length === 2 * MOST_LISTED) listed = listed.sort(order).slice(0, MOST_LISTED);
  }
  return listed.sort(order).slice(0, MOST_LISTED);
}
