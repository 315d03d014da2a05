import { expect, it, vi } from 'vitest';
import { SimilarValueCache } from '../../src/index/retrieval/similar-value-cache.js';
import { SimilarValues } from '../../src/index/retrieval/similar-values.js';
import { PlainField } from '../../src/index/values/plain-field.js';
import { LongSearch } from '../../src/runtime/long-search.js';
import { hashText } from '../../src/runtime/memory/hash.js';
import { createMethods } from '../../src/matching/methods/create-methods.js';

it('the memo keeps to its bytes though what it remembers grows, and keeps what is used', () => {
  const capacity = 1 << 20;
  const memo = new SimilarValueCache(capacity);
  const common = new SimilarValues('smith', 1);
  memo.set(common);
  for (let i = 1; i <= 20_000; i++) {
    const text = `name ${i % 3_000}`;
    let known = memo.get(text);
    if (!known) memo.set((known = new SimilarValues(text, 0)));
    for (let id = 1; id <= 40; id++) known.remember(i * 40 + id, 0);
    expect(memo.get('smith')).toBe(common);
    // A few dozen entries may have grown since they were counted.
    if (i % 500 === 0) expect(memo.bytes).toBeLessThan(1.2 * capacity);
  }
});

it('the memo counts a similarValues again only after it was used, however many it contains', () => {
  const memo = new SimilarValueCache(64 << 20);
  const counted = vi.spyOn(SimilarValues.prototype, 'bytes', 'get');
  const all = Array.from({ length: 5_000 }, (_, i) => new SimilarValues(`name ${i}`, 0));
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

it('what is offered is remembered when it is asked for a second time', () => {
  const memo = new SimilarValueCache(1 << 20);
  const hash = hashText('smith');
  memo.offer(new SimilarValues('smith', 1), hash);
  expect(memo.get('smith')).toBeUndefined();
  expect(memo.bytes).toBe(0);
  const second = new SimilarValues('smith', 1);
  memo.offer(second, hash);
  expect(memo.get('smith')).toBe(second);
  expect(memo.bytes).toBe(second.bytes);
});

it('what is compared with a new value in steps is found again, however little it is; what is compared at once only when it is asked for again', () => {
  const feature = new PlainField(['F'], createMethods().get('personName')!, 1 << 20);
  for (let row = 1; row <= 20; row++) feature.assign(row, `moor${'abcdefghijklmnopqrst'[row - 1]}`);
  const scanned = (text: string, comparisonsPerStep: number) => {
    const similarValues = feature.similarValues(text, 'when it comes again');
    try {
      feature.budget.within(comparisonsPerStep, () => feature.complete(similarValues));
    } catch (error) {
      if (!(error instanceof LongSearch)) throw error;
    }
    return feature.similarValues(text, 'when it comes again') === similarValues;
  };
  expect(scanned('moora', 5)).toBe(true);
  expect(scanned('moorb', 100)).toBe(false);
  expect(scanned('moorb', 100)).toBe(true);
  expect(feature.similarValues('moorc')).toBe(feature.similarValues('moorc'));
});

it('a memo of no bytes remembers nothing', () => {
  const memo = new SimilarValueCache(0);
  memo.set(new SimilarValues('smith', 1));
  expect(memo.get('smith')).toBeUndefined();
  expect(memo.bytes).toBe(0);
});
