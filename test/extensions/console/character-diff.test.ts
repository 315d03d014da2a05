import fc from 'fast-check';
import { expect, it } from 'vitest';
import { characterDiff, type Segment } from '../../../src/extensions/console/search/character-diff.js';
import { draws } from '../../support/draws.js';

const joined = (segments: readonly Segment[], only: (one: Segment) => boolean = () => true): string =>
  segments
    .filter(only)
    .map(({ text }) => text)
    .join('');
const same = (segments: readonly Segment[]): string => joined(segments, (one) => one.same).toLowerCase();

it('marks what only one side has', () => {
  const [left, right] = characterDiff('Smith', 'Smyth');
  expect(left).toEqual([
    { text: 'Sm', same: true },
    { text: 'i', same: false },
    { text: 'th', same: true },
  ]);
  expect(right.filter((one) => !one.same)).toEqual([{ text: 'y', same: false }]);
});

it('loses no character, and what is the same on both sides is the same text', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'B', 'b', 'é', '漢', '😀'), maxLength: 30 });
  fc.assert(
    fc.property(text, text, (a, b) => {
      const [left, right] = characterDiff(a, b);
      expect([joined(left), joined(right)]).toEqual([a, b]);
      expect(same(left)).toBe(same(right));
      if (a === b) expect(left.every((one) => one.same)).toBe(true);
    }),
    { numRuns: draws(200) },
  );
});

it('is quick for long texts: they differ as a whole', () => {
  const [left] = characterDiff('a'.repeat(100_000), 'b'.repeat(100_000));
  expect(left).toEqual([{ text: 'a'.repeat(100_000), same: false }]);
});
