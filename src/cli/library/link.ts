import { compareLists, type Comparison } from './compare-records.js';
import type { CompareOptions } from './option-schemas.js';
import type { Row } from './rows.js';

/**
 * Finds equal rows in two lists; ignores pairs within a list. Of each pair, `a` is an index into the first list and `b`
 * into the second.
 *
 * @throws LikenessError for unusable options or rows
 */
export async function link(
  one: readonly Row[],
  other: readonly Row[],
  options: CompareOptions = {},
): Promise<Comparison> {
  return (await compareLists([one, other], ['one', 'other'], options)).comparison;
}
