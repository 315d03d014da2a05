import { inShownOrder } from '../results/score-json.js';
import type { Match } from '../../matching/score-record.js';
import { shownScore } from '../../matching/score.js';
import type { OnDuplicate } from '../../records/on-duplicate.js';
import type { Scenario, ScenarioField } from '../../matching/scenario.js';
import type { ObjectType } from '../../records/object-type.js';
import type { FieldValues, StoredRecord } from '../../records/record.js';
import type { SuspectedPair } from '../../store/suspected-pairs.js';
import type { Transaction } from '../../store/transactions/transaction.js';
import type { SearchTexts } from '../search/search-texts.js';
import type { Contradiction, Party } from '../../matching/contradictions/contradiction.js';
import type { PairJudge } from './pair-judge.js';
import type { DecisionSteps } from '../../runtime/decision-quota.js';
import type { SharedValue } from '../../matching/grounds/agreement.js';
import { FULL } from '../../matching/method.js';

export interface BestMatch {
  readonly match: Match;
  readonly record: StoredRecord;
}

export interface RejectedMatch extends BestMatch {
  readonly contradictions: readonly Contradiction[];
}

export interface FoundDuplicates {
  /** The best match without contradictions and with enough evidence. */
  readonly best?: BestMatch;
  /** The best of all matches, if it differs from `best`. */
  readonly rejected?: RejectedMatch;
}

/** Number of additional matches requested initially, and the factor by which this number grows. */
const NEXT = 16;
const TIMES = 8;

/**
 * Finds the best duplicate of submitted values among all records decided so far: highest score, then latest modified,
 * then lowest Id. Skips any number of records with a contradiction or too little evidence, so that a father's record
 * does not hide the record of his son.
 * @param accept whether a record may be matched
 */
export function* bestDuplicate(
  transaction: Transaction,
  { texts, judge }: { readonly texts: SearchTexts; readonly judge: PairJudge },
  type: ObjectType,
  values: Readonly<FieldValues>,
  scenarios: readonly Scenario[],
  accept: (id: string) => boolean,
): DecisionSteps<FoundDuplicates> {
  if (scenarios.length === 0) return {};
  const query = {
    ...{ values: texts.of(type, values), scenarios, rule: 'upsert' as const },
    ...{ withTies: true, accept },
  };
  let sent: Party | undefined;
  let rejected: RejectedMatch | undefined;
  let judged = 0;
  for (let limit = 1; ; limit = limit === 1 ? NEXT : limit * TIMES) {
    const { matches } = yield* transaction.find(type.name, { ...query, limit });
    for (const tied of ties(matches.slice(judged))) {
      const candidates = yield* latestFirst(transaction, tied);
      for (const candidate of candidates) {
        sent ??= judge.party(type, values);
        const finding = scenarios.filter((_, i) => candidate.match.scenarioScores[i]!.isDuplicate);
        const stored = { id: candidate.record.id, party: judge.party(type, candidate.record.fields) };
        const opinion = yield* whyApart(transaction, judge, type, sent, stored, finding, scenarios);
        if (opinion === undefined) return { best: candidate, ...(rejected && { rejected }) };
        rejected ??= { ...candidate, contradictions: opinion };
        yield;
      }
    }
    if (matches.length < limit) return rejected === undefined ? {} : { rejected };
    judged = matches.length;
  }
}

function* ties(matches: readonly Match[]): Iterable<readonly Match[]> {
  for (let at = 0; at < matches.length;) {
    let end = at + 1;
    while (end < matches.length && matches[end]!.num * matches[at]!.den === matches[at]!.num * matches[end]!.den) end++;
    yield matches.slice(at, end);
    at = end;
  }
}

/** Sorts by modification time, latest first, then by Id. This is the order of matches with equal scores. */
function* latestFirst(transaction: Transaction, tied: readonly Match[]): DecisionSteps<BestMatch[]> {
  const found: BestMatch[] = [];
  for (const match of tied) {
    // Tens of thousands of matches may tie.
    if (found.length > 0) yield;
    const record = transaction.get(match.id);
    if (record !== undefined) found.push({ match, record });
  }
  return found.length < 2 ? found : found.sort((a, b) => compareTexts(modified(b.record), modified(a.record)));
}

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Returns the contradictions of a pair, an empty array if evidence is missing, or `undefined` for a duplicate. */
export function* whyApart(
  transaction: Transaction,
  judge: PairJudge,
  type: ObjectType,
  one: Party,
  stored: { readonly id: string; readonly party: Party },
  finding: readonly Scenario[],
  scenarios: readonly Scenario[],
): DecisionSteps<readonly Contradiction[] | undefined> {
  const { contradictions, grounds } = judge.opinion(type, one, stored.party, finding);
  if (grounds === undefined) return contradictions;
  if (grounds === 'enough') return undefined;
  if (grounds === 'none') return [];
  for (const value of grounds.unlessShared)
    if (!(yield* isShared(transaction, judge, type, stored, value, scenarios))) return undefined;
  return [];
}

