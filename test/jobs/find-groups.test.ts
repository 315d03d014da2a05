import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findGroups, MOST_MEMBERS, type RowGroup } from '../../src/jobs/find-groups.js';
import { JudgedRows } from '../../src/jobs/judged-rows.js';
import { PairList } from '../../src/jobs/pair-list.js';
import { draws } from '../support/draws.js';

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

function groups(pairs: readonly Scored[], judged = new JudgedRows([], ids), rows = ROWS): RowGroup[] {
  const list = new PairList();
  for (const pair of pairs) list.add(...pair);
  return findGroups(
    rows,
    list,
    (one, two) => judged.areDifferent(one, two),
    (one) => judged.has(one),
  );
}

/** Rows that a path of these pairs joins. */
function reached(from: number, pairs: readonly Scored[]): Set<number> {
  const found = new Set([from]);
  for (let size = 0; size !== found.size;) {
    size = found.size;
    for (const [one, two] of pairs) {
      if (found.has(one)) found.add(two);
      if (found.has(two)) found.add(one);
    }
  }
  return found;
}

it('groups are what pairs join, and their score is the highest at which they still hold together', () => {
  fc.assert(
    fc.property(scored, (pairs) => {
      const found = groups(pairs);
      for (const { rows, score } of found) {
        expect(new Set(rows)).toEqual(reached(rows[0]!, pairs));
        const atLeast = (bar: number) => pairs.filter((pair) => pair[2] >= bar);
        expect(reached(rows[0]!, atLeast(score)).size).toBe(rows.length);
        expect(reached(rows[0]!, atLeast(score + 1)).size).toBeLessThan(rows.length);
      }
      const grouped = new Set(found.flatMap(({ rows }) => rows));
      for (const [one, two] of pairs) expect([grouped.has(one), grouped.has(two)]).toEqual([true, true]);
      expect(found.map(({ score }) => score)).toEqual(found.map(({ score }) => score).sort((a, b) => b - a));
    }),
    { numRuns: draws(1_000) },
  );
});

it('a group holds every pair among its rows, best first', () => {
  fc.assert(
    fc.property(scored, (pairs) => {
      for (const { rows, pairs: inside } of groups(pairs)) {
        const expected = pairs.filter(([one]) => rows.includes(one));
        const named = inside.map(([one, two, score]) => [rows[one], rows[two], score]);
        expect(new Set(named.map(String))).toEqual(new Set(expected.map(String)));
        expect(inside.map((pair) => pair[2])).toEqual(inside.map((pair) => pair[2]).sort((a, b) => b - a));
      }
    }),
    { numRuns: draws(500) },
  );
});

it('no group holds two rows of which people say last that they are not one', () => {
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
  const found = groups([[0, 1, 95], [1, 2, 80], [2, 3, 90]], judged); // prettier-ignore
  expect(found.map(({ rows }) => rows)).toEqual([[0, 1], [2, 3]]); // prettier-ignore
});

it('no group has more records than can be decided on at once, whatever the pairs join', () => {
  const rows = 4 * MOST_MEMBERS;
  const chain = Array.from({ length: rows - 1 }, (_, i): Scored => [i, i + 1, 90]);
  const none = new JudgedRows([], []);
  const sizes = groups(chain, none, rows).map((group) => group.rows.length);
  expect(Math.max(...sizes)).toBe(MOST_MEMBERS);
});
