import type { MatchMethod } from '../../src/matching/method.js';
import { compareNormalised } from '../../src/matching/score.js';

/** Similarity of two raw values, 0..10,000; a blank one gives 0. */
export function similarityOf(method: MatchMethod, a: string, b: string): number {
  const x = method.normalise([a]);
  const y = method.normalise([b]);
  return x === '' || y === '' ? 0 : compareNormalised(method, x, y);
}