function modified(record: StoredRecord): string {
  const time = record.fields['LastModifiedDate'];
  return typeof time === 'string' ? time : '';
}

/**
 * Returns whether the unrounded score of a match reaches the request's threshold. @param duplicateScore percent; 0 for
 * none
 */
export function meetsDuplicateScore(match: Match, duplicateScore: number): boolean {
  // Round, because 1.1 * 100 is 110.00000000000001, but a score of exactly 1.1% must reach 1.1.
  const bar = Math.round(duplicateScore * 1e8) / 1e6;
  return match.num >= bar * match.den;
}

/** Describes a match that is a duplicate in a scenario but below the request's threshold, contradicted, or weak. */
export function suspectedPair(
  id: string,
  createdId: string,
  type: ObjectType,
  scenarios: readonly Scenario[],
  { match, contradictions = [] }: BestMatch & Partial<RejectedMatch>,
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
    ...(contradictions.length > 0 && { contradictions }),
  };
}

/** Returns the scenario with the highest score among those that made the pair a duplicate (lowest Id on a tie). */
export function decidingScenario(scenarios: readonly Scenario[], match: Match): Scenario | undefined {
  let deciding: Scenario | undefined;
  scenarios.forEach((scenario, i) => {
    const { num, den, isDuplicate } = match.scenarioScores[i]!;
    if (!isDuplicate || num * match.den !== match.num * den) return;
    if (deciding === undefined || scenario.id < deciding.id) deciding = scenario;
  });
  return deciding;
}

/** Most careful first: stored values remain, rules decide, sent values overwrite. */
const BY_CARE = ['fillBlanks', 'rules', 'overwrite'] as const satisfies readonly OnDuplicate[];

/** Returns the most careful setting of the scenarios that make the pair a duplicate. */
export function mostCareful(scenarios: readonly Scenario[], match: Match): OnDuplicate {
  const finding = scenarios.filter((_, i) => match.scenarioScores[i]!.isDuplicate);
  const said = new Set(finding.map(({ onDuplicate = 'overwrite' }) => onDuplicate));
  return BY_CARE.find((how) => said.has(how)) ?? 'overwrite';
}

/** Returns all applied scenarios with their displayed scores, in the order of `inShownOrder`. */
function shownScenarioScores(scenarios: readonly Scenario[], match: Match): SuspectedPair['scenarioScores'] {
  return inShownOrder(scenarios, match).map((i) => {
    const { num, den } = match.scenarioScores[i]!;
    const { id, name } = scenarios[i]!;
    return { scenarioScore: shownScore(num, den), scenarioName: name, scenarioId: id };
  });
}

/** Maximum number of records with the same value. A more common value does not identify a person. */
const MOST_HOLDERS = 64;

/** Returns whether another person shares a value with the record, according to the stored records with this value. */
function* isShared(
  transaction: Transaction,
  judge: PairJudge,
  type: ObjectType,
  holder: { readonly id: string; readonly party: Party },
  value: SharedValue,
  scenarios: readonly Scenario[],
): DecisionSteps<boolean> {
  const scenario = scenarioOver(scenarios, value);
  if (scenario === undefined) return false;
  const { matches } = yield* transaction.find(type.name, {
    values: { [value.field]: value.text },
    scenarios: [scenario],
    rule: 'search',
    limit: MOST_HOLDERS + 1,
    accept: (id) => id !== holder.id,
  });
  if (matches.length > MOST_HOLDERS) return true;
  for (const { id } of matches) {
    yield;
    const record = transaction.get(id);
    if (record !== undefined && judge.areDifferent(type, holder.party, judge.party(type, record.fields))) return true;
  }
  return false;
}

function scenarioOver(scenarios: readonly Scenario[], { field, method }: SharedValue): Scenario | undefined {
  for (const scenario of scenarios) {
    const found = scenario.fields.find((each) => isOver(each, field, method));
    if (found === undefined) continue;
    const { id, name, object, usage } = scenario;
    return { id, name, object, usage, threshold: FULL, minimumOverlap: 0, fields: [found], totalWeight: found.weight };
  }
  return undefined;
}

function isOver({ fields, method }: ScenarioField, field: string, name: string): boolean {
  return fields.includes(field) && method.name === name;
}
