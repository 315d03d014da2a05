import { expect, it } from 'vitest';
import { heapSize } from '../../src/runtime/memory/heap-size.js';
import { PreparedCache } from '../../src/index/values/prepared-cache.js';

it('values made ready are counted by what they hold, each place once, as many as are kept', () => {
  const cache = new PreparedCache();
  const empty = cache.bytes;
  const value = (n: number) => ({ words: ['some', 'words'], mask: n });
  for (let id = 1; id <= 200; id++) cache.set(id, value(id));
  expect(cache.bytes).toBe(empty + 200 * heapSize(value(1)));
  for (let id = 1; id <= 200; id++) cache.set(id, value(id));
  expect(cache.bytes).toBe(empty + 200 * heapSize(value(1)));
  for (let id = 1; id <= 100_000; id++) cache.set(id, value(id));
  const full = cache.bytes;
  expect(full).toBe(empty + 256 * heapSize(value(1)));
  cache.reserve(100, 1_000);
  // Growing costs twelve bytes per slot and keeps the cached values.
  expect(cache.bytes).toBe(full + (1_024 - 256) * 12);
  expect(cache.get(100_000)).toEqual(value(100_000));
});
