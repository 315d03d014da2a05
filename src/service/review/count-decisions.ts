import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DecisionCounts, DecisionCountsQuery } from './review-types.js';
import { chosenDecisions } from './decisions-page.js';
import type { ReviewParts } from './review.js';

/** Decisions looked at between two turns of the event loop: a fraction of a millisecond. */
const A_TURN = 2_000;

/** @throws RequestError 400 */
export async function countDecisions(parts: ReviewParts, query: DecisionCountsQuery): Promise<DecisionCounts> {
  const counts: DecisionCounts = { duplicate: 0, notDuplicate: 0, later: 0 };
  const { since, isWanted } = chosenDecisions(parts, query);
  let looked = 0;
  for (const decision of parts.store.reviewDecisions()) {
    if (decision.time < since) break;
    if (isWanted(decision)) counts[decision.verdict] += 1;
    if (++looked % A_TURN === 0) await nextTurn();
  }
  return counts;
}
