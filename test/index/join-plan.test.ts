import { expect, it } from 'vitest';
import { JoinPlan, NOTHING } from '../../src/index/join/join-plan.js';
import { joinScenario } from '../../src/index/join/join-scenario.js';
import { createMethods } from '../../src/matching/methods/create-methods.js';
import type { Scenario } from '../../src/matching/scenario.js';

const exact = createMethods().get('exact')!;
/** Equal values are evidence for a match, different values against it, in thousandths of a bit. */
const scenarioOf = (fields: readonly { readonly equal: number; readonly other: number }[]): Scenario => ({
  ...{ id: 'learned', name: 'Learned', object: 'Contact', usage: [], minimumOverlap: 0 },
  threshold: 5_000,
  totalWeight: fields.length,
  fields: fields.map((_, i) => ({ fields: [`F${i}`], label: `F${i}`, method: exact, weight: 1, blank: 'ignore' })),
  model: {
    prior: -20_000,
    fields: fields.map(({ equal, other }) => ({
      levels: [
        { from: 10_000, matchWeight: equal, adjusted: 0 },
        { from: 0, matchWeight: other, adjusted: 0 },
      ],
    })),
  },
});

/** Plans the lists of a row with all fields filled. @returns whether the lists are sufficient, and their depths */
function planned(fields: Parameters<typeof scenarioOf>[0], filled: readonly number[]) {
  const positions = fields.map((_, i) => i);
  const plan = new JoinPlan(joinScenario(scenarioOf(fields), positions, () => undefined));
  fields.forEach(({ equal, other }, i) => {
    plan.isFilled[i] = 1;
    plan.equal[i] = equal;
    plan.other[i] = plan.rest[i] = other;
    plan.equalRows[i] = 1_000 * (i + 1);
  });
  plan.start();
  return { suffices: plan.choose(Uint8Array.from(filled)), walked: [...plan.walked] };
}

it('a field that the other rows never fill plays no part, whatever is believed of it', () => {
  const four = [15_000, 12_000, 10_000, 8_000].map((equal) => ({ equal, other: -3_000 }));
  const never = { equal: 38_000, other: 35_000 };
  const without = planned(four, [1, 1, 1, 1]);
  expect(without.suffices).toBe(true);
  expect(planned([...four, never], [1, 1, 1, 1, 0])).toEqual({ suffices: true, walked: [...without.walked, NOTHING] });
  // If the field is filled, no lists suffice, because it alone makes every row a match.
  expect(planned([...four, never], [1, 1, 1, 1, 1]).suffices).toBe(false);
});
