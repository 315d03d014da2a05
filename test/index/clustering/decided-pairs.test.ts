import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DecidedPairs, type JudgedPair } from '../../../src/index/clustering/decided-pairs.js';
import { uncontradictedGroups } from '../../../src/index/clustering/uncontradicted.js';
import type { ScoredPairs } from '../../../src/index/clustering/pair-list.js';
import { draws } from '../../support/draws.js';

const ROWS = 8;
const store = (pairs: readonly (readonly [number, number, number])[]): ScoredPairs => ({
  length: pairs.length,
  first: Int32Array.from(pairs, ([a]) => a),
  second: Int32Array.from(pairs, ([, b]) => b),
  score: Float32Array.from(pairs, ([, , score]) => score),
});
const yes = (a: number, b: number): JudgedPair => ({ a, b, isSame: true, at: '' });
const no = (a: number, b: number): JudgedPair => ({ a, b, isSame: false, at: '' });

const groupsBy = (
  judged: readonly JudgedPair[],
  pairs: readonly (readonly [number, number, number])[],
  contradict: (a: number, b: number) => boolean = () => false,
) => {
  const decided = new DecidedPairs(ROWS, judged);
  return uncontradictedGroups(ROWS, store(pairs), (a, b) => decided.contradict(a, b, contradict), {
    joined: decided.joined,
  });
};

describe('decisions bind', () => {
  it('same: rows are joined that are no pair, and that something speaks against', () => {
    expect(groupsBy([yes(1, 5)], []).members).toEqual([[1, 5]]);
    expect(groupsBy([yes(1, 5)], [[1, 5, 60]], () => true).members).toEqual([[1, 5]]);
  });

  it('not the same: not through a third row either, nor through rows that are the same', () => {
    const { members } = groupsBy(
      [no(0, 2)],
      [
        [0, 1, 99],
        [1, 2, 98],
        [0, 2, 97],
      ],
    );
    expect(members).toEqual([[0, 1]]);
    const through = groupsBy(
      [yes(0, 1), no(1, 2)],
      [
        [0, 2, 99],
        [0, 1, 60],
      ],
    );
    expect(through.members).toEqual([[0, 1]]);
  });

  it('rows that a person called the same vouch for each other: one that contradicts one of them may fit', () => {
    const contradict = (a: number, b: number) => a + b === 1 || a + b === 3;
    expect(groupsBy([yes(0, 1)], [[0, 2, 90]], contradict).members).toEqual([[0, 1, 2]]);
  });

  it('shows answers that contradict each other, with the fewest that do; "not the same" holds', () => {
    const answers = [yes(0, 1), yes(1, 2), yes(2, 3), no(0, 2), yes(4, 5), no(5, 4)];
    const decided = new DecidedPairs(ROWS, answers);
    expect(decided.contradicting).toEqual([
      { apart: answers[3], together: [answers[0], answers[1]] },
      { apart: answers[5], together: [answers[4]] },
    ]);
    expect(decided.joined).toEqual([[2, 3]]);
    expect([decided.areApart(0, 2), decided.areApart(0, 3), decided.areApart(4, 5), decided.areApart(0, 1)]).toEqual([
      ...[true, true, true, false],
    ]);
  });

  it('whatever is answered: what holds joins, what is not the same is in no group together', () => {
    const row = fc.nat(ROWS - 1);
    const pair = fc.tuple(row, row).filter(([a, b]) => a < b);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(pair, fc.boolean()), { maxLength: 10 }),
        fc.array(fc.tuple(pair, fc.integer({ min: 50, max: 100 })), { maxLength: 20 }),
        (answers, pairs) => {
          const judged = answers.map(([[a, b], isSame]) => (isSame ? yes(a, b) : no(a, b)));
          const { groupOf } = groupsBy(
            judged,
            pairs.map(([[a, b], score]) => [a, b, score]),
          );
          const areTogether = (a: number, b: number) => groupOf[a] !== 0 && groupOf[a] === groupOf[b];
          for (const { a, b, isSame } of judged) if (!isSame) expect(areTogether(a, b)).toBe(false);
          for (const [a, b] of new DecidedPairs(ROWS, judged).joined) expect(areTogether(a, b)).toBe(true);
        },
      ),
      { numRuns: draws(300) },
    );
  });
});
