import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { halfOfTheRest, Places } from '../../src/service/places.js';

const step = fc.record({
  holder: fc.constantFrom('a', 'b', 'c'),
  takes: fc.boolean(),
  amount: fc.integer({ min: 1, max: 400 }),
});

describe('places', () => {
  it('are bounded in all, and for each holder', () => {
    const places = new Places(3, () => 2);
    expect([places.enter('a'), places.enter('a'), places.enter('a')]).toEqual([undefined, undefined, 'share']);
    expect([places.enter('b'), places.enter('c')]).toEqual([undefined, 'full']);
    places.leave('a');
    expect(places.enter('c')).toBeUndefined();
    places.force('d', 2);
    expect(places.count).toBe(5);
    places.leave('d', 2);
    expect(places.count).toBe(3);
  });

  it('half of the rest: one holder alone may have half of all, and the least that is promised wherever there is room', () => {
    const places = new Places(100, halfOfTheRest(30));
    expect(places.enter('a', 50)).toBeUndefined();
    expect(places.enter('a')).toBe('share');
    expect(places.enter('b', 30)).toBeUndefined();
    expect(places.enter('c', 20)).toBeUndefined();
    expect(places.enter('c', 1)).toBe('full');
  });

  it('half of the rest: however few take as much as they can, one who has nothing finds room', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const places = new Places(1_000, halfOfTheRest());
        const held = new Map<string, number>();
        for (const { holder, takes, amount } of steps) {
          const has = held.get(holder) ?? 0;
          if (takes && places.enter(holder, amount) === undefined) held.set(holder, has + amount);
          if (!takes && has >= amount) {
            places.leave(holder, amount);
            held.set(holder, has - amount);
          }
        }
        const total = [...held.values()].reduce((sum, one) => sum + one, 0);
        expect(places.count).toBe(total);
        // Each of three leaves at least half of what it found.
        expect(1_000 - total).toBeGreaterThanOrEqual(1_000 / 2 ** 3);
        expect(places.enter('new')).toBeUndefined();
      }),
    );
  });
});
