import type { Feature } from '../index/feature.js';
import type { Frequencies } from '../matching/model.js';

/** Values that are listed; those that stand in one record only never are. */
const MOST_LISTED = 2_000;
/** Adjustments are kept within these, in bits. */
const LEAST = -6;
const MOST = 8;

/**
 * Adjustments by how common a value is (Winkler 2000; Splink's term frequencies): log2 of the frequency that two equal values have on the average to this
 * value's own. Both are told by the records as they stand, so that what duplicates add to a count adds to both.
 */
export function frequenciesOf(feature: Feature, filled: number): Frequencies {
  const values: { text: string; count: number }[] = [];
  for (let value = 1; value <= feature.dictionary.size; value++) {
    const count = feature.postings.count(value);
    if (count > 0) values.push({ text: feature.text(value), count });
  }
  values.sort((a, b) => b.count - a.count || (a.text < b.text ? -1 : 1));
  const average = meanOverRecords(values, filled);
  const bits = (count: number) =>
    Math.round(1_000 * Math.max(LEAST, Math.min(MOST, Math.log2(average / Math.max(1, count)))));
  const listed = values.slice(0, MOST_LISTED).filter(({ count }) => count > 1);
  const rest = values.slice(listed.length);
  const others = meanOverRecords(
    rest,
    rest.reduce((sum, { count }) => sum + count, 0),
  );
  return { listed: new Map(listed.map(({ text, count }) => [text, bits(count)])), others: bits(others) };
}

/** Count of a value, on the average over records (not over values). */
function meanOverRecords(values: readonly { count: number }[], records: number): number {
  return records === 0 ? 1 : values.reduce((sum, { count }) => sum + count * count, 0) / records;
}
