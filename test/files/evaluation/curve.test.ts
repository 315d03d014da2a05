import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bestPoint,
  measureAt,
  thresholdCurve,
  measure,
  worstFalseNegatives,
  worstFalsePositives,
} from '../../../src/files/evaluation/curve.js';
import { idsOf, pairKey, judge, truthOfClusters, truthOfLabels } from '../../../src/files/evaluation/truth.js';

const ids = fc.constantFrom(...Array.from('abcdefgh'));
const pairs = fc.tuple(ids, ids).filter(([a, b]) => a !== b);
const scores = fc
  .array(fc.tuple(pairs, fc.nat(100)), { maxLength: 40 })
  .map((all) => new Map(all.map(([[a, b], score]) => [pairKey(a, b), score])));
const labels = fc
  .uniqueArray(fc.tuple(pairs, fc.boolean()), { selector: ([[a, b]]) => pairKey(a, b), maxLength: 20 })
  .map((all) => all.map(([[id1, id2], isSame]) => ({ id1, id2, isSame })));

describe('the threshold curve', () => {
  it('is, at every threshold, what counting the pairs at or above it gives', () => {
    fc.assert(
      fc.property(scores, labels, fc.nat(90), (found, judged, from) => {
        const truth = truthOfLabels(judged);
        const curve = thresholdCurve(found, truth, from);
        expect(curve.map(({ threshold }) => threshold)).toEqual(Array.from({ length: 101 - from }, (_, i) => from + i));
        for (const { threshold, ...point } of curve) expect(point).toEqual(measureAt(found, truth, threshold));
        expect(Math.max(...curve.map(({ f1 }) => f1))).toBe(bestPoint(curve)!.f1);
      }),
    );
  });

  it('loses recall and never gains it as the threshold rises', () => {
    fc.assert(
      fc.property(scores, labels, (found, judged) => {
        const curve = thresholdCurve(found, truthOfLabels(judged));
        curve.slice(1).forEach((point, i) => expect(point.recall).toBeLessThanOrEqual(curve[i]!.recall));
      }),
    );
  });
});

describe('precision, recall and F1', () => {
  it.each([
    [3, 4, 6, 0.75, 0.5, 0.6],
    [0, 0, 5, 1, 0, 0],
    [0, 5, 0, 0, 1, 0],
    [0, 0, 0, 1, 1, 1],
  ])('%i correct of %i found and %i true', (correct, found, truth, precision, recall, f1) => {
    expect(measure(correct, found, truth)).toEqual({ correct, found, truth, precision, recall, f1 });
  });
});

describe('the truth', () => {
  it('of matches alone is complete; of matches and others says nothing of the rest', () => {
    const matches = truthOfLabels([{ id1: 'b', id2: 'a', isSame: true }]);
    expect([judge(matches, pairKey('a', 'b')), judge(matches, pairKey('a', 'c'))]).toEqual([true, false]);
    const both = truthOfLabels([
      { id1: 'a', id2: 'b', isSame: true },
      { id1: 'c', id2: 'a', isSame: false },
    ]);
    expect(['b', 'c', 'd'].map((id) => judge(both, pairKey('a', id)))).toEqual([true, false, undefined]);
  });

  it('refuses a pair that is both', () => {
    const both = [true, false].map((isSame, i) => ({ id1: i ? 'a' : 'b', id2: i ? 'b' : 'a', isSame }));
    expect(() => truthOfLabels(both)).toThrow('the pair a, b is labelled both');
  });

  it('of clusters is every pair within one', () => {
    const clusters = new Map('aabbba'.split('').map((cluster, i) => [`r${i}`, cluster]));
    const { same } = truthOfClusters(clusters);
    expect([...same].map(idsOf).map((pair) => pair.join(''))).toEqual(['r0r1', 'r0r5', 'r1r5', 'r2r3', 'r2r4', 'r3r4']);
  });
});

it('the worst are the wrong pairs that score highest and the true ones that score lowest', () => {
  const truth = truthOfLabels([
    { id1: 'a', id2: 'b', isSame: true },
    { id1: 'a', id2: 'c', isSame: true },
    { id1: 'a', id2: 'd', isSame: true },
  ]);
  const found = new Map([
    [pairKey('a', 'b'), 90],
    [pairKey('a', 'c'), 60],
    [pairKey('x', 'y'), 85],
    [pairKey('x', 'z'), 95],
    [pairKey('y', 'z'), 70],
  ]);
  const names = (all: readonly { key: string; score: number }[]) =>
    all.map(({ key, score }) => `${idsOf(key).join('')}${score}`);
  expect(names(worstFalsePositives(found, truth, 75, 9))).toEqual(['xz95', 'xy85']);
  expect(names(worstFalseNegatives(found, truth, 75, 9, () => 12))).toEqual(['ad12', 'ac60']);
  expect(worstFalsePositives(found, truth, 75, 1)).toHaveLength(1);
});
