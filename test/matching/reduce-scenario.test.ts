import fc from 'fast-check';
import { expect, it } from 'vitest';
import { resolveContents } from '../../src/store/config/load.js';
import { builtinScenarios } from '../../src/matching/builtin-scenarios.js';
import { FULL } from '../../src/matching/method.js';
import { reduceScenarios } from '../../src/matching/reduce-scenario.js';

const files = { 'scenarios.json': builtinScenarios.map((definition) => ({ ...definition, enabled: true })) };
const { scenarios } = resolveContents({ files, lists: new Map(), problems: [], warnings: [] }, undefined).configuration;
const weigh = (fields: readonly { readonly weight: number }[]) => fields.reduce((sum, { weight }) => sum + weight, 0);

it('asks for a share of the fields that the records have, beyond names, and of merged ones beyond names and places', () => {
  const drawn = fc.constantFrom(...scenarios).chain((scenario) => {
    const names = [...new Set(scenario.fields.flatMap(({ fields }) => fields))];
    return fc.tuple(fc.constant(scenario), fc.subarray(names, { minLength: 1 }));
  });
  fc.assert(
    fc.property(drawn, fc.constantFrom('listed' as const, 'merged' as const), ([scenario, filled], pairsFor) => {
      const { scenarios: reduced, isLess } = reduceScenarios([scenario], new Set(filled), pairsFor);
      expect(reduced).toHaveLength(1);
      const [{ fields, totalWeight, minimumOverlap, threshold }] = reduced as [(typeof reduced)[0]];
      expect(totalWeight).toBe(weigh(fields));
      const namesAndPlaces = weigh(fields.filter(({ isNameOrPlace }) => isNameOrPlace === true));
      expect(isLess).toBe(namesAndPlaces === totalWeight);
      if (isLess) expect(minimumOverlap).toBe(scenario.minimumOverlap);
      else {
        const names = weigh(fields.filter(({ method }) => method.kind === 'personName'));
        const bound = pairsFor === 'merged' ? namesAndPlaces : names;
        expect(minimumOverlap).toBeGreaterThanOrEqual(scenario.minimumOverlap);
        expect(bound * FULL).toBeLessThan(minimumOverlap * totalWeight);
        // The minimum overlap is not higher than necessary.
        const most = Math.max(scenario.minimumOverlap, (bound * FULL) / totalWeight + 1);
        expect(minimumOverlap).toBeLessThanOrEqual(most);
        const isOneMore = fields.filter(({ isNameOrPlace }) => isNameOrPlace !== true).length === 1;
        if (pairsFor === 'merged' && isOneMore) expect(bound * FULL).toBeLessThan(threshold * totalWeight);
        else expect(threshold).toBe(scenario.threshold);
      }
    }),
    { numRuns: 500 },
  );
});
