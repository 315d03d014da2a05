import { expect, it } from 'vitest';
import { createMemoryIndex, type MemoryIndex } from '../../src/index/memory-index.js';
import { compactInBackground } from '../../src/service/open.js';
import { caller, insert, openService, searchIds } from './open-service.js';

const turn = () => new Promise((resolve) => setImmediate(resolve));
const rows = 2_000;

it('a renewal that has begun comes to its end though nothing changes any more, some rows in a turn of the event loop', async () => {
  const index = createMemoryIndex({ scenarios: [] });
  for (let n = 0; n < rows; n++) index.put(`003${String(n).padStart(6, '0')}`, {});
  for (let n = 0; n < rows; n += 2) index.delete(`003${String(n).padStart(6, '0')}`);
  compactInBackground(index, () => false);
  index.compact();
  let turns = 0;
  for (; index.lastRow > rows / 2; turns++) await turn();
  expect(turns).toBeGreaterThan(rows / 100);
  expect(index.statistics().records).toBe(rows / 2);
});

it('of a deleted record the index keeps the place while its deletion can be undone, and no longer', async () => {
  const indexes: MemoryIndex[] = [];
  const likeness = await openService({ indexes });
  const email = (n: number) => `person${n}@example.org`;
  const ids: string[] = [];
  for (let n = 0; n < 6; n++) ids.push(await insert(likeness, 'Contact', { LastName: 'Okafor', Email: email(n) }));
  for (const n of [1, 2, 4]) await likeness.deleteRecord('Contact', ids[n]!, caller);
  await likeness.erase(ids[4]!, caller);
  const index = indexes.find(({ lastRow }) => lastRow > 0)!;
  index.compact();
  while (index.compactFurther(1));
  expect(index.lastRow).toBe(5);
  const { records } = await likeness.history(ids[1]!, { page: 1, pageSize: 1 });
  await likeness.undo(records[0]!.id, caller);
  expect(await searchIds(likeness, '003', { Email: email(1) })).toEqual([ids[1]]);
  expect(await searchIds(likeness, '003', { LastName: 'Okafor' }, { maxResults: 10 })).toEqual(
    [0, 1, 3, 5].map((n) => ids[n]),
  );
  expect(await likeness.checkConsistency({ sample: 10 })).toEqual([]);
});
