import { compareLists, type Comparison, type Groups } from './compare-records.js';
import type { CompareOptions } from './option-schemas.js';
import type { Row } from './rows.js';

/** The duplicates among rows. */
export interface Duplicates extends Comparison {
  /** Groups of two rows or more: each is one person or company. */
  readonly groups: Groups;
}

/**
 * Finds every pair of duplicates among rows. No pair is missed that its scenarios would call a duplicate.
 *
 * @throws LikenessError for options or rows that cannot be used
 */
export async function dedupe(rows: readonly Row[], options: CompareOptions = {}): Promise<Duplicates> {
  const { comparison, groups } = await compareLists([rows], ['rows'], options);
  return { ...comparison, groups };
}
