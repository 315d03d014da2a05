import type { QueryScenario } from './query-scenario.js';
import type { Similarity } from '../../matching/method.js';

/**
 * A query field's similar values, in *levels* by descending similarity. To *walk* a level is to scan the posting lists
 * of its values. The *ceiling* is the greatest similarity of the values outside the walked levels.
 */
export interface PlannedField {
  readonly depth: number;
  readonly complete: boolean;
  /** Number of levels, or 0 before the similar values are known. */
  readonly levels: number;
  /** Cost, in postings, of finding the similar values and scanning their lists. */
  readonly expectedCost: number;
  /** Replaces the average cost in `expectedCost` with the query value's cost. @returns false if nothing changed */
  estimate(): boolean;
  /** Greatest similarity of a value outside the first `depth` levels. */
  ceiling(depth: number): Similarity;
  /** Number of postings in the levels from `from` up to, but not including, `to`. */
  cost(from: number, to: number): number;
  find(): void;
}

/** Maximum number of tries. The best plan so far is then used, even if there is a cheaper plan. */
const MOST_TRIES = 2_000;

/**
 * Returns for each list how many levels to walk, so that no record outside them can reach a threshold. Scans few
 * postings. Includes the levels already walked. A level that one scenario needs costs nothing for the next scenario.
 * @returns undefined if no plan is valid: similar values are unknown, or a threshold is 0
 */
export function planDepths(
  lists: readonly PlannedField[],
  scenarios: readonly QueryScenario[],
  reversed = false,
): number[] | undefined {
  const depths: number[] = [];
  const ceilings: number[] = [];
  for (let i = 0; i < lists.length; i++) {
    const list = lists[i]!;
    depths.push(list.depth);
    ceilings.push(list.ceiling(list.depth));
  }
  for (let s = 0; s < scenarios.length; s++) {
    const scenario = scenarios[s]!;
    if (scenario.marginBound(ceilings) < 0) continue;
    if (!new ScenarioPlan(lists, scenario, depths, ceilings, reversed).choose()) return undefined;
  }
  if (scenarios.length > 1) trim(lists, scenarios, depths, ceilings);
  return depths;
}

/** Branch and bound over the depths of one scenario's lists, in order of descending weight. */
class ScenarioPlan {
  private readonly own: readonly number[];
  /** For each list, the `ceilings` if this list and all later lists are walked completely. */
  private readonly optimistic: number[];
  private readonly best: number[];
  private bestCost = 1;
  private tries = 0;

  constructor(
    private readonly lists: readonly PlannedField[],
    private readonly scenario: QueryScenario,
    private readonly depths: number[],
    private readonly ceilings: number[],
    reversed: boolean,
  ) {
    this.own = reversed ? [...scenario.byWeight].reverse() : scenario.byWeight;
    this.optimistic = [...ceilings];
    this.best = [...depths];
    for (const i of this.own) {
      const list = lists[i]!;
      this.optimistic[i] = list.ceiling(list.levels);
      this.best[i] = list.levels;
      this.bestCost += list.cost(depths[i]!, list.levels);
    }
  }

  choose(): boolean {
    const { best, depths, ceilings, lists } = this;
    if (this.scenario.marginBound(this.optimistic) >= 0) return false;
    this.visit(0, 0);
    for (const i of this.own) {
      depths[i] = best[i]!;
      ceilings[i] = lists[i]!.ceiling(best[i]!);
    }
    return true;
  }

  private visit(at: number, cost: number): void {
    if (cost >= this.bestCost || ++this.tries > MOST_TRIES) return;
    const { own, scenario, ceilings, optimistic, depths } = this;
    if (scenario.marginBound(ceilings) < 0) {
      this.bestCost = cost;
      for (const i of own) this.best[i] = depths[i]!;
      return;
    }
    if (at === own.length || scenario.marginBound(optimistic) >= 0) return;
    const i = own[at]!;
    const list = this.lists[i]!;
    const ceiling = ceilings[i]!;
    const deepest = optimistic[i]!;
    const depth = depths[i]!;
    for (let to = depth; to <= list.levels; to++) {
      depths[i] = to;
      ceilings[i] = optimistic[i] = list.ceiling(to);
      this.visit(at + 1, cost + list.cost(depth, to));
    }
    depths[i] = depth;
    ceilings[i] = ceiling;
    optimistic[i] = deepest;
  }
}

function trim(
  lists: readonly PlannedField[],
  scenarios: readonly QueryScenario[],
  depths: number[],
  ceilings: number[],
): void {
  for (const i of dearestFirst(lists, depths)) {
    const list = lists[i]!;
    while (depths[i]! > list.depth) {
      ceilings[i] = list.ceiling(depths[i]! - 1);
      if (!areBelow(scenarios, ceilings)) {
        ceilings[i] = list.ceiling(depths[i]!);
        break;
      }
      depths[i]!--;
    }
  }
}

function dearestFirst(lists: readonly PlannedField[], depths: readonly number[]): number[] {
  const order: number[] = [];
  for (let i = 0; i < lists.length; i++) {
    const list = lists[i]!;
    if (depths[i] === list.depth) continue;
    const cost = list.cost(list.depth, depths[i]!);
    let at = order.length;
    for (; at > 0; at--) {
      const other = lists[order[at - 1]!]!;
      if (other.cost(other.depth, depths[order[at - 1]!]!) >= cost) break;
      order[at] = order[at - 1]!;
    }
    order[at] = i;
  }
  return order;
}

function areBelow(scenarios: readonly QueryScenario[], ceilings: readonly number[]): boolean {
  for (let s = 0; s < scenarios.length; s++) if (scenarios[s]!.marginBound(ceilings) >= 0) return false;
  return true;
}
