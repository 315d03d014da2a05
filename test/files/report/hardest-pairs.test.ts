import fc from 'fast-check';
import { expect, it } from 'vitest';
import { HardestPairs } from '../../../src/files/report/hardest-pairs.js';
import { GroupSummary, missingPairs, type JoinedGroup } from '../../../src/files/report/group-summary.js';
import { draws } from '../../support/draws.js';

const pairs = fc.uniqueArray(
  fc.record({ a: fc.nat(200), b: fc.integer({ min: 201, max: 400 }), score: fc.integer({ min: 50, max: 100 }) }),
  { selector: ({ a, b }) => a * 1_000 + b, maxLength: 300 },
);

it('keeps the nearest pairs to the threshold, of any number, in any order', () => {
  fc.assert(
    fc.property(pairs, fc.integer(), (all, seed) => {
      const keep = (given: typeof all) => {
        const hardest = new HardestPairs(50, 5);
        for (const { a, b, score } of given) hardest.add(a, b, score);
        return hardest.pairs();
      };
      const kept = keep(all);
      expect(keep([...all].sort((x, y) => (((x.a * seed) ^ x.b) & 255) - (((y.a * seed) ^ y.b) & 255)))).toEqual(kept);
      expect(kept.map(({ score }) => score)).toEqual(kept.map(({ score }) => score).sort((x, y) => x - y));
      const rows = kept.flatMap(({ a, b }) => [a, b]);
      expect(new Set(rows).size).toBe(rows.length);
      if (all.length > 0) expect(kept[0]!.score).toBe(Math.min(...all.map(({ score }) => score)));
    }),
    { numRuns: draws(500) },
  );
});

it('names the groups in which most pairs of records do not match directly', () => {
  const groups = [
    { rows: [1, 2], pairs: 1 },
    { rows: [3, 4, 5], pairs: 2 },
    { rows: [6, 7, 8, 9], pairs: 6 },
    { rows: [10, 11, 12, 13, 14], pairs: 4 },
  ];
  const of = (all: readonly JoinedGroup[], most: number) => {
    const summary = new GroupSummary(most);
    for (const group of all) summary.add(group);
    return summary;
  };
  expect(of(groups, 5).loosest.map(missingPairs)).toEqual([6, 1]);
  expect(of(groups, 1).loosest).toEqual([groups[3]]);
  expect(of(groups, 1)).toMatchObject({ count: 4, rows: 14 });
  expect(of(groups, 1).sizes).toEqual([
    { size: 2, groups: 1 },
    { size: 3, groups: 1 },
    { size: 4, groups: 1 },
    { size: 5, groups: 1 },
  ]);
});
