import type {
  Review,
  ClientDecisions,
  DecidedScore,
  DecisionCounts,
  DecisionCountsQuery,
  Verdicts,
} from './review-types.js';
import { decisionsPage, shownDecision, chosenDecisions, undoneBy } from './decisions-page.js';
import { decisionsSince, judgementsOf } from './judged-versions.js';
import { stageReview, stageRevocation, type ReviewParts } from './review.js';
import type { ServiceParts } from '../live-parts.js';
import type { Decide } from '../decisions.js';
import type { MergeService } from '../merge/merging.js';
import { Turns } from '../../runtime/turns.js';
import type { Scenario } from '../../matching/scenario.js';
import { explainTexts } from '../explain/explain.js';
import type { SearchParts } from '../search/search.js';
import type { ReviewDecision } from '../../store/review-decisions.js';

export function reviewing(
  parts: () => ServiceParts,
  inTransaction: Decide,
  merging: Pick<MergeService, 'references'>,
): Review {
  return {
    decide: async (input, caller) => {
      // Only a merge needs the references between records.
      const references = input.verdict === 'duplicate' ? await merging.references() : undefined;
      const now = parts().now();
      const decision = await inTransaction(caller, now, (transaction, current) =>
        stageReview(current, transaction, references, input, caller.clientId, now),
      );
      return shownDecision(parts(), decision);
    },
    decisions: (query) => decisionsPage(parts(), query),
    counts: (query, turns) => countDecisions(parts(), query, turns),
    judgements: (objectType) => judgementsOf(parts(), objectType),
    newest: () => {
      for (const { id } of parts().store.reviewDecisions()) return id;
      return '';
    },
    since: (objectType, after, most) => decisionsSince(parts(), objectType, after, most),
    revoke: async (decisionId, caller) => {
      const revoked = await inTransaction(caller, parts().now(), (transaction, current) =>
        stageRevocation(current, transaction, decisionId),
      );
      return shownDecision(parts(), revoked);
    },
  };
}

/** Maximum clients and days listed separately. The totals include all of them. */
const MOST_CLIENTS = 1_000;
const MOST_DAYS = 400;

const none = (): Verdicts => ({ duplicate: 0, notDuplicate: 0, later: 0 });
const sum = ({ duplicate, notDuplicate, later }: Verdicts): number => duplicate + notDuplicate + later;

/** Maximum number of decisions whose pairs are scored, newest first. */
const MOST_SCORED = 5_000;

/** @throws RequestError 400 */
async function countDecisions(
  parts: ReviewParts & Pick<SearchParts, 'scenarios'>,
  query: DecisionCountsQuery,
  turns = new Turns(),
): Promise<DecisionCounts> {
  const counts = none();
  const clients = new Map<string, ClientDecisions>();
  const { since, isWanted } = chosenDecisions(parts, query);
  const scores = new Map<number, DecidedScore>();
  const chosen = new Map<string, readonly Scenario[]>();
  let scored = 0;
  for (const decision of parts.store.reviewDecisions()) {
    if (decision.time < since) break;
    // A merge that was undone is no longer a decision.
    if (isWanted(decision) && undoneBy(parts, decision) === null) {
      const { clientId, verdict, time } = decision;
      counts[verdict] += 1;
      if (query.scores === true && verdict !== 'later' && scored < MOST_SCORED) {
        const { objectType } = decision;
        if (!chosen.has(objectType))
          chosen.set(objectType, parts.scenarios.choose(objectType, 'restSearch', undefined));
        const score = scoreOf(chosen.get(objectType)!, decision);
        if (score !== undefined) {
          scored += 1;
          const known = scores.get(score) ?? { score, duplicate: 0, notDuplicate: 0 };
          known[verdict] += 1;
          scores.set(score, known);
        }
      }
      let client = clients.get(clientId);
      if (client === undefined && clients.size < MOST_CLIENTS)
        clients.set(clientId, (client = { clientId, ...none(), days: [] }));
      if (client !== undefined) {
        client[verdict] += 1;
        countDay(client.days, time.slice(0, 'yyyy-mm-dd'.length));
      }
    }
    if (turns.isOver) await turns.next();
  }
  return {
    ...{ ...counts, clients: [...clients.values()].sort((a, b) => sum(b) - sum(a)) },
    ...(query.scores === true && { scores: [...scores.values()].sort((a, b) => a.score - b.score) }),
  };
}

function scoreOf(scenarios: readonly Scenario[], { records: [one, two, ...more] }: ReviewDecision): number | undefined {
  if (one === undefined || two === undefined || more.length > 0) return undefined;
  return explainTexts(scenarios, one.texts, two.texts).score;
}

/** Counts a decision. Decisions arrive newest first, so the day is the last day counted or an earlier day. */
function countDay(days: ClientDecisions['days'], day: string): void {
  const last = days.at(-1);
  if (last?.day === day) last.decisions += 1;
  else if (days.length < MOST_DAYS) days.push({ day, decisions: 1 });
}
