import { expect, it, vi } from 'vitest';
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
    // Some dozens may have grown past what was counted for them.
    if (i % 500 === 0) expect(memo.bytes).toBeLessThan(1.2 * capacity);
  }
});

it('the memo counts a neighbourhood again only after it was used, however many it holds', () => {
  const memo = new NeighbourMemo(64 << 20);
  const counted = vi.spyOn(Neighbourhood.prototype, 'bytes', 'get');
  const all = Array.from({ length: 5_000 }, (_, i) => new Neighbourhood(`name ${i}`, 0));
  for (const each of all) memo.set(each);
  const before = memo.bytes;
  counted.mockClear();
  memo.get('name 7')!.remember(1, 0);
  expect(memo.bytes).toBeGreaterThan(before);
  for (let i = 0; i < 1_000; i++) memo.get('name 7');
  expect(counted.mock.calls.length).toBeLessThanOrEqual(1_001);
  counted.mockRestore();
  expect(memo.bytes).toBe(all.reduce((sum, each) => sum + each.bytes, 0));
});

it('a memo of no bytes remembers nothing', () => {
  const memo = new NeighbourMemo(0);
  memo.set(new Neighbourhood('smith', 1));
  expect(memo.get('smith')).toBeUndefined();
  expect(memo.bytes).toBe(0);
});
