import { expect, it } from 'vitest';
import { duplicatePairs, type DuplicatePair } from '../../src/index/join/self-join.js';
import { createMemoryIndex } from '../../src/index/memory-index.js';
import type { FieldTexts } from '../../src/matching/field-texts.js';
import { drawScenarios, drawValues, idOf } from './cases.js';
import { RecordedScan } from './scan-index.js';
import { freshSeed, Random } from './random.js';

it('pairs of dedupe: a pair when either direction is a duplicate, its score the higher, each once', () => {
  const seed = freshSeed('dedupe');
  let pairs = 0;
  let oneSided = 0;
  for (let n = 0; n < 120; n++) {
    const random = new Random(seed + n);
    const { scenarios, vocabulary } = drawScenarios(random, 1 + random.below(3));
    const index = createMemoryIndex({ scenarios });
    const oracle = new RecordedScan(scenarios);
    for (let i = 1; i <= 30; i++) {
      const id = idOf(i);
      const values = drawValues(random, vocabulary, 0.3);
      index.put(id, values);
      oracle.put(id, values);
      if (random.chance(0.1)) {
        index.delete(id);
        oracle.delete(id);
      }
    }
    const expected = new Map<string, number>();
    const directions = new Map<string, number>();
    for (const [id, values] of oracle.records) {
      const query = {
        values,
        scenarios,
        rule: 'dedupe' as const,
        limit: Infinity,
        accept: (other: string) => other !== id,
      };
      for (const match of oracle.search(query).matches) {
        const pair = [id, match.id].sort().join(' ');
        expected.set(pair, Math.max(expected.get(pair) ?? 0, match.num / match.den));
        directions.set(pair, (directions.get(pair) ?? 0) + 1);
      }
    }
    const found = [...duplicatePairs(index, { scenarios })];
    expect(table(found), `seed ${seed + n}`).toEqual(Object.fromEntries([...expected].sort()));
    expect(found).toHaveLength(expected.size);
    pairs += expected.size;
    oneSided += [...directions.values()].filter((count) => count === 1).length;
  }
  console.log(`dedupe: ${pairs} pairs, ${oneSided} of them found from one side only`);
  expect(pairs).toBeGreaterThan(500);
  expect(oneSided).toBeGreaterThan(20);
});

it('progress tells how many rows of all are done', () => {
  const { scenarios, vocabulary } = drawScenarios(new Random(1), 1);
  const index = createMemoryIndex({ scenarios });
  const blank: FieldTexts = {};
  for (let i = 1; i <= 2_500; i++) index.put(idOf(i), blank);
  expect(vocabulary.size).toBeGreaterThan(0);
  const reports: [number, number][] = [];
  expect([...duplicatePairs(index, { scenarios, progress: (done, total) => reports.push([done, total]) })]).toEqual([]);
  expect(reports).toEqual([
    [1_000, 2_500],
    [2_000, 2_500],
    [2_500, 2_500],
  ]);
});

function table(pairs: readonly DuplicatePair[]): Record<string, number> {
  return Object.fromEntries(pairs.map(({ id1, id2, num, den }) => [`${id1} ${id2}`, num / den] as const).sort());
}
