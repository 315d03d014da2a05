import { expect, it } from 'vitest';
import { uncontradictedGroups } from '../../../src/index/clustering/uncontradicted.js';
import type { ScoredPairs } from '../../../src/index/clustering/pair-list.js';

const store = (pairs: readonly (readonly [number, number, number])[]): ScoredPairs => ({
  length: pairs.length,
  first: Int32Array.from(pairs, ([a]) => a),
  second: Int32Array.from(pairs, ([, b]) => b),
  score: Float32Array.from(pairs, ([, , score]) => score),
});

/** Rows 0 and 3 contradict each other, whether they are a pair or not. */
const contradict = (a: number, b: number) => a + b === 3 && a * b === 0;

it('no group holds two rows that contradict each other, directly or through others', () => {
  const pairs = store([
    [0, 1, 99],
    [2, 3, 98],
    [1, 2, 97],
    [0, 2, 96],
    [1, 3, 95],
  ]);
  const { members } = uncontradictedGroups(4, pairs, contradict);
  expect(members).toEqual([
    [0, 1],
    [2, 3],
  ]);
});

it('a row that fits two rows that contradict each other as well as one another joins neither', () => {
  const torn = uncontradictedGroups(
    4,
    store([
      [0, 1, 99.2],
      [1, 3, 99.1],
    ]),
    contradict,
  );
  expect([torn.members, torn.isTorn(1), torn.isTorn(0)]).toEqual([[], true, false]);
  const better = uncontradictedGroups(
    4,
    store([
      [0, 1, 99],
      [1, 3, 90],
    ]),
    contradict,
  );
  expect([better.members, better.isTorn(1)]).toEqual([[[0, 1]], false]);
});

it('a row whose evidence for one of two contradictory rows is much stronger joins it, although the scores are equal', () => {
  const pairs = store([
    [1, 3, 99],
    [0, 1, 99],
  ]);
  const groupsBy = (weights: readonly number[]) =>
    uncontradictedGroups(4, pairs, contradict, { strength: (pair) => weights[pair]! }).members;
  expect(groupsBy([12_000, 30_000])).toEqual([[0, 1]]);
  expect(groupsBy([12_000, 13_000])).toEqual([]);
});
