import { FULL, type MatchMethod, type Similarity } from './method.js';
import {
  PARTS,
  combineOdds,
  adjustmentOf,
  adjustedWeight,
  blankWeight,
  levelAt,
  posteriorParts,
  type ScoreModel,
} from './model.js';
import type { Scenario } from './scenario.js';

/**
 * Which minimum overlap applies. `dedupe` asks for the whole `minimumEvidence`, `search` for no more than was sent,
 * unless the scenario asks searches for the whole, too.
 * `upsert` asks for the same as `dedupe`, and that a field agrees which is neither a person's name nor a place: nobody
 * is overwritten by a namesake. A rule of the score and not of the upsert, because a filter behind a search for the
 * best one would let a namesake hide a true duplicate. `dedupe` compares whole records, and a model may take what is
 * blank in them for evidence; what a search or an upsert does not send is unknown.
 */
export type OverlapRule = 'search' | 'dedupe' | 'upsert';

export interface FieldScore {
  readonly searched: string;
  readonly stored: string;
  readonly similarity: Similarity;
  /**
   * Whether the field's weight counts in the denominator; of a probabilistic scenario: whether both sides hold a value.
   */
  readonly counted: boolean;
  /** In a probabilistic scenario, where counted: position of the level, most similar first. */
  readonly level?: number;
  /** In a probabilistic scenario: the field's contribution, in thousandths of a bit. */
  readonly matchWeight?: number;
  /** The part of it that comes from how common the agreeing values are. */
  readonly adjustment?: number;
}

/**
 * A scenario score as an exact fraction: the score in percent is `num / den / 100` (0 when `den` is 0).
 * `num` is the sum of weight x similarity, `den` the sum of weights in play, both over hundredths of weight and
 * ten-thousandths of similarity, so `num / den` runs from 0 to 10,000. Of a probabilistic scenario `num` is the
 * posterior x 10,000 x `PARTS` and `den` is `PARTS`.
 */
export interface ScenarioScore {
  readonly num: number;
  readonly den: number;
  readonly isDuplicate: boolean;
}

/**
 * The reference: scores one pair under one scenario by the letter of the contract, knowing nothing of indexes.
 * Explanations are made of it, staged writes are compared by it, and the candidate index must equal it.
 *
 * @param searched normal forms of the query, one per scenario field, `''` for not sent or nothing comparable
 * @param stored normal forms of the record, likewise; `''` is blank
 * @param compare similarity of two normal forms; passed in so that a caller may remember results
 */
export function scorePair(
  scenario: Scenario,
  searched: readonly string[],
  stored: readonly string[],
  rule: OverlapRule,
  compare: (method: MatchMethod, a: string, b: string) => Similarity = compareNormalised,
  fieldScores?: FieldScore[],
): ScenarioScore {
  if (scenario.model) return scoreByModel(scenario, scenario.model, searched, stored, rule, compare, fieldScores);
  let num = 0;
  let den = 0;
  let compared = 0;
  let sent = 0;
  let rests = rule !== 'upsert';
  scenario.fields.forEach((field, i) => {
    const a = searched[i]!;
    const b = stored[i]!;
    let similarity = 0;
    let counted = false;
    if (a !== '') {
      sent += field.weight;
      if (b !== '') {
        similarity = compare(field.method, a, b);
        compared += field.weight;
        if (similarity > 0 && field.isNameOrPlace !== true) rests = true;
        counted = true;
      } else counted = field.blank === 'mismatch';
    }
    if (counted) {
      num += field.weight * similarity;
      den += field.weight;
    }
    fieldScores?.push({ searched: a, stored: b, similarity, counted });
  });
  const suffices = rests && compared * FULL >= requiredOverlap(scenario, sent, rule);
  if (den === 0 || !suffices) return { num: 0, den, isDuplicate: false };
  return { num, den, isDuplicate: num >= scenario.threshold * den };
}

