import type { Frequencies } from '../matching/model.js';
import type { Table } from './row-table.js';

/** Values that are listed; those that stand in one record only never are. */
const MOST_LISTED = 2_000;
/** Adjustments are kept within these, in bits. */
const LEAST = -6;
const MOST = 8;

/** How often the values of a field occur. */
export interface ValueCounts {
  /** Those that occur more than once. */
  readonly several: readonly { readonly count: number; readonly text: () => string }[];
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
  const several: { count: number; text: () => string }[] = [];
  let squares = 0;
  for (let value = 1; value <= feature.dictionary.size; value++) {
    const count = table.rowsOf(field, value);
    squares += count * count;
    if (count > 1) several.push({ count, text: () => feature.text(value) });
  }
  return frequenciesOfCounts({ several, filled: table.filled(field), squares });
}

/**
 * @param average the count of a value that says as much as any; by default that of two equal values
 * @param fewest no value counts as rarer
 */
export function frequenciesOfCounts(
  { several, filled, squares }: ValueCounts,
  { average = filled === 0 ? 1 : squares / filled, fewest = 1 } = {},
): Frequencies {
  const bits = (count: number) =>
    Math.round(1_000 * Math.max(LEAST, Math.min(MOST, Math.log2(average / Math.max(1, fewest, count)))));
  const values = [...several].sort((a, b) => b.count - a.count);
  // Equally common values are taken in the order of their texts.
  const last = values[MOST_LISTED - 1]?.count ?? 0;
  const listed = values
    .filter(({ count }) => count >= last)
    .map(({ text, count }) => ({ text: text(), count }))
    .sort((a, b) => b.count - a.count || (a.text < b.text ? -1 : 1))
    .slice(0, MOST_LISTED);
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
