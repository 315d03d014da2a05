import type { CandidateAnswer, CandidateQuery } from '../candidate-index.js';
import type { PartAnswer, PartQuery } from './index-part.js';

/** What a part searches its index for, to answer a question. */
export function searchOfPart({ except, ...asked }: PartQuery): CandidateQuery {
  const { values, scenarios, rule, limit, withTies } = asked;
  const query = { values, scenarios, rule, limit, withTies: withTies === true };
  if (except.length === 0) return query;
  const leftOut = new Set(except);
  return { ...query, accept: (id) => !leftOut.has(id) };
}

/**
 * @param position of the log that the part showed when it was searched
 * @param changed Ids of its records that changed between the asker's position and that one
 */
export function answerOfPart(
  { limit }: Pick<PartQuery, 'limit'>,
  answer: CandidateAnswer,
  position: number,
  changed: readonly string[],
): PartAnswer {
  return { ...answer, isAll: answer.matches.length < limit, position, changed };
}
