import { expect, it } from 'vitest';
import { contactScenarios } from '../../bench/synthetic/contact-scenarios.js';
import type { CandidateAnswer } from '../../src/index/candidate-index.js';
import type { FieldTexts } from '../../src/matching/field-texts.js';
import { createMemoryIndex, type MemoryIndex } from '../../src/index/memory-index.js';
import type { MemoryIndexOptions } from '../../src/index/index-options.js';
import { LongSearch } from '../../src/runtime/long-search.js';
import { drawQuery, drawScenarios, drawValues, scenarioOf, idOf } from './cases.js';
import { RecordedScan, shape } from './scan-index.js';
import { freshSeed, Random } from './random.js';
import { letters, near } from './toy-methods.js';

const CASES = 100;
const QUERIES = 6;

function renewWhole(index: MemoryIndex): void {
  index.compact();
  while (index.compactFurther(100));
}

it('a search in steps equals a score of every record as it is when the search ends, whatever changes between the steps', () => {
  const seed = freshSeed('steps');
  let steps = 0;
  let inSteps = 0;
  let answered = 0;
  let hits = 0;
  for (let n = 0; n < CASES; n++) {
    const random = new Random(seed + n);
    const { scenarios, vocabulary } = drawScenarios(random, 1 + random.below(4));
    const options = { comparisonsPerStep: random.pick([1, 2, 5, 600]), rowsPerStep: random.pick([1, 2, 5, 3_000]) };
    const index = createMemoryIndex({ scenarios, options });
    const oracle = new RecordedScan(scenarios);
    const ids: string[] = [];
    /** Records that no search may return, because they are being changed. */
    const hidden = new Set<string>();
    const change = () => {
      const kind = random.below(10);
      const isNew = ids.length === 0 || kind >= 3;
      const id = isNew ? idOf(ids.length + 1) : random.pick(ids);
      if (random.chance(0.2)) hidden.add(id);
      if (!isNew && kind === 0) {
        index.delete(id);
        oracle.delete(id);
        return;
      }
      if (isNew) ids.push(id);
      const values = drawValues(random, vocabulary, 0.1);
      index.put(id, values);
      oracle.put(id, values);
    };
    for (let i = 0; i < 40; i++) change();
    const changes = random.pick([0, 0.1, 0.5]);
    const searches = random.pick([0.05, 0.3]);
    for (let q = 0; q < QUERIES; q++) {
      const query = drawQuery(random, scenarios, drawValues(random, vocabulary, 0.1));
      const accepts = (id: string) => query.accept?.(id) ?? true;
      /** Excludes records hidden at the start, and changed records that are hidden now. */
      const begin = () => {
        const before = new Set(hidden);
        const accept = (id: string) => !before.has(id) && accepts(id);
        return { ...query, accept, acceptChanged: (id: string) => !hidden.has(id) };
      };
      let answer = index.attempt(begin());
      if (answer instanceof LongSearch) inSteps++;
      for (let attempts = 1; answer instanceof LongSearch; attempts++) {
        const { steps: own } = answer;
        // Without a limit, the search could not catch up with a new record in each step.
        let most = 15;
        let step = own.next();
        for (; step.done !== true; step = own.next()) {
          steps++;
          if (random.chance(changes) && most-- > 0) change();
          // Another search may run in between and compute the same values, or a compaction may renumber all values.
          if (random.chance(searches)) index.search(query);
          if (random.chance(0.02) && most-- > 0) renewWhole(index);
        }
        if (step.value !== undefined) answered++;
        answer = step.value ?? (attempts < 40 ? index.attempt(begin()) : index.search(begin()));
      }
      const expected = oracle.search({ ...query, accept: (id) => !hidden.has(id) && accepts(id) });
      expect(shape(answer), `seed ${seed + n}, query ${q}`).toEqual(shape(expected));
      expect(shape(index.search(query))).toEqual(shape(oracle.search(query)));
      hits += answer.matches.length;
      hidden.clear();
    }
  }
  console.log(`steps: ${inSteps} searches in ${steps} steps, ${answered} answered by their last step, ${hits} hits`);
  expect(inSteps).toBeGreaterThan(CASES);
  expect(answered).toBeGreaterThan(CASES);
  expect(hits).toBeGreaterThan(CASES);
});

