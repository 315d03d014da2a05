import type { KeptApart } from './preview.js';
import type { CandidateAnswer, CandidateQuery } from '../../index/candidate-index.js';
import type { Party } from '../../matching/contradictions/contradiction.js';
import type { Scenario } from '../../matching/scenario.js';
import type { ObjectType } from '../../records/object-type.js';
import type { StoredRecord } from '../../records/record.js';
import type { DecisionSteps } from '../../runtime/decision-quota.js';
import { searchInDecision } from '../../runtime/event-loop-scheduler.js';
import type { LongSearch } from '../../runtime/long-search.js';
import type { PairJudge } from '../upsert/pair-judge.js';
import type { SearchTexts } from '../search/search-texts.js';

const MOST_MATCHES = 50;

export interface KeptApartWork {
  readonly type: ObjectType;
  readonly scenarios: readonly Scenario[];
  readonly ids: Iterable<string>;
  readonly judge: PairJudge;
  readonly texts: SearchTexts;
  readonly get: (id: string) => StoredRecord | undefined;
  readonly attempt: (query: CandidateQuery, inSteps: boolean) => CandidateAnswer | LongSearch<CandidateAnswer>;
  readonly isTimeUp: () => boolean;
}

/** Counts the pairs of stored records that scenarios find, and how many of them contradictions would exclude. */
export function* countKeptApart(work: KeptApartWork): DecisionSteps<Omit<KeptApart, 'records'>> {
  const { type, scenarios, judge, texts, get } = work;
  // An empty object enables all kinds.
  const contradictions = {};
  const asked = scenarios.map((scenario): Scenario => ({ ...scenario, contradictions }));
  const seen = new Set<string>();
  const kinds = new Map<string, number>();
  const parties = new Map<string, Party>();
  const partyOf = (record: StoredRecord): Party => {
    let party = parties.get(record.id);
    if (party === undefined) {
      if (parties.size >= MOST_MATCHES) parties.clear();
      parties.set(record.id, (party = judge.party(type, record.fields)));
    }
    return party;
  };
  let [searched, contradicted, groundless] = [0, 0, 0];
  for (const id of work.ids) {
    yield;
    if (work.isTimeUp()) break;
    const record = get(id);
    if (record === undefined) continue;
    searched++;
    const values = texts.of(type, record.fields);
    const accept = (other: string): boolean => other !== id;
    const query = { values, scenarios, rule: 'upsert' as const, limit: MOST_MATCHES, accept };
    const { matches } = yield* searchInDecision((inSteps) => work.attempt(query, inSteps));
    for (const match of matches) {
      const key = id < match.id ? `${id} ${match.id}` : `${match.id} ${id}`;
      const other = get(match.id);
      if (other === undefined || seen.has(key)) continue;
      seen.add(key);
      yield;
      const finding = asked.filter((_, i) => match.scenarioScores[i]!.isDuplicate);
      const opinion = judge.opinion(type, partyOf(record), partyOf(other), finding);
      if (opinion.contradictions.length > 0) contradicted++;
      else if (opinion.grounds === 'none') groundless++;
      for (const kind of new Set(opinion.contradictions.map((each) => each.kind)))
        kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    }
  }
  return {
    objectType: type.name,
    scenarioIds: scenarios.map(({ id }) => id),
    ...{ searched, pairs: seen.size, contradicted, groundless },
    kinds: Object.fromEntries([...kinds].sort(([, a], [, b]) => b - a)),
  };
}
