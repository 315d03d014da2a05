import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { createMemoryIndex } from '../../src/index/memory-index.js';
import { CompositionGenerator } from '../../src/index/retrieval/composition-generator.js';
import { SimilarValues } from '../../src/index/retrieval/similar-values.js';
import { SimilarValueList } from '../../src/index/retrieval/similar-value-list.js';
import { LongSearch } from '../../src/runtime/long-search.js';
import { createMethods } from '../../src/matching/methods/create-methods.js';
import type { Scenario } from '../../src/matching/scenario.js';
import { idOf } from './cases.js';

function neighbours(pairs: readonly (readonly [id: number, similarity: number])[]): SimilarValueList {
  const found = new SimilarValueList();
  for (const [id, similarity] of pairs) found.add(id, similarity);
  return found;
}

const similarity = fc.constantFrom(1, 4_999, 5_000, 8_600, 9_000, 9_500, 9_999, 10_000);
const batches = fc.array(fc.array(fc.tuple(fc.boolean(), similarity), { maxLength: 40 }), { maxLength: 8 });

it('a similarValues that takes in what came since is the one that is made of all at once', () => {
  fc.assert(
    fc.property(batches, (drawn) => {
      const grown = new SimilarValues('x', 0);
      const all: [number, number][] = [];
      let last = 0;
      drawn.forEach((batch, n) => {
        const since: [number, number][] = [];
        for (const [isNeighbour, each] of batch) if (++last && isNeighbour) since.push([last, each]);
        all.push(...since);
        if (n === 0) grown.complement(neighbours(since), last);
        else grown.extend(neighbours(since), last);
      });
      if (drawn.length === 0) return;
      const whole = new SimilarValues('x', 0);
      whole.complement(neighbours(all), last);
      expect([...grown.ids]).toEqual([...whole.ids]);
      expect([...grown.similarities]).toEqual([...whole.similarities]);
      expect(grown.levelEnds).toEqual(whole.levelEnds);
      expect(grown.upTo).toBe(whole.upTo);
      for (const [id, each] of all) expect(grown.known(id)).toBe(each);
    }),
  );
});

const fullName = createMethods().get('fullName')!;
const scenario: Scenario = {
  id: 's',
  name: 'S',
  object: 'Thing',
  threshold: 6_000,
  usage: [],
  minimumOverlap: 0,
  fields: [{ fields: ['First', 'Last'], label: 'First+Last', method: fullName, weight: 1, blank: 'mismatch' as const }],
  totalWeight: 1,
};

/** Creates names that all start with the same first name. */
function filled(records: number, comparisonsPerStep: number) {
  const index = createMemoryIndex({ scenarios: [scenario], options: { comparisonsPerStep } });
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  let last = 0;
  const add = () => {
    const n = ++last;
    const name = [n % 26, (n / 26) % 26, (n / 676) % 26].map((at) => letters[Math.floor(at)]!).join('');
    index.put(idOf(n), { First: 'James', Last: `q${name}x` });
  };
  for (let i = 0; i < records; i++) add();
  const query = { values: { First: 'James' }, scenarios: [scenario], rule: 'search', limit: 10 } as const;
  return { index, add, query };
}

it('a name that thousands have is not looked for among all of them again for each that comes', () => {
  const { index, add, query } = filled(2_000, 600);
  index.search(query);
  const walks = vi.spyOn(CompositionGenerator.prototype, 'candidates');
  for (let i = 0; i < 20; i++) {
    for (let n = 0; n < 30; n++) add();
    index.search(query);
  }
  expect(walks).not.toHaveBeenCalled();
  walks.mockRestore();
});

it('very many that have come since are compared in steps', () => {
  const { index, add, query } = filled(4_000, 50);
  index.search(query);
  for (let n = 0; n < 200; n++) add();
  const answer = index.attempt(query);
  expect(answer).toBeInstanceOf(LongSearch);
  let steps = 0;
  while ((answer as LongSearch).steps.next().done !== true) steps++;
  expect(steps).toBe(3);
  expect(index.attempt(query)).toEqual(index.search(query));
});
