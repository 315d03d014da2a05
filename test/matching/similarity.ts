import { expect } from 'vitest';
import type { MatchMethod } from '../../src/matching/method.js';
import { compareNormalised } from '../../src/matching/score.js';
import { keysOf, probesOf } from './conformance.js';

/** Similarity, 0..10,000; 0 for a blank value. Also checks that similar values find each other. */
export function similarityOf(method: MatchMethod, a: string, b: string): number {
  const x = method.normalise([a]);
  const y = method.normalise([b]);
  if (x === '' || y === '') return 0;
  const similarity = compareNormalised(method, x, y);
  if (similarity > 0) {
    expect(sharesKey(method, x, y), `${a} finds ${b}`).toBe(true);
    expect(sharesKey(method, y, x), `${b} finds ${a}`).toBe(true);
  }
  return similarity;
}

function sharesKey(method: MatchMethod, query: string, stored: string): boolean {
  const keys = keysOf(method, method.prepare(stored));
  return [...probesOf(method, method.prepare(query))].some((probe) => keys.has(probe));
}
