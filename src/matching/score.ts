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
 * Which minimum overlap applies. `dedupe` requires all of `minimumEvidence`. Under `dedupe`, which compares whole
 * records, a model may use blanks as evidence. `search` requires only the fields sent, unless the scenario requires
 * more. `upsert` also requires agreement in a field that is neither a person's name nor a place, so that it never
 * overwrites a different person with the same name. The rule is part of the score: if it were a filter after the
 * search, such a person could hide a true duplicate.
 */
export type OverlapRule = 'search' | 'dedupe' | 'upsert';

export interface FieldScore {
  readonly searched: string;
  readonly stored: string;
  readonly similarity: Similarity;
  /** Whether the denominator includes the weight. In a probabilistic scenario: whether both records have a value. */
  readonly counted: boolean;
  /** Position of the level, most similar first. Present in probabilistic scenarios if `counted`. */
  readonly level?: number;
  /** Match weight in thousandths of a bit. Present in probabilistic scenarios. */
  readonly matchWeight?: number;
  /** The part of `matchWeight` that is due to the frequency of the values. */
  readonly adjustment?: number;
}

/**
 * An exact fraction. The score in percent is `num / den / 100`, or 0 if `den` is 0. `num` is the sum of weight x
 * similarity, and `den` is the sum of the compared weights. Weights are in hundredths, similarities in ten-thousandths.
 * In a probabilistic scenario, `num` is the posterior x 10,000 x `PARTS`, and `den` is `PARTS`.
 */
export interface ScenarioScore {
  readonly num: number;
  readonly den: number;
  readonly isDuplicate: boolean;
}

/**
 * Scores a pair under a scenario. The index must return the same results as this function.
 * @param searched the query's normal form of each field; `''` if not sent or blank
 * @param stored the record's normal form of each field; `''` if blank
 * @param compare a comparator, which lets callers cache similarities
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

/** A match weight in thousandths of a bit. Prior, fields and classes of non-matches add up to `total`. */
interface PairWeight {
  readonly prior: number;
  readonly fields: readonly FieldScore[];
  /** Effect of each class of non-matches, at most 0, in the model's order. */
  readonly nonMatches: readonly { readonly name: string; readonly effect: number }[];
  readonly total: number;
}

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
    const one = levels[level]!.adjusted === 0 ? 0 : adjustmentOf(frequencies, a);
    const adjustment = a === b || levels[level]!.adjusted === 0 ? one : Math.min(one, adjustmentOf(frequencies, b));
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

/** Returns the minimum total weight of the compared fields, times 10,000. */
export function requiredOverlap(scenario: Scenario, sent: number, rule: OverlapRule): number {
  const needed = scenario.minimumOverlap * scenario.totalWeight;
  return rule === 'search' && scenario.asksSearches !== true ? Math.min(needed, sent * FULL) : needed;
}

export function compareNormalised(method: MatchMethod, a: string, b: string): Similarity {
  return a === b ? FULL : method.compare(method.prepare(a), method.prepare(b));
}

/** Returns the percentage, rounded down. The percentage reaches an integer threshold if and only if the score does. */
export function shownScore(num: number, den: number): number {
  return den === 0 ? 0 : Math.floor(num / (den * 100));
}
