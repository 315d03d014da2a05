import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SplitMap } from '../../src/runtime/memory/split-map.js';

it('contains what a Map contains, whatever is set and deleted', () => {
  const key = fc.integer({ min: 0, max: 30 }).map((n) => `key ${n}`);
  const step = fc.record({ kind: fc.constantFrom('set', 'delete'), key, value: fc.integer() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const [map, plain] = [new SplitMap<number>(), new Map<string, number>()];
      for (const { kind, key: name, value } of steps) {
        if (kind === 'set') map.set(name, value);
        else expect(map.delete(name)).toBe(plain.has(name));
        if (kind === 'set') plain.set(name, value);
        else plain.delete(name);
        expect(map.get(name)).toBe(plain.get(name));
        expect(map.size).toBe(plain.size);
      }
    }),
  );
});

it('of forty thousand entries no more than some thousand are moved at once: parts split alone', () => {
  const map = new SplitMap<number>();
  const largest = () => Math.max(...[...map.parts()].map((part) => part.size));
  for (let i = 0; i < 40_000; i++) {
    map.set(`0035g00000${i}`, i);
    if (i % 1_000 === 0) expect(largest()).toBeLessThanOrEqual(4_096);
  }
  const all = [...map.parts()].flatMap((part) => [...part]);
  expect(all).toHaveLength(40_000);
  expect(new Map(all).size).toBe(40_000);
  expect(all.every(([key, value]) => map.get(key) === value)).toBe(true);
  expect(all.every(([key]) => map.delete(key))).toBe(true);
  expect(map.size).toBe(0);
});
