import type { CandidateAnswer, CandidateQuery } from '../../index/candidate-index.js';
import type { StoredRecord } from '../../records/record.js';
import { NormalizedRecord } from '../../matching/normalized-record.js';
import { mergePortions } from '../../index/merge-portions.js';
import { compareMatches, scoreRecord, type Match } from '../../matching/score-record.js';

/**
 * Adds the matches among other records to a search result.
 * @param records Records that were not searched; `undefined` if one does not exist
 * @param formsOf returns the normal forms of a record's values
 */
export function mergeMatches(
  records: readonly (StoredRecord | undefined)[],
  answer: CandidateAnswer,
  query: CandidateQuery,
  formsOf: (record: StoredRecord) => NormalizedRecord,
): CandidateAnswer {
  let searched: NormalizedRecord | undefined;
  const matches: Match[] = [];
  for (const record of records) {
    if (record === undefined) continue;
    searched ??= new NormalizedRecord(query.values);
    const match = scoreRecord(record.id, query.scenarios, searched, formsOf(record), query.rule);
    if (match !== undefined && query.accept?.(record.id) !== false) matches.push(match);
  }
  if (matches.length === 0) return answer;
  const portions = [answer.matches, matches.sort(compareMatches)].map((of) => ({ matches: of, isAll: true }));
  return { ...answer, matches: mergePortions(portions, query).matches ?? [] };
}
