import type { QueryList } from './query-list.js';
import type { QueryScenario } from './query-scenario.js';

/** The depth-first search stops after so many tries and takes the best it has: valid, perhaps not the cheapest. */
const MOST_TRIES = 2_000;

/**
 * Chooses how many levels of each list to walk, so that a record found in none of them reaches no scenario's bar, at the least number of postings.
 * Scenario by scenario, levels that an earlier one needs being free for the next; then what turned out to be needless is taken back.
 *
 * @returns depths by list, at least those walked already; undefined where no depth suffices (neighbours not looked for yet, or a bar of 0)
 */
export function planDepths(
  lists: readonly QueryList[],
  scenarios: readonly QueryScenario[],
  reversed = false,
): number[] | undefined {
  const depths = lists.map((list) => list.depth);
  for (const scenario of scenarios) if (!planScenario(lists, scenario, depths, reversed)) return undefined;
  if (scenarios.length > 1) trim(lists, scenarios, depths);
  return depths;
}

/** Postings that the levels between the depths walked and those planned hold. */
export function planCost(lists: readonly QueryList[], depths: readonly number[]): number {
  return lists.reduce((sum, list, i) => sum + list.cost(list.depth, depths[i]!), 0);
}

function planScenario(
  lists: readonly QueryList[],
  scenario: QueryScenario,
  depths: number[],
  reversed: boolean,
): boolean {
  const ceilings = lists.map((list, i) => list.ceiling(depths[i]!));
  if (scenario.bound(ceilings) < 0) return true;
  const own = [...new Set(scenario.lists)];
  const deepest = [...ceilings];
  for (const i of own) deepest[i] = lists[i]!.ceiling(lists[i]!.levels);
  if (scenario.bound(deepest) >= 0) return false;

  const weightOf = (list: number) => Math.max(...scenario.lists.map((l, i) => (l === list ? scenario.weights[i]! : 0)));
  own.sort((a, b) => (reversed ? -1 : 1) * (weightOf(b) - weightOf(a)));
  // Ceilings of lists not decided yet stand at their deepest in `optimistic`, untouched in `ceilings`.
  const optimistic = [...deepest];
  const chosen = [...depths];
  let best: number[] = [...depths];
  for (const i of own) best[i] = lists[i]!.levels;
  let bestCost = own.reduce((sum, i) => sum + lists[i]!.cost(depths[i]!, lists[i]!.levels), 0) + 1;
  let tries = 0;

  const visit = (at: number, cost: number): void => {
    if (cost >= bestCost || ++tries > MOST_TRIES) return;
    if (scenario.bound(ceilings) < 0) {
      bestCost = cost;
      best = [...chosen];
      return;
    }
    if (at === own.length || scenario.bound(optimistic) >= 0) return;
    const i = own[at]!;
    const list = lists[i]!;
    const ceiling = ceilings[i]!;
    const depth = chosen[i]!;
    for (let to = depth; to <= list.levels; to++) {
      chosen[i] = to;
      ceilings[i] = optimistic[i] = list.ceiling(to);
      visit(at + 1, cost + list.cost(depth, to));
    }
    chosen[i] = depth;
    ceilings[i] = ceiling;
    optimistic[i] = deepest[i]!;
  };
  visit(0, 0);
  best.forEach((depth, i) => (depths[i] = depth));
  return true;
}

function trim(lists: readonly QueryList[], scenarios: readonly QueryScenario[], depths: number[]): void {
  const ceilings = lists.map((list, i) => list.ceiling(depths[i]!));
  const byCost = lists
    .map((list, i) => ({ i, cost: list.cost(list.depth, depths[i]!) }))
    .sort((a, b) => b.cost - a.cost);
  for (const { i } of byCost) {
    const list = lists[i]!;
    while (depths[i]! > list.depth) {
      ceilings[i] = list.ceiling(depths[i]! - 1);
      if (scenarios.some((scenario) => scenario.bound(ceilings) >= 0)) {
        ceilings[i] = list.ceiling(depths[i]!);
        break;
      }
      depths[i]!--;
    }
  }
}
