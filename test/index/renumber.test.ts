import { expect, it } from 'vitest';
import { ListPool } from '../../src/index/list-pool.js';
import { createMemoryIndex, MemoryIndex } from '../../src/index/memory-index.js';
import { renumber } from '../../src/index/renumber.js';
import { drawScenarios, drawValues } from './cases.js';
import { freshSeed, Random } from './random.js';

it('a packed pool holds the rows of each value, ascending, however long the lists are', () => {
  const random = new Random(freshSeed('packed pool'));
  // The first list needs a page of its own, many stand together, the last ones hold a row or none.
  const column = Int32Array.from({ length: 700_000 }, (_, row) =>
    row === 0 || random.chance(0.1) ? 0 : random.chance(0.5) ? 1 : 2 + random.below(row < 600_000 ? 3 : 50_000),
  );
  const expected = new Map<number, number[]>();
  column.forEach((value, row) => {
    if (value === 0) return;
    const rows = expected.get(value);
    if (rows) rows.push(row);
    else expected.set(value, [row]);
  });
  const { pool: image, heads } = ListPool.packed(column, 60_000);
  const pool = new ListPool(image);
  const wrong = Array.from(heads, (head, value) => ({ head, value })).filter(({ head, value }) => {
    const rows = pool.toArray(head);
    const right = expected.get(value) ?? [];
    return (
      rows.length !== right.length || pool.length(head) !== right.length || rows.some((row, i) => row !== right[i])
    );
  });
  expect(wrong).toEqual([]);
});

it('a renumbered index answers as the index that it is made of, for the rows that are left', () => {
  const seed = freshSeed('renumber');
  let found = 0;
  for (let n = 0; n < 40; n++) {
    const random = new Random(seed + n);
    const { scenarios, vocabulary } = drawScenarios(random, 1 + random.below(3));
    const index = createMemoryIndex({ scenarios });
    const rows: number[] = [];
    for (let row = 1; row <= 40; row++) {
      const id = `003${String(row).padStart(6, '0')}`;
      index.put(id, drawValues(random, vocabulary, 0.3));
      if (random.chance(0.2)) index.delete(id);
      else rows.splice(random.below(rows.length + 1), 0, row);
    }
    const image = renumber(index.image(), Int32Array.from(rows));
    const renumbered = new MemoryIndex(scenarios, index.options, image, true);
    for (let q = 0; q < 10; q++) {
      const query = {
        values: drawValues(random, vocabulary, 0.2),
        scenarios,
        rule: 'search' as const,
        limit: Infinity,
      };
      const expected = index.search(query).matches.map(({ id, num, den }) => ({ id, num, den }));
      const answer = renumbered.search(query).matches.map(({ id, num, den }) => {
        // A new row goes by the Id of the old row of its number.
        return { id: index.idOf(rows[Number(id.slice(3)) - 1]!), num, den };
      });
      expect(answer.sort(byId), `seed ${seed + n}`).toEqual(expected.sort(byId));
      found += answer.length;
    }
  }
  expect(found).toBeGreaterThan(300);
});

const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : 1);
