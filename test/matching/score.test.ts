import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MatchMethod } from '../../src/matching/method.js';
import type { Scenario } from '../../src/matching/scenario.js';
import { scorePair, shownScore, type FieldScore, type OverlapRule } from '../../src/matching/score.js';

/** A field of a pair as in the contract. Weights and similarities are integers here. */
interface Told {
  readonly weight: number;
  /** Percent. */
  readonly similarity: number;
  readonly isSent: boolean;
  readonly isStored: boolean;
  readonly blank: 'mismatch' | 'ignore';
  readonly isNameOrPlace: boolean;
}

interface Pair {
  readonly fields: readonly Told[];
  /** Percent. */
  readonly threshold: number;
  /** Tenths. */
  readonly minimumEvidence: number;
  readonly asksSearches: boolean;
  readonly rule: OverlapRule;
}

const field = fc.record({
  weight: fc.integer({ min: 1, max: 10 }),
  similarity: fc.constantFrom(0, 0, 50, 75, 80, 99, 100, 100),
  isSent: fc.boolean(),
  isStored: fc.boolean(),
  blank: fc.constantFrom('mismatch' as const, 'ignore' as const),
  isNameOrPlace: fc.boolean(),
});
const pair: fc.Arbitrary<Pair> = fc.record({
  fields: fc.array(field, { minLength: 1, maxLength: 6 }),
  threshold: fc.constantFrom(0, 50, 75, 80, 100),
  minimumEvidence: fc.integer({ min: 0, max: 10 }),
  asksSearches: fc.boolean(),
  rule: fc.constantFrom('search' as const, 'dedupe' as const, 'upsert' as const),
});

/** The query text encodes the similarity, so the method does not matter. */
const method = {} as MatchMethod;
const compare = (_: MatchMethod, sent: string): number => Number(sent.slice(1)) * 100;

function scored({ fields, threshold, minimumEvidence, asksSearches, rule }: Pair, fieldScores?: FieldScore[]) {
  const scenario: Scenario = {
    ...{ id: 's', name: 's', object: 'Contact', usage: ['restSearch'], threshold: threshold * 100 },
    minimumOverlap: minimumEvidence * 1_000,
    ...(asksSearches && { asksSearches: true as const }),
    fields: fields.map(({ weight, blank, isNameOrPlace }) => ({
      ...{ fields: ['LastName'], label: 'LastName', method, weight: weight * 100, blank },
      ...(isNameOrPlace && { isNameOrPlace }),
    })),
    totalWeight: fields.reduce((sum, { weight }) => sum + weight * 100, 0),
  };
  const sent = fields.map(({ isSent, similarity }) => (isSent ? `s${similarity}` : ''));
  const stored = fields.map(({ isStored }) => (isStored ? 'x' : ''));
  return scorePair(scenario, sent, stored, rule, compare, fieldScores);
}

const weightOf = (fields: readonly Told[]): number => fields.reduce((sum, { weight }) => sum + weight, 0);

/** Applies the rules of the contract in order. The score is in percent, exact to ten-thousandths where possible. */
function byTheRules({ fields, threshold, minimumEvidence, asksSearches, rule }: Pair): {
  score: number;
  isDuplicate: boolean;
} {
  const none = { score: 0, isDuplicate: false };
  const sent = fields.filter(({ isSent }) => isSent);
  const compared = sent.filter(({ isStored }) => isStored);
  const counted = sent.filter(({ isStored, blank }) => isStored || blank === 'mismatch');
  if (counted.length === 0) return none;
  const whole = (minimumEvidence * weightOf(fields)) / 10;
  const asked = rule === 'search' && !asksSearches ? Math.min(whole, weightOf(sent)) : whole;
  if (weightOf(compared) < asked - 1e-9) return none;
  if (rule === 'upsert' && !compared.some(({ similarity, isNameOrPlace }) => similarity > 0 && !isNameOrPlace))
    return none;
  const sum = compared.reduce((total, { weight, similarity }) => total + weight * similarity, 0);
  return { score: sum / weightOf(counted), isDuplicate: sum >= threshold * weightOf(counted) };
}

describe('the score of a pair', () => {
  it('is 100 x the sum of weight x field score over the weights that count, by the rules of blanks and evidence', () => {
    let duplicates = 0;
    fc.assert(
      fc.property(pair, (told) => {
        const { num, den, isDuplicate } = scored(told);
        const expected = byTheRules(told);
        expect(den === 0 ? 0 : num / den / 100).toBeCloseTo(expected.score, 9);
        expect(isDuplicate).toBe(expected.isDuplicate);
        expect(shownScore(num, den)).toBe(Math.floor(expected.score + 1e-9));
        if (isDuplicate) duplicates++;
      }),
      { numRuns: 3_000 },
    );
    expect(duplicates).toBeGreaterThan(100);
  });

  it('shows for each field what was compared, how alike it was, and whether it counts', () => {
    fc.assert(
      fc.property(pair, (told) => {
        const fieldScores: FieldScore[] = [];
        const { num, den } = scored(told, fieldScores);
        expect(fieldScores).toEqual(
          told.fields.map(({ isSent, isStored, similarity, blank }) => ({
            searched: isSent ? `s${similarity}` : '',
            stored: isStored ? 'x' : '',
            similarity: isSent && isStored ? similarity * 100 : 0,
            counted: isSent && (isStored || blank === 'mismatch'),
          })),
        );
        const counted = told.fields.filter((_, i) => fieldScores[i]!.counted);
        expect(den).toBe(weightOf(counted) * 100);
        expect(num).toBeLessThanOrEqual(den * 10_000);
      }),
    );
  });

  it('meets its threshold, and the least evidence, where it is exactly that', () => {
    const told = { isSent: true, isStored: true, blank: 'mismatch' as const, isNameOrPlace: false };
    const half = [
      { ...told, weight: 1, similarity: 100 },
      { ...told, weight: 1, similarity: 50 },
    ];
    const at = (threshold: number, minimumEvidence: number, fields: readonly Told[]) =>
      scored({ fields, threshold, minimumEvidence, asksSearches: false, rule: 'dedupe' }).isDuplicate;
    expect([at(75, 0, half), at(76, 0, half)]).toEqual([true, false]);
    const oneBlank = [{ ...half[0]! }, { ...half[1]!, isStored: false, blank: 'ignore' as const }];
    expect([at(75, 5, oneBlank), at(75, 6, oneBlank)]).toEqual([true, false]);
  });

  it('is shown rounded down: 100 only where it is 100', () => {
    expect([shownScore(9_999 * 7, 7), shownScore(10_000 * 7, 7), shownScore(0, 0), shownScore(7_499, 1)]).toEqual([
      99, 100, 0, 74,
    ]);
  });
});
