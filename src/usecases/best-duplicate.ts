import { inShownOrder } from '../results/score-json.js';
import type { Match } from '../matching/score-record.js';
import { shownScore } from '../matching/score.js';
import type { Scenario } from '../matching/scenario.js';
import type { ObjectType } from '../records/object-type.js';
import type { FieldValues, StoredRecord } from '../records/record.js';
import type { SuspectedPair } from '../store/record-view.js';
import type { Transaction } from '../transactions/transaction.js';
import type { SearchTexts } from './search-texts.js';
import type { DecisionSteps } from '../runtime/decision-quota.js';

export interface BestMatch {
  readonly match: Match;
  readonly record: StoredRecord;
}

/**
 * The best duplicate of submitted values among all records decided so far: highest score; tie: latest modified; tie:
 * lowest Id.
 *
 * @param accept whether a record may be matched
 */
export function* bestDuplicate(
  transaction: Transaction,
  texts: SearchTexts,
  type: ObjectType,
  values: Readonly<FieldValues>,
  scenarios: readonly Scenario[],
  accept: (id: string) => boolean,
): DecisionSteps<BestMatch | undefined> {
  if (scenarios.length === 0) return undefined;
  const { matches } = yield* transaction.find(type.name, {
    values: texts.of(type, values),
    scenarios,
    rule: 'upsert',
    limit: 1,
    withTies: true,
    accept,
  });
  let best: BestMatch | undefined;
  // Matches come in Id order within a score, so a later one must be strictly newer to win.
  for (const match of matches) {
    // Tens of thousands may tie.
    if (best !== undefined) yield;
    const record = transaction.get(match.id);
    if (record !== undefined && (best === undefined || modified(record) > modified(best.record)))
      best = { match, record };
  }
  return best;
}

function modified(record: StoredRecord): string {
  const time = record.fields['LastModifiedDate'];
  return typeof time === 'string' ? time : '';
}

/**
 * Whether the match meets the request's extra bar, compared unrounded.
 *
 * @param duplicateScore percent; 0 is no extra bar
 */
export function meetsDuplicateScore(match: Match, duplicateScore: number): boolean {
  // Rounded, because 1.1 * 100 is 110.00000000000001: a score of just 1.1 % meets a bar of 1.1.
  const bar = Math.round(duplicateScore * 1e8) / 1e6;
  return match.num >= bar * match.den;
}

/** What is remembered of a match that is a duplicate under a scenario but falls short of the request's bar. */
export function suspectedPair(
  id: string,
  createdId: string,
  type: ObjectType,
  scenarios: readonly Scenario[],
  { match }: BestMatch,
  time: string,
): SuspectedPair {
  return {
    id,
    objectType: type.name,
    createdId,
    matchedId: match.id,
    score: shownScore(match.num, match.den),
    scenarioScores: shownScenarioScores(scenarios, match),
    time,
  };
}

/**
 * The scenario whose score is the match's: the highest among those that made the pair a duplicate; tie: the lowest Id.
 */
export function decidingScenario(scenarios: readonly Scenario[], match: Match): Scenario | undefined {
  let deciding: Scenario | undefined;
  scenarios.forEach((scenario, i) => {
    const { num, den, isDuplicate } = match.scenarioScores[i]!;
    if (!isDuplicate || num * match.den !== match.num * den) return;
    if (deciding === undefined || scenario.id < deciding.id) deciding = scenario;
  });
  return deciding;
}

/** Every applied scenario with its shown score, in the order of `inShownOrder`. */
export function shownScenarioScores(scenarios: readonly Scenario[], match: Match): SuspectedPair['scenarioScores'] {
  return inShownOrder(scenarios, match).map((i) => {
    const { num, den } = match.scenarioScores[i]!;
    const { id, name } = scenarios[i]!;
    return { scenarioScore: shownScore(num, den), scenarioName: name, scenarioId: id };
  });
}
