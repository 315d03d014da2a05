import type { Match } from '../index/candidate-index.js';
import { shownScore } from '../matching/score.js';
import type { Scenario } from '../matching/scenario.js';
import { inShownOrder } from './duplicates.js';

/** What stands behind a scenario's score: its name and Id. */
const named = new WeakMap<Scenario, string>();

/** The members `score` and `scenarioScores` of a search result, as JSON text. */
export function scoreText(scenarios: readonly Scenario[], match: Match): string {
  let list = '';
  for (const i of inShownOrder(scenarios, match)) {
    const { num, den } = match.scenarioScores[i]!;
    list += `${list === '' ? '{' : ',{'}"scenarioScore":${shownScore(num, den)}${nameOf(scenarios[i]!)}`;
  }
  return `"score":${shownScore(match.num, match.den)},"scenarioScores":[${list}]`;
}

function nameOf(scenario: Scenario): string {
  let text = named.get(scenario);
  if (text === undefined) {
    text = `,"scenarioName":${JSON.stringify(scenario.name)},"scenarioId":${JSON.stringify(scenario.id)}}`;
    named.set(scenario, text);
  }
  return text;
}
