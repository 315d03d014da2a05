import fc from 'fast-check';
import { expect, it } from 'vitest';
import { contactScenarios } from '../../bench/synthetic/contact-scenarios.js';
import { WeightedQuery } from '../../src/index/planning/weighted-query.js';

it('plans the lists of a scenario each once, by the greatest weight that rests on them', () => {
  const [scenario] = contactScenarios();
  const field = scenario!.fields[0]!;
  const sent = fc.array(fc.record({ list: fc.integer({ min: -1, max: 4 }), weight: fc.integer({ min: 1, max: 9 }) }), {
    minLength: 1,
    maxLength: 8,
  });
  fc.assert(
    fc.property(sent, (fields) => {
      const weighted = { ...scenario!, fields: fields.map(({ weight }) => ({ ...field, weight })) };
      const positions = fields.map(({ list }) => list);
      const { byWeight } = new WeightedQuery(weighted, positions, 'upsert');
      const greatest = (list: number) => Math.max(...fields.filter((f) => f.list === list).map(({ weight }) => weight));
      expect([...byWeight].sort()).toEqual([...new Set(positions.filter((list) => list >= 0))].sort());
      expect(byWeight.map(greatest)).toEqual(byWeight.map(greatest).sort((a, b) => b - a));
    }),
  );
});
