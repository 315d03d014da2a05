import { planDepths, type PlannedField } from './plan.js';
import type { QueryScenario } from './query-scenario.js';

/** Ceiling (greatest similarity of values not searched yet) of a field whose similar values have not been found. */
const UNKNOWN = 10_000;

export interface Planning {
  /** Whether to find more similar values if that costs less than the current plan. */
  readonly extend: boolean;
  readonly reversed: boolean;
}

/** Plans a search. Finds similar values only for fields that the plan needs. @returns see `planDepths` */
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
  // Takes the cheapest field that suffices alone or, if there is none, several fields, but not the most expensive.
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

/** Returns the cheapest list. The estimate of the chosen list's cost is exact, not an average. */
function cheapest(lists: readonly PlannedField[]): PlannedField | undefined {
  for (;;) {
    let best: PlannedField | undefined;
    for (const list of lists) if (!best || list.expectedCost < best.expectedCost) best = list;
    if (lists.length < 2 || !best?.estimate()) return best;
  }
}

/** Returns the cheapest list that costs less than the plan's most expensive list and may replace it. */
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
