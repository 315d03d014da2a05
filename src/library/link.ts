import { compareLists, type Comparison } from './compare-records.js';
import type { CompareOptions } from './option-schemas.js';
import type { Row } from './rows.js';

/**
 * Finds which rows of one list and of another are the same: pairs within a list are not looked for. Of each pair, `a`
 * is a position in the first list and `b` one in the second.
 *
 * @throws LikenessError for options or rows that cannot be used
 */
export async function link(
  one: readonly Row[],
  other: readonly Row[],
  options: CompareOptions = {},
): Promise<Comparison> {
  return (await compareLists([one, other], ['one', 'other'], options)).comparison;
}
