import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMethods } from '../../src/matching/methods/create-methods.js';
import { PARTS, combineOdds, leastMatchWeight, posteriorParts, type ScoreModel } from '../../src/matching/model.js';
import type { Scenario } from '../../src/matching/scenario.js';
import { scorePair, shownScore, weighPair, type FieldScore } from '../../src/matching/score.js';
import { draws } from '../support/draws.js';

const methods = createMethods();
const model: ScoreModel = {
  prior: -8_000,
  fields: [
    {
      levels: [
        { from: 10_000, matchWeight: 6_000, adjusted: 1_000 },
        { from: 8_500, matchWeight: 5_000, adjusted: 500 },
        { from: 0, matchWeight: -2_000, adjusted: 0 },
      ],
      frequencies: { listed: new Map([['smith', -3_000]]), others: 1_000 },
    },
    {
      levels: [
        { from: 10_000, matchWeight: 9_000, adjusted: 0 },
        { from: 0, matchWeight: -1_000, adjusted: 0 },
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
  minimumOverlap: 4_000,
  totalWeight: 2_000,
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
  return { shown: shownScore(num, den), isDuplicate, weights: fields.map((field) => field.matchWeight) };
};

describe('the score of a probabilistic scenario is 100 x posterior', () => {
  it('adds the match weights of the levels to the prior', () => {
    expect(score(['jones', 'a'], ['jones', 'a'])).toEqual({
      shown: percent(-8 + 7 + 9),
      isDuplicate: true,
      weights: [7_000, 9_000],
    });
    expect(score(['jones', 'a'], ['kowalski', 'b']).weights).toEqual([-2_000, -1_000]);
  });

  it('agreement on a common value says less', () => {
    expect(score(['smith', 'a'], ['smith', 'b'])).toEqual({
      shown: percent(-8 + 3 - 1),
      isDuplicate: false,
      weights: [3_000, -1_000],
    });
  });

  it('of two different values the commoner one counts, in the share of the level', () => {
    expect(score(['smith', ''], ['smyth', '']).weights).toEqual([5_000 - 1_500, 0]);
    expect(score(['smyth', ''], ['smith', '']).weights).toEqual([5_000 - 1_500, 0]);
  });

  it('blank on either side is neutral, whatever the blank rule and minimumEvidence', () => {
    expect(score(['', 'a'], ['jones', 'a'])).toEqual({ shown: percent(1), isDuplicate: true, weights: [0, 9_000] });
    expect(score(['jones', 'a'], ['', 'a']).shown).toBe(percent(1));
  });

  it('blanks tell what was learned of them between two records, but not against classes that are blank alike', () => {
    const [name, email] = model.fields;
    const blanks = [500, -4_000, 3_000] as const;
    const alike = { name: 'household', prior: -20_000, matchWeights: [null, null], isBlankAlike: true };
    const between = (a: string[], b: string[], nonMatches: ScoreModel['nonMatches'] = []) => {
      const of = { ...scenario, model: { ...model, fields: [{ ...name!, blanks }, email!], nonMatches } };
      return (['dedupe', 'search'] as const).map((rule) => scorePair(of, a, b, rule).num);
    };
    const posterior = (bits: number) => posteriorParts(1_000 * bits);
    expect(between(['jones', 'a'], ['jones', 'a'])).toEqual([posterior(-8 + 7 + 0.5 + 9), posterior(-8 + 7 + 9)]);
    expect(between(['jones', 'a'], ['', 'a'])).toEqual([posterior(-8 - 4 + 9), posterior(-8 + 9)]);
    expect(between(['', 'a'], ['jones', 'a'])).toEqual([posterior(-8 - 4 + 9), posterior(-8 + 9)]);
    expect(between(['', 'a'], ['', 'a'])).toEqual([posterior(-8 + 3 + 9), posterior(-8 + 9)]);
    const against = posteriorParts(combineOdds(-8_000 + 3_000 + 9_000, -20_000 + 9_000));
    expect(between(['', 'a'], ['', 'a'], [alike])[0]).toBe(against);
  });

  it('nothing sent: score 0', () => {
    expect(score(['', ''], ['jones', 'a'])).toEqual({ shown: 0, isDuplicate: false, weights: [0, 0] });
  });

  it('an upsert needs something but a name that speaks for it, however little; a search does not', () => {
    const [name, email] = scenario.fields;
    const fields = [{ ...name!, isNameOrPlace: true as const }, email!];
    const saying = (matchWeight: number): Scenario => {
      const levels = [{ from: 0, matchWeight, adjusted: 0 }];
      return { ...scenario, fields, model: { ...model, prior: 50_000, fields: [model.fields[0]!, { levels }] } };
    };
    const isFound = (matchWeight: number, rule: 'search' | 'upsert') =>
      scorePair(saying(matchWeight), ['jones', 'a'], ['jones', 'a'], rule);
    expect(isFound(1, 'upsert')).toMatchObject({ den: PARTS, isDuplicate: true });
    expect(isFound(0, 'upsert')).toEqual({ num: 0, den: PARTS, isDuplicate: false });
    expect(isFound(0, 'search')).toMatchObject({ isDuplicate: true });
  });

  it('shows for each field what was compared, at which level, and what the frequency of the values did', () => {
    const fields: FieldScore[] = [];
    scorePair(scenario, ['smith', ''], ['smith', 'a'], 'search', undefined, fields);
    expect(fields).toEqual([
      {
        ...{ searched: 'smith', stored: 'smith', similarity: 10_000, counted: true, level: 0 },
        ...{ adjustment: -3_000, matchWeight: 3_000 },
      },
      { searched: '', stored: 'a', similarity: 0, counted: false, matchWeight: 0 },
    ]);
  });

  it('the parts of a match weight add up to its total: prior, fields and what each non-match class takes', () => {
    const nonMatches = [
      { name: 'household', prior: 3_000, matchWeights: [[0, 0, 0], null] },
      { name: 'namesake', prior: 2_000, matchWeights: [null, [-500, 0]] },
    ];
    const weight = weighPair(scenario, { ...model, nonMatches }, ['jones', 'a'], ['jones', 'a'], 'search');
    const fields = weight.fields.reduce((sum, { matchWeight = 0 }) => sum + matchWeight, 0);
    const effects = weight.nonMatches.map(({ effect }) => effect);
    expect([weight.prior, fields]).toEqual([-8_000, 16_000]);
    expect(weight.nonMatches.map(({ name }) => name)).toEqual(['household', 'namesake']);
    expect(Math.max(...effects)).toBeLessThan(0);
    expect(weight.prior + fields + effects[0]! + effects[1]!).toBe(weight.total);
    expect(weight.total).toBe(combineOdds(combineOdds(8_000, 3_000 + 9_000), 2_000 + 7_000 - 500));
  });

  it('a match must be likelier than each non-match class', () => {
    const household = { name: 'household', prior: 0, matchWeights: [[0, 0, 0], null] };
    const withHousehold = { ...scenario, model: { ...model, prior: 40_000, nonMatches: [household] } };
    // Nearly certain compared with a random pair. Compared with a household, only the e-mail address is evidence.
    expect(score(['jones', 'a'], ['jones', 'b'], withHousehold).shown).toBe(percent(-1));
    expect(score(['jones', 'a'], ['jones', 'a'], withHousehold).shown).toBe(percent(9));
  });
});

const weight = fc.integer({ min: -80_000, max: 80_000 });

describe('the arithmetic of match weights', () => {
  it('posteriors never fall as the match weight rises, and stay within 0 and 10,000', () => {
    fc.assert(
      fc.property(weight, fc.nat(2_000), (from, more) => {
        expect(posteriorParts(from + more)).toBeGreaterThanOrEqual(posteriorParts(from));
        expect(posteriorParts(from)).toBeGreaterThanOrEqual(0);
        expect(posteriorParts(from)).toBeLessThanOrEqual(10_000 * PARTS);
      }),
      { numRuns: draws(2_000), examples: [[55_204, 637]] },
    );
    expect(posteriorParts(0)).toBe(5_000 * PARTS);
  });

  it('the least match weight for a score reaches it, and one thousandth of a bit less does not', () => {
    fc.assert(
      fc.property(fc.integer({ min: -30_000, max: 15_000 }), (bits) => {
        const num = posteriorParts(bits);
        const least = leastMatchWeight(num, PARTS);
        expect(least).toBeLessThanOrEqual(bits);
        expect(posteriorParts(least)).toBe(num);
        if (num > 0) expect(posteriorParts(least - 1)).toBeLessThan(num);
      }),
    );
    expect(leastMatchWeight(0, 1)).toBe(-Infinity);
    expect(leastMatchWeight(10_001, 1)).toBe(Infinity);
  });

  it('the match weight against two classes is below both and never falls as either rises', () => {
    fc.assert(
      fc.property(weight, weight, fc.nat(3_000), (a, b, more) => {
        expect(combineOdds(a, b)).toBeLessThanOrEqual(Math.min(a, b));
        expect(combineOdds(a, b)).toBe(combineOdds(b, a));
        expect(combineOdds(a + more, b)).toBeGreaterThanOrEqual(combineOdds(a, b));
      }),
      { numRuns: draws(2_000) },
    );
  });
});
