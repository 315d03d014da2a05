import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reviewLinks } from '../../../src/files/clean/review-links.js';
import { averageLinkage } from '../../../src/index/clustering/average-linkage.js';
import { PairList, type ScoredPairs } from '../../../src/index/clustering/pair-list.js';
import { PairColumns } from '../../../src/index/join/pair-columns.js';
import { shownScore } from '../../../src/matching/score.js';
import { draws } from '../../support/draws.js';

type Scored = readonly [number, number, number];

function store(pairs: readonly Scored[]): ScoredPairs {
  return {
    length: pairs.length,
    first: Int32Array.from(pairs, ([a]) => a),
    second: Int32Array.from(pairs, ([, b]) => b),
    score: Float32Array.from(pairs, ([, , score]) => score),
  };
}

const sure = () => undefined;
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
    const { members } = averageLinkage(
      4,
      store([
        [0, 1, 99],
        [1, 2, 98],
        [0, 2, 97],
        [2, 3, 96],
        [1, 3, 95],
      ]),
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
    const groups = averageLinkage(6, pairs);
    expect(groups.members).toEqual([
      [0, 1, 2],
      [3, 4, 5],
    ]);
    expect(reviewLinks(groups, pairs, sure)).toEqual([{ rows: [2, 3], score: 80, pairs: 1, reason: 'chain' }]);
  });

  it('pairs that are not sure join nothing', () => {
    const pairs = store([
      [0, 1, 99],
      [1, 2, 60],
    ]);
    const isSure = (pair: number) => pairs.score[pair]! >= 90;
    const groups = averageLinkage(3, pairs, { counts: isSure });
    expect(groups.members).toEqual([[0, 1]]);
    const whyUnsure = (pair: number) => (isSure(pair) ? undefined : 'unsure');
    expect(reviewLinks(groups, pairs, whyUnsure)).toMatchObject([{ rows: [1, 2], reason: 'unsure' }]);
  });

  it('rows of one source, which are never compared, do not count against a group', () => {
    const pairs = store([
      [0, 4, 99],
      [1, 4, 99],
      [2, 4, 99],
      [3, 4, 99],
    ]);
    expect(averageLinkage(5, pairs).members).toEqual([[0, 1, 2, 4]]);
    const sources = Int32Array.from([1, 1, 1, 1, 2]);
    expect(averageLinkage(5, pairs, { sources }).members).toEqual([[0, 1, 2, 3, 4]]);
  });

  it('are disjoint, and a third of the pairs inside each match; what joined no group is up for review, once', () => {
    fc.assert(
      fc.property(pairsOfRows, (scored) => {
        const pairs = store(scored);
        const groups = averageLinkage(ROWS, pairs);
        const seen = groups.members.flat();
        expect(new Set(seen).size).toBe(seen.length);
        for (const [i, group] of groups.members.entries()) {
          for (const row of group) expect(groups.groupOf[row]).toBe(i + 1);
          const inside = scored.filter(([a, b]) => group.includes(a) && group.includes(b));
          expect(inside.length * 3).toBeGreaterThanOrEqual((group.length * (group.length - 1)) / 2);
        }
        const unit = (row: number) => groups.groupOf[row] || -row - 1;
        const apart = scored.filter(([a, b]) => unit(a) !== unit(b));
        const links = reviewLinks(groups, pairs, sure);
        expect(links.reduce((sum, link) => sum + link.pairs, 0)).toBe(apart.length);
        const reversed = store([...scored].reverse());
        expect(averageLinkage(ROWS, reversed).members).toEqual(groups.members);
      }),
      { numRuns: draws(300) },
    );
  });

  it('the weakest pair that joined parts of a group is known, and no group is larger than asked for', () => {
    fc.assert(
      fc.property(pairsOfRows, fc.integer({ min: 2, max: 5 }), (scored, mostMembers) => {
        const { members, weakest } = averageLinkage(ROWS, store(scored), { mostMembers });
        members.forEach((group, i) => {
          expect(group.length).toBeLessThanOrEqual(mostMembers);
          const inside = scored.filter(([a, b]) => group.includes(a) && group.includes(b));
          const better = inside.filter(([, , score]) => score > weakest[i]!);
          expect(inside.map(([, , score]) => score)).toContain(weakest[i]);
          const { members: parts } = averageLinkage(ROWS, store(better));
          expect(parts).not.toContainEqual(group);
        });
      }),
      { numRuns: draws(300) },
    );
  });

  it('two groups that must stay apart do, whatever joins them', () => {
    const pairs = store([
      [0, 1, 99],
      [2, 3, 98],
      [0, 2, 97],
      [1, 2, 96],
      [1, 3, 95],
    ]);
    const mayJoin = (one: readonly number[], two: readonly number[]) =>
      !([...one, ...two].includes(0) && [...one, ...two].includes(3));
    expect(averageLinkage(4, pairs).members).toEqual([[0, 1, 2, 3]]);
    expect(averageLinkage(4, pairs, { mayJoin }).members).toEqual([
      [0, 1],
      [2, 3],
    ]);
  });
});

describe('the list of pairs', () => {
  const tooMany = (found: string) => new Error(found);

  it('keeps scores so that rounding down gives the shown one', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000_000), fc.integer({ min: 1, max: 100_000 }), (part, den) => {
        const num = part % (10_000 * den + 1);
        const [list, found] = [new PairList(1, tooMany), new PairColumns()];
        found.add(1, 2, num, den);
        list.addAll(found);
        expect(Math.floor(list.score[0]!)).toBe(shownScore(num, den));
        expect(Math.abs(list.score[0]! - num / den / 100)).toBeLessThan(1e-4);
      }),
      { numRuns: draws(2_000) },
    );
    const [list, found] = [new PairList(1, tooMany), new PairColumns()];
    found.add(1, 2, 98_999_999_999, 10_000_000);
    list.addAll(found);
    expect(Math.floor(list.score[0]!)).toBe(98);
  });

  it('takes as many as it may, and says when there are more', () => {
    const list = new PairList(3_000, tooMany);
    for (let row = 0; row < 3_000; row++) list.add(row + 1, row, 90);
    expect([list.length, list.first[2_999], list.second[2_999]]).toEqual([3_000, 2_999, 3_000]);
    expect(() => list.add(0, 1, 90)).toThrow(/more than 3,000 pairs/);
  });
});
