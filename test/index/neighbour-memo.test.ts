import { expect, it } from 'vitest';
import { NeighbourMemo } from '../../src/index/neighbour-memo.js';
import { Neighbourhood } from '../../src/index/neighbourhood.js';

it('the memo keeps to its bytes though what it remembers grows, and keeps what is used', () => {
  const capacity = 1 << 20;
  const memo = new NeighbourMemo(capacity);
  const common = new Neighbourhood('smith', 1);
  memo.set(common);
  for (let i = 1; i <= 20_000; i++) {
    const text = `name ${i % 3_000}`;
    let known = memo.get(text);
    if (!known) memo.set((known = new Neighbourhood(text, 0)));
    for (let id = 1; id <= 40; id++) known.remember(i * 40 + id, 0);
    expect(memo.get('smith')).toBe(common);
    // Between two counts a few hundred may have grown past what was counted for them.
    if (i % 500 === 0) expect(memo.bytes).toBeLessThan(2 * capacity);
  }
});

it('a memo of no bytes remembers nothing', () => {
  const memo = new NeighbourMemo(0);
  memo.set(new Neighbourhood('smith', 1));
  expect(memo.get('smith')).toBeUndefined();
  expect(memo.bytes).toBe(0);
});
