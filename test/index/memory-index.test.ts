import { expect, it } from 'vitest';
import { createMemoryIndex } from '../../src/index/memory-index.js';
import type { MemoryIndexOptions } from '../../src/index/index-options.js';
import { scenarioOf, idOf } from './cases.js';
import { letters, near } from './toy-methods.js';

const scenario = scenarioOf(
  [
    [['A'], letters],
    [['B'], near, 'ignore'],
  ],
  7_500,
  4_000,
);
const everything = { values: { A: 'ab' }, scenarios: [scenario], rule: 'search' as const, limit: Infinity };

function filled(records: number, options: MemoryIndexOptions = {}) {
  const index = createMemoryIndex({ scenarios: [scenario], options });
  for (let i = 1; i <= records; i++) index.put(idOf(i), { A: 'ab', B: String(i) });
  return index;
}

it('a new Id that is not the largest is refused, and leaves nothing behind', () => {
  const index = filled(5);
  expect(() => index.put('003000000', { A: 'ab' })).toThrow(/ascending order, but '003000000' follows '003000005'/);
  expect(index.statistics().records).toBe(5);
  expect(index.search(everything).matches).toHaveLength(5);
});

it('a scenario that the index was not made for is refused with the field and the method', () => {
  const foreign = { ...scenario, fields: [{ ...scenario.fields[0]!, fields: ['C'], label: 'C' }] };
  expect(() => filled(1).search({ ...everything, scenarios: [foreign] })).toThrow(
    /no column for C with method letters/,
  );
});

it('the guard against hostile blocks cuts a search short and says so; without it nothing is cut', () => {
  const guarded = filled(500, { maxPostings: 100 }).search(everything);
  expect(guarded).toMatchObject({ postingsScanned: 100, incomplete: true });
  expect(guarded.matches).toHaveLength(100);
  const compared = filled(500, { maxPostings: 100, similarValues: 'lazy' }).search({
    ...everything,
    values: { A: 'ab', B: '7' },
  });
  expect(compared, 'comparisons do not make it earlier').toMatchObject({ postingsScanned: 100, incomplete: true });
  const whole = filled(500).search(everything);
  expect(whole.incomplete).toBe(false);
  expect(whole.matches).toHaveLength(500);
});

it('one value on all records: the first hundred by Id are found without looking at the rest', () => {
  const answer = filled(20_000).search({ ...everything, limit: 100 });
  expect(answer.matches.map((match) => match.id)).toEqual(Array.from({ length: 100 }, (_, i) => idOf(i + 1)));
  // Rows are checked in batches, each twice as large as the previous batch.
  expect(answer.postingsScanned).toBeLessThan(2 * 100);
});

it('a filter is asked for matches only, and for no more than it takes to fill the answer', () => {
  const index = filled(1_000);
  const asked: string[] = [];
  const answer = index.search({
    ...everything,
    limit: 10,
    accept: (each) => (asked.push(each), Number(each.slice(3)) % 2 === 0),
  });
  expect(answer.matches).toHaveLength(10);
  expect(asked).toEqual(Array.from({ length: 20 }, (_, i) => idOf(i + 1)));
});

it('statistics count records, values and bytes; a deleted record leaves no posting behind', () => {
  const index = filled(50);
  expect(index.statistics()).toMatchObject({ records: 50, values: 51, flexsearchBytes: 0 });
  expect(index.statistics().bytes).toBeGreaterThan(1_000);
  for (let i = 1; i <= 50; i++) index.delete(idOf(i));
  index.delete(idOf(7));
  index.delete('003999999');
  expect(index.statistics().records).toBe(0);
  expect(index.search(everything)).toEqual({ matches: [], postingsScanned: 0, incomplete: false });
  index.put(idOf(3), { A: 'ab' });
  expect(index.search(everything).matches.map((match) => match.id)).toEqual([idOf(3)]);
});
