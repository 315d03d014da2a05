import { compareLists, type Comparison, type Groups } from './compare-records.js';
import type { CompareOptions } from './option-schemas.js';
import type { Row } from './rows.js';

/** The duplicates among rows. */
export interface Duplicates extends Comparison {
  /** Groups of two or more rows: each is one person or company. */
  readonly groups: Groups;
}

/**
 * Finds every pair of duplicates among rows, as its scenarios define them; none is missed.
 *
 * @throws LikenessError for unusable options or rows
 */
export async function dedupe(rows: readonly Row[], options: CompareOptions = {}): Promise<Duplicates> {
  const { comparison, groups } = await compareLists([rows], ['rows'], options);
  return { ...comparison, groups };
}
