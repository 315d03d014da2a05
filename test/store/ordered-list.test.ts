import fc from 'fast-check';
import { expect, it } from 'vitest';
import { OrderedList, type OrderedEntry, type OrderKey } from '../../src/runtime/memory/ordered-list.js';

const key = fc.oneof(fc.constant(null), fc.nat(5), fc.constantFrom('', 'a', 'b', 'B', 'é', 'zz'));
const change = fc.record({ key, place: fc.nat(2_000), isAdded: fc.boolean() });
const kinds = ['object', 'number', 'string'];

function compare(a: OrderedEntry, b: OrderedEntry): number {
  const kind = kinds.indexOf(typeof a.key) - kinds.indexOf(typeof b.key);
  if (kind !== 0) return kind;
  if (a.key !== b.key) return a.key! < b.key! ? -1 : 1;
  return b.place - a.place;
}

/** A list with its positions in descending order. The caller defines the order. */
const empty = () => new OrderedList((a, b) => b - a);

it('contains what a sorted array contains, returns ranks, and is read both ways', () => {
  fc.assert(
    fc.property(
      fc.array(change, { maxLength: 60 }),
      key,
      fc.nat(2_000),
      fc.nat(70),
      fc.nat(20),
      (changes, k, p, rank, n) => {
        const list = empty();
        const naive = new Map<string, OrderedEntry>();
        for (const { key, place, isAdded } of changes) {
          if (isAdded) {
            list.add(key, place);
            naive.set(JSON.stringify([key, place]), { key, place });
          } else {
            list.remove(key, place);
            naive.delete(JSON.stringify([key, place]));
          }
        }
        const sorted = [...naive.values()].sort(compare);
        expect(list.size).toBe(sorted.length);
        expect(list.rank(k, p)).toBe(sorted.filter((entry) => compare(entry, { key: k, place: p }) < 0).length);
        expect(list.slice(rank, n)).toEqual(sorted.slice(rank, rank + n));
        const down = rank < sorted.length ? sorted.slice(Math.max(0, rank - n + 1), rank + 1).reverse() : [];
        expect(list.slice(rank, -n)).toEqual(n === 0 ? [] : down);
      },
    ),
  );
});

it('keeps its order over many pages, whichever way entries come and go', () => {
  const list = empty();
  const keyOf = (i: number): OrderKey => `${(i * 7919) % 5_000}`.padStart(4, '0');
  for (let i = 0; i < 5_000; i++) list.add(keyOf(i), i);
  for (let i = 0; i < 5_000; i += 3) list.remove(keyOf(i), i);
  const kept = Array.from({ length: 5_000 }, (_, i) => ({ key: keyOf(i), place: i })).filter(({ place }) => place % 3);
  kept.sort(compare);
  expect(list.slice(0, 5_000)).toEqual(kept);
  expect(list.slice(list.size - 1, -5_000)).toEqual([...kept].reverse());
  kept.forEach(({ key, place }, i) => expect(list.rank(key, place)).toBe(i));
  for (const { key, place } of kept) list.remove(key, place);
  expect([list.size, list.slice(0, 1)]).toEqual([0, []]);
});
