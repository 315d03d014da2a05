import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SortedPages } from '../../src/runtime/memory/sorted-pages.js';

const number = fc.oneof(fc.nat(40), fc.nat(5_000), fc.nat(0xffffffff));

it('contains what a map contains, in order, and no memory for what is gone', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(number, fc.nat(2))), (changes) => {
      const pages = new SortedPages();
      const map = new Map<number, number>();
      for (const [place, value] of changes) {
        pages.set(place, value);
        if (value === 0) map.delete(place);
        else map.set(place, value);
        expect(pages.get(place)).toBe(value);
      }
      expect([...pages.numbers()]).toEqual([...map.keys()].sort((a, b) => a - b));
      for (const [place, value] of map) expect(pages.get(place)).toBe(value);
      for (const place of map.keys()) pages.set(place, 0);
      expect(pages.bytes).toBe(0);
      expect([...pages.numbers()]).toEqual([]);
    }),
  );
});

it('what stays is met once by who walks while others go', () => {
  const pages = new SortedPages();
  for (let place = 0; place < 10_000; place += 100) pages.set(place, 1);
  const met: number[] = [];
  for (const place of pages.numbers()) {
    met.push(place);
    // Removes all visited places and every second place after them, so that some visited pages become empty.
    pages.set(place, 0);
    if (place % 200 === 0) pages.set(place + 100, 0);
  }
  expect(met.filter((place) => place < 10_000 && place % 200 === 0)).toEqual(
    Array.from({ length: 50 }, (_, i) => i * 200),
  );
});
