import { FULL, type MatchMethod, type Similarity } from './method.js';
import type { NormalizedRecord } from './normalized-record.js';
import { scorePair, type OverlapRule, type ScenarioScore } from './score.js';
import type { Scenario } from './scenario.js';

export interface Match {
  readonly id: string;
  /** The highest score of all scenarios that match is `num / den` (0 to 10,000). */
  readonly num: number;
  readonly den: number;
  readonly scenarioScores: readonly ScenarioScore[];
}

/** Scores a record with `scorePair`. Returns `undefined` if no scenario matches. */
export function scoreRecord(
  id: string,
  scenarios: readonly Scenario[],
  searched: NormalizedRecord,
  stored: NormalizedRecord,
  rule: OverlapRule,
): Match | undefined {
  const compare = (method: MatchMethod, a: string, b: string): Similarity =>
    a === b ? FULL : method.compare(searched.prepared(method, a), stored.prepared(method, b));
  return bestMatch(
    id,
    scenarios.map((scenario) =>
      scorePair(scenario, searched.normals(scenario), stored.normals(scenario), rule, compare),
    ),
  );
}

export function bestMatch(id: string, scenarioScores: readonly ScenarioScore[]): Match | undefined {
  const duplicates = scenarioScores.filter((score) => score.isDuplicate);
  if (duplicates.length === 0) return undefined;
  const best = duplicates.reduce((a, b) => (b.num * a.den > a.num * b.den ? b : a));
  return { id, num: best.num, den: best.den, scenarioScores };
}

/** Orders matches by descending score, then by ascending Id. */
export function compareMatches(a: Match, b: Match): number {
  const difference = b.num / b.den - a.num / a.den;
  if (difference !== 0) return difference;
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}
