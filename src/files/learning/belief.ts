import { Posteriors } from './expectation-maximisation.js';
import { modelOf, type Parameters } from './parameters.js';
import { compareLevels } from './sample.js';
import type { Table } from './row-table.js';

/** Methods of contact data, which is copied exactly. */
const REACHED_BY: ReadonlySet<string> = new Set(['phone', 'email']);
/** Minimum number of pairs for a conclusion. */
const FEWEST = 4;
/** Minimum share of the known pairs that must be found. */
const LEAST_FOUND = 0.5;
/** Maximum share of duplicates with similar values, unless more duplicates have equal values. */
const MOST_ALIKE = 0.2;
/** Minimum similarity of a typo. Less similar values may have a common pattern, such as numbers in a series. */
const CLOSE = 8_500;

/**
 * Returns the reason why a learned model is not plausible, as the end of a sentence; `undefined` if it is plausible.
 * - Matches that share a phone or e-mail address must have equal values: similar values are neighbours in a series.
 * - The model must find most of the known pairs that share a phone or an e-mail address, unless no pair has either.
 * @param known pairs of records, numbered from 0, that match according to other evidence
 */
export function whyNotBelieved(
  table: Table,
  parameters: Parameters,
  known: readonly (readonly [number, number])[],
): string | undefined {
  const own = table.features.flatMap(({ method }, f) => (REACHED_BY.has(method.name) ? [f] : []));
  for (const field of own) {
    const { levels, m } = parameters.fields[field]!;
    const alike = levels.reduce((sum, from, i) => sum + (from > 0 && from < CLOSE ? m[i]! : 0), 0);
    if (alike > Math.max(m[0]!, MOST_ALIKE))
      return `${table.comparisons[field]!.field} would be similar but not equal in most duplicates`;
  }
  const isFilled = (field: number, row: number) => table.value(field, row) !== 0;
  const pairs = known
    .map(([a, b]): [number, number] => [a + 1, b + 1])
    .filter(([a, b]) => {
      const compared = own.filter((field) => isFilled(field, a) && isFilled(field, b));
      const isReachedAlike = compared.some((field) => table.value(field, a) === table.value(field, b));
      return table.isPair(a, b) && (compared.length === 0 || isReachedAlike);
    });
  const compared = compareLevels(table, modelOf(parameters), pairs);
  const posteriors = new Posteriors(parameters, { ...compared, rowEnds: new Int32Array(0), possible: 1 });
  const found = pairs.filter((_, pair) => posteriors.of(pair) >= 0.5).length;
  return pairs.length >= FEWEST && found < LEAST_FOUND * pairs.length
    ? `it would find only ${found} of ${pairs.length} pairs that the built-in scenarios find`
    : undefined;
}
