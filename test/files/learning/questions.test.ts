import { expect, it } from 'vitest';
import { questionsOf } from '../../../src/files/learning/questions.js';
import type { SampledPairs } from '../../../src/files/learning/sample.js';
import { believed, FIELDS } from './believed.js';

const MOST = 50;
const COMMON = [0, 0, 0, 0, 1, 1, 1, 1];

/** All patterns of agreement of four fields, with equal match probability in the model. */
const patterns = Array.from({ length: 2 ** FIELDS }, (_, bits) =>
  Array.from({ length: FIELDS }, (_, f) => (bits >> f) & 1),
).filter((levels) => levels.reduce((sum, level) => sum + level, 0) === FIELDS / 2);

/** Half of the pairs have the same pattern; the others cover all patterns. No row is in two pairs. */
function sampleOf(): SampledPairs {
  const rare = patterns
    .filter((levels) => levels.join() !== COMMON.join())
    .flatMap((levels) => [levels, levels, levels]);
  const levels = rare.flatMap((each) => [each, COMMON]);
  const count = levels.length;
  return {
    ...{ count, fields: FIELDS, possible: count },
    levels: Int8Array.from(levels.flat()),
    adjustments: new Int16Array(count * FIELDS),
    rowEnds: Int32Array.from({ length: count }, (_, i) => i + 1),
    rows: Int32Array.from({ length: count }, (_, i) => 2 * i + 1),
    others: Int32Array.from({ length: count }, (_, i) => 2 * i + 2),
  };
}

const isCommon = (sample: SampledPairs, row: number) =>
  sample.levels.subarray((row / 2) * FIELDS, (row / 2 + 1) * FIELDS).join() === COMMON.join();

it('asks about pairs that are as doubtful in the shares in which they are there, first ones and all', () => {
  const sample = sampleOf();
  for (const most of [10, MOST]) {
    let common = 0;
    let all = 0;
    for (let seed = 1; seed <= 40; seed++)
      for (const { a } of questionsOf(believed(0.1), sample, () => true, most, seed)) {
        common += isCommon(sample, a) ? 1 : 0;
        all++;
      }
    expect(all).toBe(40 * most);
    expect(common / all).toBeGreaterThan(0.42);
    expect(common / all).toBeLessThan(0.58);
  }
});

it('draws the same pairs by the same seed, others by another, and none that was asked about', () => {
  const sample = sampleOf();
  const first = questionsOf(believed(0.1), sample, () => true, MOST, 1);
  expect(questionsOf(believed(0.1), sample, () => true, MOST, 1)).toEqual(first);
  expect(questionsOf(believed(0.1), sample, () => true, MOST, 2)).not.toEqual(first);
  const asked = new Set(first.map(({ a }) => a));
  const next = questionsOf(believed(0.1), sample, (a) => !asked.has(a), MOST, 1);
  expect(next).toHaveLength(MOST);
  expect(next.filter(({ a }) => asked.has(a))).toEqual([]);
});
