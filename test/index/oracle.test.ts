import { expect, it } from 'vitest';
import { createMemoryIndex } from '../../src/index/memory-index.js';
import { drawQuery, drawScenarios, drawValues } from './cases.js';
import { Oracle, shape } from './oracle.js';
import { freshSeed, Random } from './random.js';

const CASES = 300;
const QUERIES = 6;

it('search equals a score of every record, over random records, scenarios, queries, updates and deletes', () => {
  const seed = freshSeed('oracle');
  let searches = 0;
  let withHits = 0;
  let overLimit = 0;
  for (let n = 0; n < CASES; n++) {
    const random = new Random(seed + n);
    const { scenarios, vocabulary } = drawScenarios(random, 1 + random.below(4));
    const index = createMemoryIndex({ scenarios });
    const oracle = new Oracle();
    const blanks = random.pick([0, 0.1, 0.3, 0.6]);
    let last = 0;
    const ids: string[] = [];
    const change = () => {
      const kind = random.below(10);
      if (ids.length > 0 && kind === 0) {
        const id = random.pick(ids);
        index.delete(id);
        oracle.records.delete(id);
        return;
      }
      const id = ids.length > 0 && kind < 3 ? random.pick(ids) : `003${String(++last).padStart(6, '0')}`;
      if (!ids.includes(id)) ids.push(id);
      const values = drawValues(random, vocabulary, blanks);
      index.put(id, values);
      oracle.records.set(id, values);
    };
    const step = random.pick([4, 15, 60]);
    for (let q = 0; q < QUERIES; q++) {
      for (let i = 0; i < step; i++) change();
      const existing = [...oracle.records.values()];
      const values =
        existing.length > 0 && random.chance(0.5) ? random.pick(existing) : drawValues(random, vocabulary, blanks);
      const query = drawQuery(random, scenarios, values);
      const expected = oracle.search(query);
      const answer = index.search(query);
      expect(shape(answer), `seed ${seed + n}, query ${q}`).toEqual(shape(expected));
      expect(answer.incomplete).toBe(false);
      searches++;
      if (expected.length > 0) withHits++;
      if (oracle.all(query).length > query.limit) overLimit++;
    }
  }
  console.log(`oracle: ${searches} searches, ${withHits} with hits, ${overLimit} with more hits than the limit`);
  expect(searches).toBeGreaterThanOrEqual(1_000);
  expect(withHits / searches).toBeGreaterThanOrEqual(0.5);
  expect(overLimit / searches).toBeGreaterThanOrEqual(0.1);
});
