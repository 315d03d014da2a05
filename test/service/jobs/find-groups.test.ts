import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PairList } from '../../../src/index/clustering/pair-list.js';
import { findGroups, MOST_MEMBERS, type RowGroup } from '../../../src/service/jobs/find-groups.js';
import { JudgedRows } from '../../../src/service/jobs/group-records.js';

import { draws } from '../../support/draws.js';

type Scored = readonly [one: number, two: number, score: number];

const ROWS = 12;
const row = fc.nat(ROWS - 1);
const scored = fc
  .uniqueArray(fc.tuple(row, row, fc.integer({ min: 75, max: 100 })), {
    selector: ([one, two]) => `${Math.min(one, two)}-${Math.max(one, two)}`,
    maxLength: 30,
  })
  .map((all) => all.filter(([one, two]) => one !== two));
const idOf = (number: number): string => `id-${number}`;
const ids = Array.from({ length: ROWS }, (_, i) => idOf(i));

function found(pairs: readonly Scored[], judged = new JudgedRows([], ids), rows = ROWS) {
  const list = new PairList(10_000, (found) => new Error(found));
  for (const pair of pairs) list.add(...pair);
  return findGroups(rows, list, judged);
}

function groups(...of: Parameters<typeof found>): RowGroup[] {
  return found(...of).groups;
}

it('every pair is in a group, or is separate: the best first', () => {
  fc.assert(
    fc.property(scored, (pairs) => {
      const { groups: all, apart } = found(pairs);
      const alone = [...apart];
      const named = (each: readonly RowGroup[]) =>
        each.flatMap(({ rows, pairs: inside }) => inside.map(([a, b, score]) => [rows[a]!, rows[b]!, score]));
      const expected = pairs.map(([a, b, score]) => [Math.min(a, b), Math.max(a, b), score]);
      expect([...named(all), ...named(alone)].sort().map(String)).toEqual(expected.sort().map(String));
      expect(alone.map(({ score }) => score)).toEqual(alone.map(({ score }) => score).sort((a, b) => b - a));
    }),
    { numRuns: draws(500) },
  );
});

it('the best groups come first, each with a third of its pairs', () => {
  fc.assert(
    fc.property(scored, (pairs) => {
      const all = groups(pairs);
      for (const { rows, pairs: inside, score } of all) {
        expect(inside.length * 3).toBeGreaterThanOrEqual((rows.length * (rows.length - 1)) / 2);
        expect(inside.map((pair) => pair[2])).toContain(score);
      }
      expect(all.map(({ score }) => score)).toEqual(all.map(({ score }) => score).sort((a, b) => b - a));
    }),
    { numRuns: draws(1_000) },
  );
});

it('a group contains every pair among its rows, best first', () => {
  fc.assert(
    fc.property(scored, (pairs) => {
      for (const { rows, pairs: inside } of groups(pairs)) {
        const expected = pairs
          .filter(([one, two]) => rows.includes(one) && rows.includes(two))
          .map(([one, two, score]) => [Math.min(one, two), Math.max(one, two), score]);
        const named = inside.map(([one, two, score]) => [rows[one], rows[two], score]);
        expect(new Set(named.map(String))).toEqual(new Set(expected.map(String)));
        expect(inside.map((pair) => pair[2])).toEqual(inside.map((pair) => pair[2]).sort((a, b) => b - a));
      }
    }),
    { numRuns: draws(500) },
  );
});

it('no group contains two rows that people last called different', () => {
  const set = fc.record({
    ids: fc.uniqueArray(row.map(idOf), { minLength: 2, maxLength: 4 }),
    isDifferent: fc.boolean(),
  });
  fc.assert(
    fc.property(scored, fc.array(set, { maxLength: 6 }), (pairs, sets) => {
      const judged = new JudgedRows(sets, ids);
      for (const { rows } of groups(pairs, judged))
        for (const one of rows)
          for (const two of rows) {
            const newest =
              one === two
                ? undefined
                : sets.find((each) => each.ids.includes(idOf(one)) && each.ids.includes(idOf(two)));
            expect(newest?.isDifferent ?? false).toBe(false);
          }
    }),
    { numRuns: draws(1_000) },
  );
});

it('a chain breaks at its weakest pair where its ends are judged not to be one', () => {
  const judged = new JudgedRows([{ ids: [idOf(0), idOf(3)], isDifferent: true }], ids);
  const all = groups([[0, 1, 95], [1, 2, 80], [2, 3, 90]], judged); // prettier-ignore
  expect(all.map(({ rows }) => rows)).toEqual([[0, 1], [2, 3]]); // prettier-ignore
});

it('no group has more records than can be decided on at once, whatever the pairs join', () => {
  const rows = 2 * MOST_MEMBERS + 1;
  const all = Array.from({ length: rows }, (_, i) =>
    Array.from({ length: rows - i - 1 }, (_, j): Scored => [i, i + j + 1, 90]),
  ).flat();
  const none = new JudgedRows([], []);
  expect(groups(all, none, rows).map((group) => group.rows.length)).toEqual([MOST_MEMBERS, MOST_MEMBERS]);
});
