import type { Match } from '../../matching/score-record.js';
import { shownScore } from '../../matching/score.js';
import type { Scenario } from '../../matching/scenario.js';

/** The JSON that follows a scenario's score, with the scenario's name and Id. */
const named = new WeakMap<Scenario, string>();

/** Returns the members `score` and `scenarioScores` of a search result as JSON. */
export function scoreJson(scenarios: readonly Scenario[], match: Match): string {
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

/** Returns indexes of the scenarios, sorted by unrounded score, highest first, then by Id. */
export function inShownOrder(scenarios: readonly Scenario[], { scenarioScores }: Match): number[] {
  const order: number[] = [];
  for (let i = 0; i < scenarios.length; i++) {
    const score = ratio(scenarioScores[i]!);
    let at = i;
    for (; at > 0; at--) {
      const before = order[at - 1]!;
      const difference = score - ratio(scenarioScores[before]!);
      if (difference < 0 || (difference === 0 && scenarios[before]!.id < scenarios[i]!.id)) break;
      order[at] = before;
    }
    order[at] = i;
  }
  return order;
}

function ratio({ num, den }: { num: number; den: number }): number {
  return den === 0 ? 0 : num / den;
}
