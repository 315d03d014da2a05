import { judge, type Truth } from './truth.js';

export interface WorstPair {
  readonly key: string;
  /** Percent; for a missed pair its score below the threshold. */
  readonly score: number;
}

/** Wrong pairs with the highest scores at or above the threshold; ties by key. */
export function worstFalsePositives(
  scores: ReadonlyMap<string, number>,
  truth: Truth,
  threshold: number,
  most: number,
): WorstPair[] {
  const wrong: WorstPair[] = [];
  for (const [key, score] of scores) {
    if (score >= threshold && judge(truth, key) === false) wrong.push({ key, score });
  }
  return wrong.sort((a, b) => b.score - a.score || (a.key < b.key ? -1 : 1)).slice(0, most);
}

/**
 * True pairs below the threshold with the lowest scores; ties by key.
 * @param scoreOf percent, for a pair that was not found
 */
export function worstFalseNegatives(
  scores: ReadonlyMap<string, number>,
  truth: Truth,
  threshold: number,
  most: number,
  scoreOf: (key: string) => number,
): WorstPair[] {
  const missed: WorstPair[] = [];
  for (const key of truth.same) {
    const known = scores.get(key);
    if (known !== undefined && known >= threshold) continue;
    missed.push({ key, score: known ?? scoreOf(key) });
  }
  return missed.sort((a, b) => a.score - b.score || (a.key < b.key ? -1 : 1)).slice(0, most);
}