it('a value with few others to be compared with is searched for at once, one with many in steps', () => {
  const scenarios = contactScenarios();
  const values = (i: number) => ({ FirstName: 'Ann', LastName: `Moor${'aeiou'[i % 5]!}${'bcdfg'[i % 7] ?? ''}` });
  const of = (options: MemoryIndexOptions) => {
    const index = createMemoryIndex({ scenarios, options });
    for (let i = 0; i < 35; i++) index.put(idOf(i), values(i));
    return index;
  };
  const query = { values: values(3), scenarios, rule: 'search', limit: 100 } as const;
  const whole = of({}).attempt(query);
  expect(whole).toEqual(of({}).search(query));
  expect(of({ comparisonsPerStep: 5 }).attempt(query)).toBeInstanceOf(LongSearch);
  expect(of({ comparisonsPerStep: 5, cacheBytes: 0 }).attempt(query), 'without a memory steps lead to nothing').toEqual(
    whole,
  );
});

it('a search of many records is one of steps, and one of all the others is not held up by it', () => {
  const scenarios = contactScenarios();
  const index = createMemoryIndex({ scenarios, options: { rowsPerStep: 10 } });
  for (let i = 0; i < 55; i++) index.put(idOf(i), { FirstName: 'Ann', LastName: 'Moor' });
  const query = (limit: number) => ({
    values: { FirstName: 'Ann', LastName: 'Moor' },
    scenarios,
    rule: 'search' as const,
    limit,
  });
  const found = index.attempt(query(Infinity));
  if (!(found instanceof LongSearch)) throw new Error('in one go');
  const results = [];
  do results.push(found.steps.next());
  while (results.at(-1)?.done !== true);
  expect(results.length).toBeGreaterThan(4);
  expect(results.at(-1)!.value).toEqual(index.search(query(Infinity)));
  expect(index.attempt(query(1)), 'the first of equal ones, which is met first').not.toBeInstanceOf(LongSearch);
});

it('a comparison counts as much as several records: few records that all have to be compared are looked at in steps', () => {
  const fields = [
    [['A'], letters],
    [['B'], near],
  ] as const;
  const scenario = scenarioOf(fields, 7_500);
  const index = createMemoryIndex({ scenarios: [scenario], options: { rowsPerStep: 50, similarValues: 'lazy' } });
  for (let n = 1; n <= 40; n++) index.put(idOf(n), { A: 'ab', B: String(n) });
  const query = (values: FieldTexts) => ({ values, scenarios: [scenario], rule: 'search', limit: Infinity }) as const;
  for (let n = 0; n < 2; n++) expect(index.attempt(query({ A: 'ab' }))).not.toBeInstanceOf(LongSearch);
  expect(index.attempt(query({ A: 'ab', B: '7' }))).toBeInstanceOf(LongSearch);
});

it('a search in steps walks the neighbours that it began with, though others come to be known that are more similar than all of them', () => {
  const scenario = scenarioOf([[['A'], letters]], 3_000);
  const index = createMemoryIndex({ scenarios: [scenario], options: { rowsPerStep: 5 } });
  const put = (n: number, A: string) => index.put(idOf(n), { A });
  for (let n = 1; n <= 20; n++) put(n, 'ac');
  for (let n = 21; n <= 40; n++) put(n, 'bc');
  const query = { values: { A: 'ab' }, scenarios: [scenario], rule: 'search', limit: Infinity } as const;
  const found = index.attempt(query);
  if (!(found instanceof LongSearch)) throw new Error('in one go');
  put(41, 'ab');
  expect(index.search(query).matches).toHaveLength(41);
  let step = found.steps.next();
  while (step.done !== true) step = found.steps.next();
  expect((step.value as CandidateAnswer).matches).toEqual(index.search(query).matches);
});
