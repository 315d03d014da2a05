import type { Frequencies } from '../matching/model.js';
import type { Table } from './row-table.js';

/** Values that are listed; those that stand in one record only never are. */
const MOST_LISTED = 2_000;
/** Adjustments are kept within these, in bits. */
const LEAST = -6;
const MOST = 8;

/**
 * Adjustments by how common a value is (Winkler 2000; Splink's term frequencies): log2 of the frequency that two equal
 * values have on the average to this value's own. Both are told by the records as they stand, so that what duplicates
 * add to a count adds to both.
 */
export function frequenciesOf(table: Table, field: number): Frequencies {
  const feature = table.features[field]!;
  const filled = table.filled(field);
  const values: { value: number; count: number }[] = [];
  let squares = 0;
  for (let value = 1; value <= feature.dictionary.size; value++) {
    const count = table.rowsOf(field, value);
    squares += count * count;
    if (count > 1) values.push({ value, count });
  }
  const average = filled === 0 ? 1 : squares / filled;
  const bits = (count: number) =>
    Math.round(1_000 * Math.max(LEAST, Math.min(MOST, Math.log2(average / Math.max(1, count)))));
  values.sort((a, b) => b.count - a.count);
  // Equally common values are taken in the order of their texts.
  const last = values[MOST_LISTED - 1]?.count ?? 0;
  const listed = values
    .filter(({ count }) => count >= last)
    .map(({ value, count }) => ({ text: feature.text(value), count }))
    .sort((a, b) => b.count - a.count || (a.text < b.text ? -1 : 1))
    .slice(0, MOST_LISTED);
  for (const { count } of listed) squares -= count * count;
  const rest = filled - listed.reduce((sum, { count }) => sum + count, 0);
  return {
    listed: new Map(listed.map(({ text, count }) => [text, bits(count)])),
    others: bits(rest === 0 ? 1 : squares / rest),
  };
}