function scoreByModel(
  scenario: Scenario,
  model: ScoreModel,
  searched: readonly string[],
  stored: readonly string[],
  rule: OverlapRule,
  compare: (method: MatchMethod, a: string, b: string) => Similarity,
  fieldScores?: FieldScore[],
): ScenarioScore {
  if (searched.every((text) => text === '')) {
    fieldScores?.push(...blankFields(searched, stored));
    return { num: 0, den: 0, isDuplicate: false };
  }
  const { fields, total } = weighPair(scenario, model, searched, stored, rule, compare);
  fieldScores?.push(...fields);
  const speaks = ({ matchWeight = 0 }: FieldScore, i: number) =>
    matchWeight > 0 && scenario.fields[i]!.isNameOrPlace !== true;
  if (rule === 'upsert' && !fields.some(speaks)) return { num: 0, den: PARTS, isDuplicate: false };
  const num = posteriorParts(total);
  return { num, den: PARTS, isDuplicate: num >= scenario.threshold * PARTS };
}

/**
 * A pair's match weight taken apart, in thousandths of a bit: prior, fields and non-match classes add up to the total,
 * whose posterior is the score.
 */
export interface PairWeight {
  readonly prior: number;
  readonly fields: readonly FieldScore[];
  /** Effect of each non-match class, 0 or below, in the model's order. */
  readonly nonMatches: readonly { readonly name: string; readonly effect: number }[];
  readonly total: number;
}

/** Parameters as of `scorePair`. */
export function weighPair(
  scenario: Scenario,
  model: ScoreModel,
  searched: readonly string[],
  stored: readonly string[],
  rule: OverlapRule,
  compare: (method: MatchMethod, a: string, b: string) => Similarity = compareNormalised,
): PairWeight {
  let total = model.prior;
  const nonMatches = model.nonMatches ?? [];
  const sums = nonMatches.map(({ prior }) => prior);
  const fields = blankFields(searched, stored).map((blank, i): FieldScore => {
    const { searched: a, stored: b } = blank;
    const blanks = (a === '' ? 1 : 0) + (b === '' ? 1 : 0);
    const byBlanks = rule === 'dedupe' ? blankWeight(model.fields[i]!, blanks) : 0;
    total += byBlanks;
    nonMatches.forEach(({ isBlankAlike }, r) => {
      if (isBlankAlike !== true) sums[r]! += byBlanks;
    });
    if (a === '' || b === '') return { ...blank, matchWeight: byBlanks };
    const { levels, frequencies } = model.fields[i]!;
    const similarity = compare(scenario.fields[i]!.method, a, b);
    const level = levelAt(levels, similarity);
    const adjustment = Math.min(adjustmentOf(frequencies, a), adjustmentOf(frequencies, b));
    const matchWeight = adjustedWeight(levels[level]!, adjustment);
    total += matchWeight;
    nonMatches.forEach(({ matchWeights }, r) => (sums[r]! += matchWeights[i]?.[level] ?? matchWeight));
    const adjusted = matchWeight - levels[level]!.matchWeight;
    return {
      ...{ searched: a, stored: b, similarity, counted: true, level, adjustment: adjusted },
      matchWeight: matchWeight + byBlanks,
    };
  });
  const effects = nonMatches.map(({ name }, r) => {
    const before = total;
    total = combineOdds(total, sums[r]!);
    return { name, effect: total - before };
  });
  return { prior: model.prior, fields, nonMatches: effects, total };
}

function blankFields(searched: readonly string[], stored: readonly string[]): FieldScore[] {
  return searched.map((a, i) => ({ searched: a, stored: stored[i]!, similarity: 0, counted: false, matchWeight: 0 }));
}

/** Least weight that must be compared, times 10,000 (integers throughout). */
export function requiredOverlap(scenario: Scenario, sent: number, rule: OverlapRule): number {
  const needed = scenario.minimumOverlap * scenario.totalWeight;
  return rule === 'search' && scenario.asksSearches !== true ? Math.min(needed, sent * FULL) : needed;
}

/** Compares two normal forms without remembering anything. */
export function compareNormalised(method: MatchMethod, a: string, b: string): Similarity {
  return a === b ? FULL : method.compare(method.prepare(a), method.prepare(b));
}

/**
 * The shown score: an integer percentage, rounded down, so that it meets a whole-number threshold exactly when the true
 * one does.
 */
export function shownScore(num: number, den: number): number {
  return den === 0 ? 0 : Math.floor(num / (den * 100));
}
