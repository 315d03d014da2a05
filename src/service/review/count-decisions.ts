import { Turns } from '../../runtime/turns.js';
import type { ClientDecisions, DecisionCounts, DecisionCountsQuery, Verdicts } from './review-types.js';
import { chosenDecisions, undoneBy } from './decisions-page.js';
import type { ReviewParts } from './review.js';

/** Clients and days listed separately; the totals include the others. */
const MOST_CLIENTS = 1_000;
const MOST_DAYS = 400;

const none = (): Verdicts => ({ duplicate: 0, notDuplicate: 0, later: 0 });
const sum = ({ duplicate, notDuplicate, later }: Verdicts): number => duplicate + notDuplicate + later;

/** @throws RequestError 400 */
export async function countDecisions(
  parts: ReviewParts,
  query: DecisionCountsQuery,
  turns = new Turns(),
): Promise<DecisionCounts> {
  const counts = none();
  const clients = new Map<string, ClientDecisions>();
  const { since, isWanted } = chosenDecisions(parts, query);
  for (const decision of parts.store.reviewDecisions()) {
    if (decision.time < since) break;
    // A merge that was undone is no longer a decision.
    if (isWanted(decision) && undoneBy(parts, decision) === null) {
      const { clientId, verdict, time } = decision;
      counts[verdict] += 1;
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
  return { ...counts, clients: [...clients.values()].sort((a, b) => sum(b) - sum(a)) };
}

/** Decisions are newest first, so the day is the current one or the next. */
function countDay(days: ClientDecisions['days'], day: string): void {
  const last = days.at(-1);
  if (last?.day === day) last.decisions += 1;
  else if (days.length < MOST_DAYS) days.push({ day, decisions: 1 });
}
