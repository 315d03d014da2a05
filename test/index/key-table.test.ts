import { expect, it } from 'vitest';
import { KeyLists } from '../../src/runtime/memory/key-lists.js';
import { KeyTable } from '../../src/runtime/memory/key-table.js';
import { freshSeed, Random } from './random.js';

it('a key table contains what a Map contains, through doubling and splitting of its segments', () => {
  const random = new Random(freshSeed('key table'));
  const table = new KeyTable();
  const map = new Map<number, number>();
  for (let step = 0; step < 200_000; step++) {
    // Hashes, small numbers, and the limits of the range, because keys need not be evenly distributed.
    const key = random.chance(0.5) ? random.below(2 ** 32) : random.pick([0, 2 ** 32 - 1, random.below(100_000)]);
    const value = random.chance(0.5) ? 1 + random.below(1_000) : -1 - random.below(1_000);
    table.set(key, value);
    map.set(key, value);
  }
  expect(table.size).toBe(map.size);
  for (const [key, value] of map) if (table.get(key) !== value) expect.fail(`key ${key}`);
  for (let i = 0; i < 10_000; i++) {
    const key = random.below(2 ** 32);
    expect(table.get(key)).toBe(map.get(key) ?? 0);
  }
});

it('key lists file each id once under each of its keys', () => {
  const random = new Random(freshSeed('key lists'));
  const lists = new KeyLists();
  const naive = new Map<number, Set<number>>();
  for (let id = 1; id <= 5_000; id++) {
    for (let n = random.below(6); n > 0; n--) {
      const key = random.below(500);
      lists.add(key, id);
      naive.set(key, (naive.get(key) ?? new Set()).add(id));
    }
  }
  expect(lists.keys).toBe(naive.size);
  for (const [key, ids] of naive) expect(lists.pool.toArray(lists.head(key))).toEqual([...ids]);
});
