import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planDepths, type PlannedField } from '../../src/index/planning/plan.js';
import { WeightedQuery } from '../../src/index/planning/weighted-query.js';
import type { MatchMethod } from '../../src/matching/method.js';
import type { Scenario } from '../../src/matching/scenario.js';

/**
 * A posting list that is scanned level by level: the highest remaining similarity after each level, and the cost of
 * each level.
 */
interface List {
  readonly ceilings: readonly number[];
  readonly costs: readonly number[];
}

function listOf({ ceilings, costs }: List): PlannedField {
  return {
    ...{ depth: 0, complete: true, levels: costs.length, expectedCost: 0 },
    estimate: () => false,
    ceiling: (depth) => ceilings[depth]!,
    cost: (from, to) => costs.slice(from, to).reduce((sum, cost) => sum + cost, 0),
    find: () => undefined,
  };
}

/** @param weights by list, in hundredths; 0: not compared */
function scenarioOf(threshold: number, weights: readonly number[]): WeightedQuery {
  const compared = weights.filter((weight) => weight > 0);
  const scenario: Scenario = {
    ...{ id: 's', name: 's', object: 'Contact', usage: ['restSearch'], threshold, minimumOverlap: 0 },
    fields: compared.map((weight) => ({
      ...{ fields: ['LastName'], label: 'LastName', method: {} as MatchMethod, blank: 'mismatch' as const },
      weight,
    })),
    totalWeight: compared.reduce((sum, weight) => sum + weight, 0),
  };
  const positions = weights.flatMap((weight, i) => (weight > 0 ? [i] : []));
  return new WeightedQuery(scenario, positions, 'search');
}

const costOf = (lists: readonly List[], depths: readonly number[]): number =>
  depths.reduce((sum, depth, i) => sum + lists[i]!.costs.slice(0, depth).reduce((a, b) => a + b, 0), 0);

const bounds = (lists: readonly List[], scenarios: readonly WeightedQuery[], depths: readonly number[]): number[] =>
  scenarios.map((scenario) => scenario.marginBound(depths.map((depth, i) => lists[i]!.ceilings[depth]!)));

describe('how deep lists are walked', () => {
  it('continues where a record that is not found could reach exactly the threshold', () => {
    const list = { ceilings: [10_000, 7_500, 7_499], costs: [1, 1] };
    expect(planDepths([listOf(list)], [scenarioOf(7_500, [100])])).toEqual([2]);
    const shallow = { ceilings: [10_000, 7_500], costs: [1] };
    expect(planDepths([listOf(shallow)], [scenarioOf(7_500, [100])])).toBeUndefined();
    expect(planDepths([listOf(shallow)], [scenarioOf(7_501, [100])])).toEqual([1]);
  });

  it('gives back the dearest list first, where another scenario made one of two needless', () => {
    const lists = [12, 4, 7].map((cost) => ({ ceilings: [10_000, 0], costs: [cost] }));
    // The first scenario scans the two cheap lists. The second search needs the expensive list and one of the cheap
    // lists.
    const scenarios = [scenarioOf(5_000, [200, 200, 200]), scenarioOf(7_500, [100, 0, 0])];
    expect(planDepths(lists.map(listOf), scenarios)).toEqual([1, 1, 0]);
  });

  const list = fc
    .array(fc.record({ ceiling: fc.nat(10_000), cost: fc.integer({ min: 1, max: 50 }) }), {
      minLength: 1,
      maxLength: 3,
    })
    .map((levels) => ({
      ceilings: [10_000, ...levels.map(({ ceiling }) => ceiling).sort((a, b) => b - a)],
      costs: levels.map(({ cost }) => cost),
    }));
  const world = fc.integer({ min: 1, max: 3 }).chain((count) =>
    fc.record({
      lists: fc.array(list, { minLength: count, maxLength: count }),
      scenarios: fc.array(
        fc.record({
          threshold: fc.constantFrom(5_000, 7_500, 9_000, 10_000),
          weights: fc
            .array(fc.constantFrom(0, 100, 200, 300), { minLength: count, maxLength: count })
            .filter((weights) => weights.some((weight) => weight > 0)),
        }),
        { minLength: 1, maxLength: 3 },
      ),
    }),
  );

  const all = (lists: readonly List[]): number[][] =>
    lists.reduce<number[][]>(
      (found, { costs }) => found.flatMap((depths) => costs.concat(0).map((_, depth) => [...depths, depth])),
      [[]],
    );

  it('suffices for every scenario, is abandoned only where nothing suffices, and no level of it can be left out', () => {
    fc.assert(
      fc.property(world, ({ lists, scenarios: told }) => {
        const scenarios = told.map(({ threshold, weights }) => scenarioOf(threshold, weights));
        const suffices = (depths: readonly number[]) => bounds(lists, scenarios, depths).every((bound) => bound < 0);
        const depths = planDepths(lists.map(listOf), scenarios);
        if (depths === undefined) {
          expect(all(lists).filter(suffices)).toEqual([]);
          return;
        }
        expect(suffices(depths)).toBe(true);
        depths.forEach((depth, i) => {
          if (depth > 0) expect(suffices(depths.map((other, j) => (j === i ? depth - 1 : other)))).toBe(false);
        });
      }),
    );
  });

  it('is the cheapest for one scenario', () => {
    fc.assert(
      fc.property(world, ({ lists, scenarios: [told] }) => {
        const scenarios = [scenarioOf(told!.threshold, told!.weights)];
        const depths = planDepths(lists.map(listOf), scenarios);
        const sufficient = all(lists).filter((each) => bounds(lists, scenarios, each).every((bound) => bound < 0));
        if (depths === undefined) expect(sufficient).toEqual([]);
        else expect(costOf(lists, depths)).toBe(Math.min(...sufficient.map((each) => costOf(lists, each))));
      }),
    );
  });
});
