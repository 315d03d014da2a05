import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { majorityGroups } from '../../../src/cli/clean/majority-groups.js';
import type { PairStore } from '../../../src/cli/clean/pair-store.js';
import { reviewLinks } from '../../../src/cli/clean/review-links.js';
import { draws } from '../../support/draws.js';

type Scored = readonly [number, number, number];

function store(pairs: readonly Scored[]): PairStore {
  return {
    length: pairs.length,
    first: Int32Array.from(pairs, ([a]) => a),
    second: Int32Array.from(pairs, ([, b]) => b),
    score: Float32Array.from(pairs, ([, , score]) => score),
  };
}

const all = () => true;
const ROWS = 12;
const pairsOfRows = fc.uniqueArray(
  fc
    .tuple(fc.nat(ROWS - 1), fc.nat(ROWS - 1), fc.integer({ min: 50, max: 100 }))
    .filter(([a, b]) => a < b)
    .map(([a, b, score]): Scored => [a, b, score]),
  { maxLength: 40, selector: ([a, b]) => `${a} ${b}` },
);

describe('groups of pairs', () => {
  it('a pair that was missed inside a group does no harm', () => {
    const { members } = majorityGroups(
      4,
      store([
        [0, 1, 99],
        [1, 2, 98],
        [0, 2, 97],
        [2, 3, 96],
        [1, 3, 95],
      ]),
      all,
    );
    expect(members).toEqual([[0, 1, 2, 3]]);
  });

  it('a chain does not make one group of strangers: its weak link is for people to decide about', () => {
    const pairs = store([
      [0, 1, 99],
      [0, 2, 99],
      [1, 2, 99],
      [2, 3, 80],
      [3, 4, 99],
      [3, 5, 99],
      [4, 5, 99],
    ]);
    const groups = majorityGroups(6, pairs, all);
    expect(groups.members).toEqual([
      [0, 1, 2],
      [3, 4, 5],
    ]);
    expect(reviewLinks(groups, pairs, all)).toEqual([{ rows: [2, 3], score: 80, pairs: 1, reason: 'chain' }]);
  });

  it('pairs that are not sure join nothing', () => {
    const pairs = store([
      [0, 1, 99],
      [1, 2, 60],
    ]);
    const isSure = (pair: number) => pairs.score[pair]! >= 90;
    const groups = majorityGroups(3, pairs, isSure);
    expect(groups.members).toEqual([[0, 1]]);
    expect(reviewLinks(groups, pairs, isSure)).toMatchObject([{ rows: [1, 2], reason: 'unsure' }]);
  });

  it('rows of one source, which are never compared, do not count against a group', () => {
    const pairs = store([
      [0, 3, 99],
      [1, 3, 99],
      [2, 3, 99],
    ]);
    expect(majorityGroups(4, pairs, all).members).not.toEqual([[0, 1, 2, 3]]);
    expect(majorityGroups(4, pairs, all, Int32Array.from([1, 1, 1, 2])).members).toEqual([[0, 1, 2, 3]]);
  });

  it('are disjoint, and half of the pairs inside each match; what joined no group is up for review, once', () => {
    fc.assert(
      fc.property(pairsOfRows, (scored) => {
        const pairs = store(scored);
        const groups = majorityGroups(ROWS, pairs, all);
        const seen = groups.members.flat();
        expect(new Set(seen).size).toBe(seen.length);
        for (const [i, group] of groups.members.entries()) {
          for (const row of group) expect(groups.groupOf[row]).toBe(i + 1);
          const inside = scored.filter(([a, b]) => group.includes(a) && group.includes(b));
          expect(inside.length * 2).toBeGreaterThanOrEqual((group.length * (group.length - 1)) / 2);
        }
        const unit = (row: number) => groups.groupOf[row] || -row - 1;
        const apart = scored.filter(([a, b]) => unit(a) !== unit(b));
        const links = reviewLinks(groups, pairs, all);
        expect(links.reduce((sum, link) => sum + link.pairs, 0)).toBe(apart.length);
        const reversed = store([...scored].reverse());
        expect(majorityGroups(ROWS, reversed, all).members).toEqual(groups.members);
      }),
      { numRuns: draws(300) },
    );
  });
});
