import { freemem } from 'node:os';
import { describe, expect, it } from 'vitest';
import { PairList, pairsThatFit } from '../../../src/index/clustering/pair-list.js';

describe('a list of pairs', () => {
  it('keeps each pair with its lower row first, and refuses one more than fits, saying how many there are', () => {
    const list = new PairList(2_000, (found) => new RangeError(found));
    for (let i = 0; i < 2_000; i++) list.add(i + 1, i, 99.5);
    expect([list.length, list.first[1_999], list.second[1_999], list.score[1_999]]).toEqual([
      2_000, 1_999, 2_000, 99.5,
    ]);
    expect(() => list.add(1, 2, 50)).toThrow(new RangeError('more than 2,000 pairs found'));
    expect(list.length).toBe(2_000);
  });

  it('has room for what a quarter of the free memory takes, and for ten million at the least', () => {
    expect(pairsThatFit()).toBeGreaterThanOrEqual(10_000_000);
    expect(pairsThatFit()).toBeLessThan(Math.max(10_000_001, freemem()));
  });
});
