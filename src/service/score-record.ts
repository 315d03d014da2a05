import type { FieldTexts, Match } from '../index/candidate-index.js';
import { scorePair, type EvidenceRule, type ScenarioScore } from '../matching/score.js';
import type { Scenario, ScenarioField } from '../matching/scenario.js';

/** Normal forms of a record or query, one per field of the scenario; `''` where there is nothing comparable. */
export function normalForms(scenario: Scenario, texts: FieldTexts): string[] {
  return scenario.fields.map((field) => normalForm(field, texts));
}

export function normalForm({ fields, method }: ScenarioField, texts: FieldTexts): string {
  const raw = fields.map((field) => texts[field] ?? '');
  return raw.every((text) => text === '') ? '' : method.normalise(raw);
}

/** Scores one record by the reference; undefined when no scenario makes it a duplicate. */
export function scoreRecord(
  id: string,
  scenarios: readonly Scenario[],
  searched: readonly (readonly string[])[],
  stored: FieldTexts,
  rule: EvidenceRule,
): Match | undefined {
  const scenarioScores = scenarios.map((scenario, i) =>
    scorePair(scenario, searched[i]!, normalForms(scenario, stored), rule),
  );
  return bestMatch(id, scenarioScores);
}

/** The match that these scores make; undefined when none of them is a duplicate's. */
export function bestMatch(id: string, scenarioScores: readonly ScenarioScore[]): Match | undefined {
  const duplicates = scenarioScores.filter((score) => score.isDuplicate);
  if (duplicates.length === 0) return undefined;
  const best = duplicates.reduce((a, b) => (b.num / b.den > a.num / a.den ? b : a));
  return { id, num: best.num, den: best.den, scenarioScores };
}

/** Score descending, then Id ascending. */
export function compareMatches(a: Match, b: Match): number {
  const difference = b.num / b.den - a.num / a.den;
  if (difference !== 0) return difference;
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}
