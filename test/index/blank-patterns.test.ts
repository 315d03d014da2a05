import { expect, it } from 'vitest';
import { BlankPatterns } from '../../src/index/blank-patterns.js';
import { createMemoryIndex } from '../../src/index/memory-index.js';
import { drawScenarios, drawValues } from './cases.js';
import { freshSeed, Random } from './random.js';

it('whatever a row finds has a pattern that the row reaches', () => {
  const seed = freshSeed('blank patterns');
  let found = 0;
  let unreached = 0;
  for (let n = 0; n < 60; n++) {
    const random = new Random(seed + n);
    const { scenarios, vocabulary } = drawScenarios(random, 1 + random.below(3));
    const index = createMemoryIndex({ scenarios });
    const values = Array.from({ length: 30 }, () => drawValues(random, vocabulary, 0.4));
    values.forEach((each, i) => index.put(String(i + 1).padStart(4, '0'), each));
    const plans = scenarios.map(({ fields }) => fields.map((field) => index.featureOf(field)));
    const patterns = new BlankPatterns(index, scenarios, plans);
    values.forEach((each, i) => {
      const reached = patterns.reachedBy(patterns.ofRow[i + 1]!);
      const { matches } = index.search({ values: each, scenarios, rule: 'dedupe', limit: Infinity });
      for (const { id } of matches) expect(reached[patterns.ofRow[Number(id)]!], `seed ${seed + n}`).toBe(1);
      found += matches.length;
      unreached += reached.filter((one) => one === 0).length;
    });
    for (let row = 1; row <= 30; row++)
      for (let other = 1; other <= 30; other++) {
        const filled = (at: number) => plans.flat().map(({ column }) => column.get(at) !== 0);
        const isEqual = patterns.ofRow[row] === patterns.ofRow[other];
        expect(isEqual).toBe(filled(row).join() === filled(other).join());
      }
  }
  expect(found).toBeGreaterThan(500);
  expect(unreached).toBeGreaterThan(500);
});
