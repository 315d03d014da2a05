import fc from 'fast-check';
import { expect, it } from 'vitest';
import { heightOf, ROW_HEIGHT, rowAt, scrolled, topOf } from '../../../src/extensions/console/records/scroll-place.js';

const rows = fc.oneof(fc.integer({ min: 30, max: 5_000 }), fc.integer({ min: 200_000, max: 20_000_000 }));
const SEEN = 640;

it('every row has a scroll position, and every position its row', () => {
  fc.assert(
    fc.property(rows, fc.double({ min: 0, max: 1, noNaN: true }), (count, share) => {
      const row = share * count;
      expect(rowAt(topOf(row, count), count)).toBeCloseTo(row, 3);
      expect(topOf(row, count)).toBeLessThanOrEqual(heightOf(count));
      expect(topOf(row + 1, count)).toBeGreaterThan(topOf(row, count));
    }),
  );
});

it('a wheel moves as many rows in a list of millions as in a short one', () => {
  fc.assert(
    fc.property(rows, fc.double({ min: 0.2, max: 0.8, noNaN: true }), (count, share) => {
      const row = Math.max(10, Math.min(count - 40, share * count));
      const top = topOf(row, count);
      const moved = scrolled({ row, top }, top + 3 * ROW_HEIGHT, count, SEEN);
      expect(moved.row).toBeCloseTo(Math.min(row + 3, count - SEEN / ROW_HEIGHT), 6);
    }),
  );
});

it('both ends are reached', () => {
  const count = 5_000_000;
  const end = heightOf(count) - SEEN;
  expect(scrolled({ row: 0, top: 0 }, end, count, SEEN).row).toBe(count - SEEN / ROW_HEIGHT);
  expect(scrolled({ row: count - 20, top: end }, 0, count, SEEN).row).toBe(0);
});
