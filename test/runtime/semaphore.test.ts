import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dynamicThreshold, Semaphore } from '../../src/runtime/semaphore.js';

const step = fc.record({
  holder: fc.constantFrom('a', 'b', 'c'),
  takes: fc.boolean(),
  amount: fc.integer({ min: 1, max: 400 }),
});

describe('places', () => {
  it('are bounded in all, and for each holder', () => {
    const places = new Semaphore(3, () => 2);
    expect([places.acquire('a'), places.acquire('a'), places.acquire('a')]).toEqual([undefined, undefined, 'share']);
    expect([places.acquire('b'), places.acquire('c')]).toEqual([undefined, 'full']);
    places.release('a');
    expect(places.acquire('c')).toBeUndefined();
    places.forceAcquire('d', 2);
    expect(places.count).toBe(5);
    places.release('d', 2);
    expect(places.count).toBe(3);
  });

  it('half of the rest: one holder alone can have half of all, and the guaranteed minimum if there is room', () => {
    const places = new Semaphore(100, dynamicThreshold(30));
    expect(places.acquire('a', 50)).toBeUndefined();
    expect(places.acquire('a')).toBe('share');
    expect(places.acquire('b', 30)).toBeUndefined();
    expect(places.acquire('c', 20)).toBeUndefined();
    expect(places.acquire('c', 1)).toBe('full');
  });

  it('half of the rest: however few take as much as they can, one who has nothing finds room', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const places = new Semaphore(1_000, dynamicThreshold());
        const held = new Map<string, number>();
        for (const { holder, takes, amount } of steps) {
          const has = held.get(holder) ?? 0;
          if (takes && places.acquire(holder, amount) === undefined) held.set(holder, has + amount);
          if (!takes && has >= amount) {
            places.release(holder, amount);
            held.set(holder, has - amount);
          }
        }
        const total = [...held.values()].reduce((sum, one) => sum + one, 0);
        expect(places.count).toBe(total);
        // Each of three holders leaves at least half of what was free.
        expect(1_000 - total).toBeGreaterThanOrEqual(1_000 / 2 ** 3);
        expect(places.acquire('new')).toBeUndefined();
      }),
    );
  });
});
