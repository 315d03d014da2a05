import { describe, expect, it } from 'vitest';
import { FixedWindowCounter } from '../../../src/service/auth/fixed-window-counter.js';

describe('counts by key and minute', () => {
  it('start again when their window has ended, each on its own', () => {
    const counts = new FixedWindowCounter(1_000, 10);
    counts.add('a', 0);
    counts.add('a', 900);
    counts.add('b', 900);
    expect([counts.count('a', 999), counts.count('b', 999)]).toEqual([2, 1]);
    expect([counts.count('a', 1_000), counts.count('b', 1_000)]).toEqual([0, 1]);
    counts.add('a', 1_000);
    expect([counts.count('a', 1_999), counts.count('b', 1_999)]).toEqual([1, 0]);
    expect(counts.secondsLeft('a', 1_000)).toBe(1);
  });

  it('start again when the clock was set back: nobody is shut out until it has caught up', () => {
    const counts = new FixedWindowCounter(1_000, 10);
    counts.add('a', 10_000);
    expect(counts.count('a', 9_900)).toBe(0);
    counts.add('a', 5_000);
    counts.add('a', 5_500);
    expect(counts.size).toBe(1);
    expect([counts.count('a', 5_999), counts.count('a', 6_000)]).toEqual([2, 0]);
  });

  it('a million callers take no more room than the limit; the one counted longest ago is forgotten', () => {
    const counts = new FixedWindowCounter(1_000, 3);
    for (const key of ['a', 'b', 'c', 'd']) counts.add(key, 0);
    expect(['a', 'b', 'c', 'd'].map((key) => counts.count(key, 0))).toEqual([0, 1, 1, 1]);
    for (let i = 0; i < 1_000_000; i++) counts.add(`key ${i}`, 0);
    expect(counts.size).toBe(3);
  });
});
