import { planDepths } from './plan.js';
import type { PlannedField } from './planned-field.js';
import type { QueryScenario } from './query-scenario.js';

/** Ceiling of a list whose similar values are not known. */
const UNKNOWN = 10_000;

export interface Planning {
  /**
   * Find the similar values of further values where that is cheaper than walking what the plan would walk without them.
   */
  readonly extend: boolean;
  readonly reversed: boolean;
}

/**
 * Looks for the similar values of no more of a query's values than a plan needs. A scenario can be planned as soon as
 * the fields whose similar values are not known cannot reach the threshold by themselves: mostly one field that weighs
 * enough will do, and a record found by it has its other values compared directly.
 *
 * @returns the plan, see `planDepths`; undefined where no similar values suffice, for a record without any could reach
 * a threshold
 */
export function planNeeded(
  lists: readonly PlannedField[],
  scenarios: readonly QueryScenario[],
  { extend, reversed }: Planning,
): number[] | undefined {
  const least = lists.map(() => 0);
  for (const scenario of scenarios) {
    if (scenario.marginBound(least) >= 0) return undefined;
    makePlannable(lists, scenario);
  }
  let depths = planDepths(lists, scenarios, reversed)!;
  while (extend) {
    const further = worthwhile(lists, scenarios, depths);
    if (!further) break;
    further.find();
    depths = planDepths(lists, scenarios, reversed)!;
  }
  return depths;
}

function makePlannable(lists: readonly PlannedField[], scenario: QueryScenario): void {
  const ceilings: number[] = [];
  for (let i = 0; i < lists.length; i++) ceilings.push(lists[i]!.complete ? 0 : UNKNOWN);
  if (scenario.marginBound(ceilings) < 0) return;
  const open: number[] = [];
  const sufficient: PlannedField[] = [];
  for (const i of scenario.byWeight) {
    if (ceilings[i] === 0) continue;
    open.push(i);
    ceilings[i] = 0;
    if (scenario.marginBound(ceilings) < 0) sufficient.push(lists[i]!);
    ceilings[i] = UNKNOWN;
  }
  // The cheapest one that does it alone; else all, less what is not needed, the dearest first.
  const alone = cheapest(sufficient);
  if (alone !== undefined) {
    alone.find();
    return;
  }
  for (const i of open) ceilings[i] = 0;
  const dearestFirst = open.map((i) => ({ i, cost: lists[i]!.expectedCost })).sort((a, b) => b.cost - a.cost);
  for (const { i } of dearestFirst) {
    ceilings[i] = UNKNOWN;
    if (scenario.marginBound(ceilings) >= 0) ceilings[i] = 0;
  }
  for (const i of open) if (ceilings[i] === 0) lists[i]!.find();
}

/**
 * The list that costs least; what the averages say of it is looked at more closely before it is preferred to others.
 */
function cheapest(lists: readonly PlannedField[]): PlannedField | undefined {
  for (;;) {
    let best: PlannedField | undefined;
    for (const list of lists) if (!best || list.expectedCost < best.expectedCost) best = list;
    if (lists.length < 2 || !best?.estimate()) return best;
  }
}

/**
 * The list whose similar values cost less to find than the plan's dearest list to walk, and may spare it: the cheapest
 * of one scenario with that one.
 */
function worthwhile(
  lists: readonly PlannedField[],
  scenarios: readonly QueryScenario[],
  depths: readonly number[],
): PlannedField | undefined {
  let dearest = -1;
  let most = 0;
  for (let i = 0; i < lists.length; i++) {
    const list = lists[i]!;
    const cost = list.cost(list.depth, depths[i]!);
    if (cost > most) {
      most = cost;
      dearest = i;
    }
  }
  const further: PlannedField[] = [];
  for (const scenario of scenarios) {
    if (!scenario.possible || !scenario.positions.includes(dearest)) continue;
    for (const i of scenario.positions)
      if (!lists[i]!.complete && lists[i]!.expectedCost < most) further.push(lists[i]!);
  }
  const best = cheapest(further);
  return best && best.expectedCost < most ? best : undefined;
}
