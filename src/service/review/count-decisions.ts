import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ClientDecisions, DecisionCounts, DecisionCountsQuery, Verdicts } from './review-types.js';
import { chosenDecisions } from './decisions-page.js';
import type { ReviewParts } from './review.js';

/** Decisions looked at between two turns of the event loop: a fraction of a millisecond. */
const A_TURN = 2_000;
/** Clients and days that are told apart; the numbers over all of them go on. */
const MOST_CLIENTS = 1_000;
const MOST_DAYS = 400;

const none = (): Verdicts => ({ duplicate: 0, notDuplicate: 0, later: 0 });
const sum = ({ duplicate, notDuplicate, later }: Verdicts): number => duplicate + notDuplicate + later;

/** @throws RequestError 400 */
export async function countDecisions(parts: ReviewParts, query: DecisionCountsQuery): Promise<DecisionCounts> {
  const counts = none();
  const clients = new Map<string, ClientDecisions>();
  const { since, isWanted } = chosenDecisions(parts, query);
  let looked = 0;
  for (const decision of parts.store.reviewDecisions()) {
    if (decision.time < since) break;
    if (isWanted(decision)) {
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
    if (++looked % A_TURN === 0) await nextTurn();
  }
  return { ...counts, clients: [...clients.values()].sort((a, b) => sum(b) - sum(a)) };
}

/** Decisions come newest first, so the day is the last one or the next. */
function countDay(days: ClientDecisions['days'], day: string): void {
  const last = days.at(-1);
  if (last?.day === day) last.decisions += 1;
  else if (days.length < MOST_DAYS) days.push({ day, decisions: 1 });
}
