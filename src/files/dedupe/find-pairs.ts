import type { ComparedRows } from '../learning/comparisons.js';
import { duplicatePairs } from '../../index/join/self-join.js';
import { createMemoryIndex } from '../../index/memory-index.js';
import { shownScore } from '../../matching/score.js';
import type { Scenario } from '../../matching/scenario.js';

export interface FoundPair {
  readonly a: number;
  readonly b: number;
  /** The higher score of the two directions, as an integer percentage. */
  readonly score: number;
}

/** Finds the pairs that searches by every row would find. @param scenarios reduced to the rows' fields */
export function* findPairs(rows: ComparedRows, scenarios: readonly Scenario[]): Generator<FoundPair> {
  const index = createMemoryIndex({ scenarios });
  // The index needs ascending Ids, so the positions are padded to one width.
  const width = String(rows.length).length;
  let row = 0;
  for (const texts of rows) index.put(String(row++).padStart(width, '0'), texts);
  for (const { id1, id2, num, den } of duplicatePairs(index, { scenarios })) {
    yield { a: Number(id1), b: Number(id2), score: shownScore(num, den) };
  }
}
