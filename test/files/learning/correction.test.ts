import { expect, it } from 'vitest';
import { fitCorrection, foreseenOf } from '../../../src/files/learning/correction.js';
import { Posteriors } from '../../../src/files/learning/expectation-maximisation.js';
import type { JudgedSample } from '../../../src/files/learning/judged-pairs.js';
import type { Parameters } from '../../../src/files/learning/parameters.js';
import { Random } from '../../../src/files/learning/random.js';
import { believed, FIELDS } from './believed.js';

/** Pairs for which one model is undecided, with answers according to another model. */
function answersBy(truth: Parameters, asking: Parameters, count: number, seed: number): JudgedSample {
  const random = new Random(seed);
  const levels: number[] = [];
  const isSame: boolean[] = [];
  while (isSame.length < count) {
    const drawn = Int32Array.from({ length: FIELDS }, () => (random.next() < 0.5 ? 0 : 1));
    const one = { count: 1, fields: FIELDS, levels: drawn, adjustments: new Int32Array(FIELDS) };
    const sample = { ...one, rowEnds: new Int32Array(0), possible: 1 } as never;
    const doubt = new Posteriors(asking, sample).of(0);
    if (doubt < 0.02 || doubt > 0.98) continue;
    levels.push(...drawn);
    isSame.push(random.next() < new Posteriors(truth, sample).of(0));
  }
  const pairs = { count, fields: FIELDS, levels: Int32Array.from(levels), adjustments: new Int32Array(count * FIELDS) };
  return { pairs: pairs as never, isSame };
}

const seeds = Array.from({ length: 20 }, (_, seed) => seed + 1);

it('answers that bear the model out change nothing, however many fields could be fitted to them', () => {
  const model = believed(1e-4);
  for (const count of [20, 50]) {
    const corrected = seeds.filter((seed) => fitCorrection(model, answersBy(model, model, count, seed)) !== undefined);
    expect(corrected.length).toBeLessThanOrEqual(seeds.length / 10);
  }
});

it('answers that refute the model correct it, and others are foreseen by it then', () => {
  const model = believed(1e-4);
  const truth = believed(1e-4 / 2 ** 6);
  for (const seed of seeds) {
    const correction = fitCorrection(model, answersBy(truth, model, 50, seed));
    expect(correction?.bits).toBeLessThan(0);
    const others = answersBy(truth, model, 200, seed + 1_000);
    expect(foreseenOf({ ...model, correction }, others)).toBeGreaterThan(foreseenOf(model, others));
  }
});
