import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMethods } from '../../src/matching/methods/create-methods.js';
import { PARTS, against, leastEvidence, posteriorParts, type ScoreModel } from '../../src/matching/model.js';
import type { Scenario } from '../../src/matching/scenario.js';
import { scorePair, shownScore, type FieldScore } from '../../src/matching/score.js';

const methods = createMethods();
const model: ScoreModel = {
  prior: -8_000,
  fields: [
    {
      levels: [
        { from: 10_000, evidence: 6_000, adjusted: 1_000 },
        { from: 8_500, evidence: 5_000, adjusted: 500 },
        { from: 0, evidence: -2_000, adjusted: 0 },
      ],
      frequencies: { listed: new Map([['smith', -3_000]]), others: 1_000 },
    },
    {
      levels: [
        { from: 10_000, evidence: 9_000, adjusted: 0 },
        { from: 0, evidence: -1_000, adjusted: 0 },
      ],
    },
  ],
};
const scenario: Scenario = {
  id: 's',
  name: 'S',
  object: 'Contact',
  threshold: 5_000,
  usage: [],
  minimumEvidence: 4_000,
  whole: 2_000,
  fields: [
    { fields: ['LastName'], label: 'LastName', method: methods.get('personName')!, weight: 1_000, blank: 'mismatch' },
    { fields: ['Email'], label: 'Email', method: methods.get('exact')!, weight: 1_000, blank: 'mismatch' },
  ],
  model,
};
const percent = (bits: number) => Math.floor(100 / (1 + 2 ** -bits));
const score = (a: string[], b: string[], of: Scenario = scenario) => {
  const fields: FieldScore[] = [];
  const { num, den, isDuplicate } = scorePair(of, a, b, 'upsert', undefined, fields);
  return { shown: shownScore(num, den), isDuplicate, evidence: fields.map((field) => field.evidence) };
};

describe('the score of a probabilistic scenario is 100 x posterior', () => {
  it('adds the evidence of the levels to the prior', () => {
    expect(score(['jones', 'a'], ['jones', 'a'])).toEqual({
      shown: percent(-8 + 7 + 9),
      isDuplicate: true,
      evidence: [7_000, 9_000],
    });
    expect(score(['jones', 'a'], ['kowalski', 'b']).evidence).toEqual([-2_000, -1_000]);
  });

  it('agreement on a common value says less', () => {
    expect(score(['smith', 'a'], ['smith', 'b'])).toEqual({
      shown: percent(-8 + 3 - 1),
      isDuplicate: false,
      evidence: [3_000, -1_000],
    });
  });

  it('of two different values the commoner one counts, in the share of the level', () => {
    expect(score(['smith', ''], ['smyth', '']).evidence).toEqual([5_000 - 1_500, 0]);
    expect(score(['smyth', ''], ['smith', '']).evidence).toEqual([5_000 - 1_500, 0]);
  });

  it('blank on either side is neutral, whatever the blank rule and minimumEvidence', () => {
    expect(score(['', 'a'], ['jones', 'a'])).toEqual({ shown: percent(1), isDuplicate: true, evidence: [0, 9_000] });
    expect(score(['jones', 'a'], ['', 'a']).shown).toBe(percent(1));
  });

  it('nothing sent: score 0', () => {
    expect(score(['', ''], ['jones', 'a'])).toEqual({ shown: 0, isDuplicate: false, evidence: [0, 0] });
  });

  it('a match must be likelier than each rival', () => {
    const household = { name: 'household', prior: 0, evidence: [[0, 0, 0], null] };
    const rivalled = { ...scenario, model: { ...model, prior: 40_000, rivals: [household] } };
    // Against chance nearly certain; against the household only the e-mail speaks.
    expect(score(['jones', 'a'], ['jones', 'b'], rivalled).shown).toBe(percent(-1));
    expect(score(['jones', 'a'], ['jones', 'a'], rivalled).shown).toBe(percent(9));
  });
});

const evidence = fc.integer({ min: -80_000, max: 80_000 });

describe('the arithmetic of evidence', () => {
  it('posteriors never fall as evidence rises, and stay within 0 and 10,000', () => {
    fc.assert(
      fc.property(evidence, fc.nat(2_000), (from, more) => {
        expect(posteriorParts(from + more)).toBeGreaterThanOrEqual(posteriorParts(from));
        expect(posteriorParts(from)).toBeGreaterThanOrEqual(0);
        expect(posteriorParts(from)).toBeLessThanOrEqual(10_000 * PARTS);
      }),
      { numRuns: 2_000, examples: [[55_204, 637]] },
    );
    expect(posteriorParts(0)).toBe(5_000 * PARTS);
  });

  it('the least evidence for a score reaches it, and one thousandth of a bit less does not', () => {
    fc.assert(
      fc.property(fc.integer({ min: -30_000, max: 15_000 }), (bits) => {
        const num = posteriorParts(bits);
        const least = leastEvidence(num, PARTS);
        expect(least).toBeLessThanOrEqual(bits);
        expect(posteriorParts(least)).toBe(num);
        if (num > 0) expect(posteriorParts(least - 1)).toBeLessThan(num);
      }),
    );
    expect(leastEvidence(0, 1)).toBe(-Infinity);
    expect(leastEvidence(10_001, 1)).toBe(Infinity);
  });

  it('evidence against two rivals is below both and never falls as either rises', () => {
    fc.assert(
      fc.property(evidence, evidence, fc.nat(3_000), (a, b, more) => {
        expect(against(a, b)).toBeLessThanOrEqual(Math.min(a, b));
        expect(against(a, b)).toBe(against(b, a));
        expect(against(a + more, b)).toBeGreaterThanOrEqual(against(a, b));
      }),
      { numRuns: 2_000 },
    );
  });
});
