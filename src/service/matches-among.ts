import type { CandidateAnswer, CandidateQuery, Match } from '../index/candidate-index.js';
import type { MaybePromise } from '../maybe-promise.js';
import type { StoredRecord } from '../records/record.js';
import { Forms, scoreForms } from './forms.js';
import { compareMatches } from './score-record.js';

/**
 * An answer with what matches among further records, too.
 *
 * @param records not among those that the answer was searched in; `undefined` for one that does not exist
 * @param formsOf normal forms of a record's texts
 */
export function withMatchesAmong(
  records: readonly (StoredRecord | undefined)[],
  answer: CandidateAnswer,
  query: CandidateQuery,
  formsOf: (record: StoredRecord) => Forms,
): CandidateAnswer {
  let searched: Forms | undefined;
  const matches: Match[] = [];
  for (const record of records) {
    if (record === undefined) continue;
    searched ??= new Forms(query.values);
    const match = scoreForms(record.id, query.scenarios, searched, formsOf(record), query.rule);
    if (match !== undefined && query.accept?.(record.id) !== false) matches.push(match);
  }
  if (matches.length === 0) return answer;
  const all = [...answer.matches, ...matches].sort(compareMatches);
  return { ...answer, matches: all.slice(0, Math.min(query.limit, all.length)) };
}

/** Whether nothing needs to be waited for. */
export function areAtHand<T>(values: readonly MaybePromise<T>[]): values is readonly T[] {
  for (const value of values) if (value instanceof Promise) return false;
  return true;
}
