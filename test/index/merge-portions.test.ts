import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mergePortions, type Portion } from '../../src/index/merge-portions.js';
import { compareMatches, type Match } from '../../src/matching/score-record.js';

/** Few scores with different denominators, to get many ties between differently written fractions. */
const drawn = fc.record({
  scores: fc.array(fc.tuple(fc.integer({ min: 1, max: 4 }), fc.constantFrom(1, 2, 3)), { maxLength: 40 }),
  parts: fc.integer({ min: 1, max: 5 }),
  limit: fc.oneof(fc.integer({ min: 0, max: 12 }), fc.constant(Infinity)),
  withTies: fc.boolean(),
  /** A filter accepts every nth match. */
  kept: fc.integer({ min: 1, max: 4 }),
  given: fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 5, maxLength: 5 }),
});

const matchOf = ([num, den]: readonly [number, number], i: number): Match => ({
  id: `003${String(i).padStart(6, '0')}`,
  num: num * den,
  den,
  scenarioScores: [],
});
const isSame = (a: Match, b: Match): boolean => a.num * b.den === b.num * a.den;

/** Returns the best `limit` matches, and all other matches with the same score as the last of them. */
function best(matches: readonly Match[], limit: number, withTies: boolean): Match[] {
  const sorted = [...matches].sort(compareMatches);
  const last = sorted[limit - 1];
  return sorted.filter((match, i) => i < limit || (withTies && last !== undefined && isSame(match, last)));
}

it('the best of the best of all portions are the best of all, or the portions that are too short are named', () => {
  let short = 0;
  fc.assert(
    fc.property(drawn, ({ scores, parts, limit, withTies, kept, given }) => {
      const all = scores.map(matchOf);
      const accept = (id: string): boolean => Number(id.slice(3)) % kept === 0;
      const whole = Array.from({ length: parts }, (_, part) => all.filter((_match, i) => (i * 7) % parts === part));
      const portion = (part: number, size: number): Portion => {
        const matches = best(whole[part]!, size, withTies);
        return { matches, isAll: matches.length === whole[part]!.length, accept };
      };
      const expected = best(
        all.filter(({ id }) => accept(id)),
        limit,
        withTies,
      );
      const sizes = given.slice(0, parts);
      for (let round = 0; ; round++) {
        const portions = sizes.map((size, part) => portion(part, size));
        const { matches, tooShort } = mergePortions(portions, { limit, withTies });
        if (matches !== undefined) {
          expect(matches).toEqual(expected);
          return;
        }
        short++;
        expect(tooShort.length).toBeGreaterThan(0);
        // The loop ends, because only portions with more matches are extended.
        for (const part of tooShort) expect(portions[part]!.isAll).toBe(false);
        for (const part of tooShort) sizes[part] = 2 * sizes[part]! + 1;
      }
    }),
    { numRuns: 2_000 },
  );
  expect(short).toBeGreaterThan(500);
});

it('portions of as many as are asked for suffice, where all are accepted', () => {
  fc.assert(
    fc.property(drawn, ({ scores, parts, limit, withTies }) => {
      const all = scores.map(matchOf);
      const portions = Array.from({ length: parts }, (_, part): Portion => {
        const whole = all.filter((_match, i) => i % parts === part);
        const matches = best(whole, limit, withTies);
        return { matches, isAll: matches.length < limit };
      });
      expect(mergePortions(portions, { limit, withTies }).matches).toEqual(best(all, limit, withTies));
    }),
    { numRuns: 2_000 },
  );
});

it('what comes late is asked late whether it is accepted', () => {
  const portions = [0, 1].map((part): Portion => ({
    matches: Array.from({ length: 50 }, (_, i) => matchOf([4, 1], 2 * i + part)),
    isAll: true,
    accept: (id) => {
      asked.push(id);
      return true;
    },
  }));
  const asked: string[] = [];
  expect(mergePortions(portions, { limit: 3 }).matches).toHaveLength(3);
  expect(asked).toHaveLength(3);
});
