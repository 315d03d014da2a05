import type { ResolvedOptions } from '../index-options.js';
import type { PlannedField } from './plan.js';
import type { QueryScenario } from './query-scenario.js';

/** Minimum postings of a long level. Cheaper levels that may raise the kth best score are scanned before long ones. */
const LONG_LEVEL = 2_000;
const MUCH_CHEAPER = 8;

/** Returns the next list to scan; -1 if the plan is complete. @param mayRaise whether the kth score can still rise */
export function nextLevel(
  lists: readonly PlannedField[],
  depths: readonly number[],
  scenarios: readonly QueryScenario[],
  planOrder: ResolvedOptions['planOrder'],
  mayRaise: boolean,
): number {
  let next = -1;
  let nextCost = 0;
  for (let i = 0; i < lists.length; i++) {
    const list = lists[i]!;
    if (list.depth >= depths[i]!) continue;
    const cost = list.cost(list.depth, list.depth + 1);
    if (next >= 0 && (planOrder === 'dearest' ? cost <= nextCost : cost >= nextCost)) continue;
    next = i;
    nextCost = cost;
  }
  return nextCost <= LONG_LEVEL || !mayRaise ? next : cheapBefore(lists, scenarios, next, nextCost);
}

/** Returns a cheap list outside the plan that may raise the kth best score, so that most of a long level is skipped. */
function cheapBefore(
  lists: readonly PlannedField[],
  scenarios: readonly QueryScenario[],
  long: number,
  cost: number,
): number {
  let next = long;
  let least = cost;
  for (let i = 0; i < lists.length; i++) {
    const list = lists[i]!;
    if (list.depth >= list.levels) continue;
    const own = list.cost(list.depth, list.depth + 1);
    if (own * MUCH_CHEAPER >= least || !scenarios.some((s) => s.possible && s.positions.includes(i))) continue;
    next = i;
    least = own;
  }
  return next;
}
