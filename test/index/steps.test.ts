import { expect, it } from 'vitest';
import { contactScenarios } from '../../bench/invented/contact-scenarios.js';
import { createMemoryIndex } from '../../src/index/memory-index.js';
import type { MemoryIndexOptions } from '../../src/index/options.js';
import { Unfinished } from '../../src/index/unfinished.js';
import { drawQuery, drawScenarios, drawValues } from './cases.js';
import { Oracle, shape } from './oracle.js';
import { freshSeed, Random } from './random.js';

const CASES = 150;
const QUERIES = 6;

it('a search in steps equals a score of every record as it is when the search ends, whatever changes between the steps', () => {
  const seed = freshSeed('steps');
  let steps = 0;
  let inSteps = 0;
  let hits = 0;
  for (let n = 0; n < CASES; n++) {
    const random = new Random(seed + n);
    const { scenarios, vocabulary } = drawScenarios(random, 1 + random.below(4));
    const index = createMemoryIndex({ scenarios, options: { atOnce: random.pick([1, 2, 5]) } });
    const oracle = new Oracle();
    const ids: string[] = [];
    const change = () => {
      const kind = random.below(10);
      if (ids.length > 0 && kind === 0) {
        const id = random.pick(ids);
        index.delete(id);
        oracle.records.delete(id);
        return;
      }
      const isNew = ids.length === 0 || kind >= 3;
      const id = isNew ? `003${String(ids.length + 1).padStart(6, '0')}` : random.pick(ids);
      if (isNew) ids.push(id);
      const values = drawValues(random, vocabulary, 0.1);
      index.put(id, values);
      oracle.records.set(id, values);
    };
    for (let i = 0; i < 40; i++) change();
    const changes = random.pick([0, 0.1, 0.5]);
    for (let q = 0; q < QUERIES; q++) {
      const query = drawQuery(random, scenarios, drawValues(random, vocabulary, 0.1));
      let answer = index.attempt(query);
      if (answer instanceof Unfinished) inSteps++;
      for (let attempts = 1; answer instanceof Unfinished; attempts++) {
        expect(attempts, `seed ${seed + n}, query ${q}`).toBeLessThan(40);
        do {
          steps++;
          if (random.chance(changes)) change();
          // Another search may come between, and find out the same.
          if (random.chance(0.05)) index.search(query);
        } while (answer.steps.next().done !== true);
        answer = index.attempt(query);
      }
      expect(shape(answer), `seed ${seed + n}, query ${q}`).toEqual(shape(oracle.search(query)));
      expect(shape(index.search(query))).toEqual(shape(answer));
      hits += answer.matches.length;
    }
  }
  console.log(`steps: ${inSteps} searches in ${steps} steps, ${hits} hits`);
  expect(inSteps).toBeGreaterThan(CASES);
  expect(hits).toBeGreaterThan(CASES);
});

it('a value with few others to be compared with is searched for at once, one with many in steps', () => {
  const scenarios = contactScenarios();
  const values = (i: number) => ({ FirstName: 'Ann', LastName: `Moor${'aeiou'[i % 5]!}${'bcdfg'[i % 7] ?? ''}` });
  const of = (options: MemoryIndexOptions) => {
    const index = createMemoryIndex({ scenarios, options });
    for (let i = 0; i < 35; i++) index.put(`003${String(i).padStart(6, '0')}`, values(i));
    return index;
  };
  const query = { values: values(3), scenarios, rule: 'search', limit: 100 } as const;
  const whole = of({}).attempt(query);
  expect(whole).toEqual(of({}).search(query));
  expect(of({ atOnce: 5 }).attempt(query)).toBeInstanceOf(Unfinished);
  expect(of({ atOnce: 5, memoBytes: 0 }).attempt(query), 'without a memory steps lead to nothing').toEqual(whole);
});
