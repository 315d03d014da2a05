import { expect, it } from 'vitest';
import type { CandidateQuery } from '../../src/index/candidate-index.js';
import { createMemoryIndex } from '../../src/index/memory-index.js';
import { draws } from '../support/draws.js';
import { drawQuery, drawScenarios, drawValues, idOf } from './cases.js';
import { toItsEnd } from './conformance.js';
import { freshSeed, Random } from './random.js';
import { ScanIndex, shape } from './scan-index.js';

const CASES = draws(100);
const QUERIES = 6;
/** The vocabularies have about ten words, so about a hundred records share a value. */
const RECORDS = 1_500;

it('levels of hundreds of records, many more than are checked at once: what scoring every record gives, in one go and in steps', async () => {
  const seed = freshSeed('long levels');
  const counts = { searches: 0, ofModels: 0, overLimit: 0 };
  for (let n = 0; n < CASES; n++) {
    const random = new Random(seed + n);
    const { scenarios, vocabulary } = drawScenarios(random, 3);
    const indexes = [{}, { rowsPerStep: 40 }].map((options) => createMemoryIndex({ scenarios, options }));
    const oracle = new ScanIndex(scenarios);
    for (let i = 1; i <= RECORDS; i++) {
      const values = drawValues(random, vocabulary, 0.2);
      for (const index of [...indexes, oracle]) index.put(idOf(i), values);
    }
    for (let q = 0; q < QUERIES; q++) {
      const query: CandidateQuery = drawQuery(random, scenarios, drawValues(random, vocabulary, 0.1));
      const expected = shape(oracle.search(query));
      const what = `seed ${seed + n}, query ${q}`;
      expect(shape(indexes[0]!.search(query)), what).toEqual(expected);
      expect(shape(await toItsEnd(indexes[1]!, query)), `${what}, in steps`).toEqual(expected);
      counts.searches++;
      if (query.scenarios.some(({ model }) => model)) counts.ofModels++;
      if ((expected as unknown[]).length >= query.limit) counts.overLimit++;
    }
  }
  console.log('long levels:', JSON.stringify(counts));
  expect(counts.ofModels).toBeGreaterThan(counts.searches / 4);
  expect(counts.overLimit).toBeGreaterThan(counts.searches / 10);
});
