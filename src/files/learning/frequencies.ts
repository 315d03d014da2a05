import type { Frequencies } from '../../matching/model.js';
import type { Table } from './row-table.js';
import type { MatchMethod } from '../../matching/method.js';
import { sealWhere } from '../../matching/model-definition.js';
import type { FieldModelDefinition } from '../../matching/model-schema.js';

/** Maximum number of listed values. Values of a single record are never listed. */
const MOST_LISTED = 2_000;
/** Limits of an adjustment, in bits. */
const LEAST = -6;
const MOST = 8;

interface ValueCounts<Value> {
  /** Counts by value. Iterated twice instead of copied, because there may be millions of values. */
  readonly counts: Iterable<readonly [value: Value, count: number]>;
  readonly textOf: (value: Value) => string;
}

/**
 * Returns adjustments by frequency (Winkler 2000; Splink's term frequencies): log2 of the average frequency of two
 * equal values, relative to this value's own frequency, over all records. Duplicates increase both.
 */
export function frequenciesOf(table: Table, field: number): Frequencies {
  const feature = table.features[field]!;
  const counts = {
    *[Symbol.iterator](): Generator<readonly [number, number]> {
      for (let value = 1; value <= feature.dictionary.size; value++) yield [value, table.rowsOf(field, value)];
    },
  };
  return frequenciesOfCounts({ counts, textOf: (value) => feature.text(value) });
}

/** @param average count with adjustment 0; default: of two equal values @param fewest count of the rarest values */
function frequenciesOfCounts<Value>(
  values: ValueCounts<Value>,
  { average, fewest = 1 }: { readonly average?: number; readonly fewest?: number } = {},
): Frequencies {
  const valuesByCount = new Map<number, number>();
  let [filled, squares] = [0, 0];
  for (const [, count] of values.counts) {
    valuesByCount.set(count, (valuesByCount.get(count) ?? 0) + 1);
    filled += count;
    squares += count * count;
  }
  const usual = average ?? (filled === 0 ? 1 : squares / filled);
  const bits = (count: number) =>
    Math.round(1_000 * Math.max(LEAST, Math.min(MOST, Math.log2(usual / Math.max(1, fewest, count)))));
  const listed = commonest(values, valuesByCount);
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

/** Returns the most common values; ties are ordered by text. Omits values that occur once. */
function commonest<Value>(
  { counts, textOf }: ValueCounts<Value>,
  valuesByCount: ReadonlyMap<number, number>,
): { readonly text: string; readonly count: number }[] {
  let last = Infinity;
  let places = MOST_LISTED;
  for (const count of [...valuesByCount.keys()].sort((a, b) => b - a)) {
    if (count < 2 || places <= 0) break;
    last = count;
    places -= valuesByCount.get(count)!;
  }
  const order = (a: { text: string; count: number }, b: { text: string; count: number }): number =>
    b.count - a.count || (a.text < b.text ? -1 : 1);
  let listed: { text: string; count: number }[] = [];
  for (const [value, count] of counts) {
    if (count < last) continue;
    listed.push({ text: textOf(value), count });
    // A great many values may be as common as the last listed value.
    if (listed.length === 2 * MOST_LISTED) listed = listed.sort(order).slice(0, MOST_LISTED);
  }
  return listed.sort(order).slice(0, MOST_LISTED);
}

/** Minimum number of records with a value that the model may show. */
const SHARED_BY = 20;

type FrequenciesDefinition = NonNullable<FieldModelDefinition['frequencies']>;

/** Replaces values of fields that identify people (e-mail, phone, birth date, street), and rare values, by digests. */
export function sealedFrequencies({ others, listed }: Frequencies, table: Table, field: number): FrequenciesDefinition {
  const feature = table.features[field]!;
  const shown = new Set<string>();
  for (let value = 1; value <= feature.dictionary.size; value++)
    if (isShared(feature.method, table.rowsOf(field, value))) shown.add(feature.text(value));
  return sealWhere({ others, listed: [...listed] }, (text) => !shown.has(text));
}

/** Returns whether so many records have a value that it does not identify a person. */
function isShared({ kind }: MatchMethod, records: number): boolean {
  return kind !== 'own' && records >= SHARED_BY;
}
