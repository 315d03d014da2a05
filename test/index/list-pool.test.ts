import { expect, it } from 'vitest';
import { ListPool } from '../../src/runtime/memory/list-pool.js';
import { freshSeed, Random } from './random.js';

it('lists in a pool hold what plain sets hold, ascending, under random inserts and removals', () => {
  const random = new Random(freshSeed('list pool'));
  const pool = new ListPool();
  const heads = new Array<number>(60).fill(0);
  const naive = heads.map(() => new Set<number>());
  for (let step = 0; step < 60_000; step++) {
    // A few lists become long; most stay short. Lists are sometimes emptied.
    const at = random.chance(0.5) ? random.below(3) : random.below(heads.length);
    const growing = Math.floor(step / 10_000) % 2 === 0;
    const entry = 1 + random.below(at < 3 ? 5_000 : 20);
    if (random.chance(growing ? 0.8 : 0.2)) {
      heads[at] = pool.insert(heads[at]!, entry);
      naive[at]!.add(entry);
    } else {
      heads[at] = pool.remove(heads[at]!, entry);
      naive[at]!.delete(entry);
    }
    expect(pool.length(heads[at])).toBe(naive[at]!.size);
  }
  heads.forEach((head, i) => {
    const expected = [...naive[i]!].sort((a, b) => a - b);
    expect(pool.toArray(head)).toEqual(expected);
  });
});

it('a list longer than a page moves to its own page and back, and its room is used again', () => {
  const pool = new ListPool();
  const count = 700_000;
  let head = 0;
  let other = 0;
  for (let entry = 1; entry <= count; entry++) {
    head = pool.insert(head, entry);
    if (entry % 100 === 0) other = pool.insert(other, entry);
  }
  expect(pool.length(head)).toBe(count);
  expect(pool.toArray(other)).toEqual(Array.from({ length: count / 100 }, (_, i) => (i + 1) * 100));
  const full = pool.bytes;
  for (let entry = count; entry > 3; entry--) head = pool.remove(head, entry);
  expect(pool.toArray(head)).toEqual([1, 2, 3]);
  expect(pool.bytes).toBeLessThan(full);
  for (let entry = 4; entry <= count; entry++) head = pool.insert(head, entry);
  expect(pool.length(head)).toBe(count);
  expect(pool.bytes).toBeLessThan(full * 1.2);
});
