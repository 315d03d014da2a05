import { expect, it } from 'vitest';
import { makeId } from '../../src/records/ids.js';
import { createMemoryStore } from '../../src/store/memory-store.js';
import { RecentChanges } from '../../src/store/recent-changes.js';

it('tells what commits after a position changed, and from which position on it knows', () => {
  const recent = new RecentChanges(7);
  recent.add(8, 'a');
  recent.add(8, 'b');
  recent.add(10, 'a');
  expect(recent.oldest).toBe(7);
  expect([6, 7, 8, 9, 10, 99].map((position) => recent.since(position))).toEqual([
    undefined,
    ['a', 'b', 'a'],
    ['a'],
    ['a'],
    [],
    [],
  ]);
});

it('forgets the oldest, never a part of a commit that it claims to know', () => {
  const recent = new RecentChanges(0);
  // Three records a commit.
  for (let position = 1; position <= 40_000; position++)
    for (const id of ['a', 'b', 'c']) recent.add(position, `${id}${position}`);
  const { oldest } = recent;
  expect(oldest).toBeLessThan(40_000 - 5_000);
  expect(oldest).toBeGreaterThan(40_000 - 11_000);
  expect(recent.since(oldest - 1)).toBeUndefined();
  expect(recent.since(oldest)).toHaveLength(3 * (40_000 - oldest));
});

it('a store keeps them from when they are asked for', async () => {
  const store = createMemoryStore();
  const [one, two] = [makeId('003', 1), makeId('003', 2)];
  const put = (id: string) => store.append({ changes: [{ kind: 'put', record: { id, type: 'Contact', fields: {} } }] });
  await put(one);
  const { recentChanges } = store;
  await put(two);
  await store.append({ changes: [{ kind: 'counter', name: 'x', value: 1 }] });
  await store.append({ changes: [{ kind: 'delete', id: one }] });
  expect(recentChanges.since(1)).toEqual([two, one]);
  expect(recentChanges.since(2)).toEqual([one]);
  expect(recentChanges.since(0)).toBeUndefined();
  expect(store.recentChanges).toBe(recentChanges);
  await store.close();
});
