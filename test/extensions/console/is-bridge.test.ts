import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isBridge } from '../../../src/extensions/console/review/is-bridge.js';

const pair = (...ids: string[]) => ({ ids, score: 90 });

it('a pair is a bridge if no other pairs connect its records', () => {
  const chain = [pair('a', 'b'), pair('b', 'c')];
  expect(chain.map((each) => isBridge(each, chain))).toEqual([true, true]);
  const triangle = [...chain, pair('a', 'c')];
  expect(triangle.map((each) => isBridge(each, triangle))).toEqual([false, false, false]);
  const kite = [...triangle, pair('c', 'd')];
  expect(kite.map((each) => isBridge(each, kite))).toEqual([false, false, false, true]);
});

/** Returns the number of connected components of `count` records. */
function parts(count: number, pairs: readonly { readonly ids: readonly string[] }[]): number {
  const part = Array.from({ length: count }, (_, i) => i);
  for (const { ids } of pairs) {
    const [one, other] = ids.map((id) => part[Number(id)]!);
    part.forEach((each, i) => (part[i] = each === one ? other! : each));
  }
  return new Set(part).size;
}

it('without a bridge there is one part more, without another pair as many', () => {
  const numbers = fc.uniqueArray(fc.tuple(fc.nat(7), fc.nat(7)), {
    selector: ([a, b]) => `${Math.min(a, b)} ${Math.max(a, b)}`,
  });
  fc.assert(
    fc.property(numbers, (all) => {
      const pairs = all.filter(([a, b]) => a !== b).map(([a, b]) => pair(String(a), String(b)));
      for (const each of pairs) {
        const without = parts(
          8,
          pairs.filter((other) => other !== each),
        );
        expect(without - parts(8, pairs)).toBe(isBridge(each, pairs) ? 1 : 0);
      }
    }),
  );
});
