import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { FieldValue } from '../../src/records/record.js';
import { Aggregate } from '../../src/store/transactions/roll-ups.js';

const value = fc.oneof(fc.constant(null), fc.integer({ min: -5, max: 5 }));
const step = fc.tuple(fc.constantFrom('set', 'delete'), fc.nat(15), value);

it.each(['count', 'sum', 'min', 'max'] as const)(
  '%s of the children as they are, whatever came and went',
  (operation) => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        const aggregate = new Aggregate(operation);
        const children = new Map<number, number | null>();
        for (const [kind, child, each] of steps) {
          if (kind === 'set') aggregate.set(`child ${child}`, each);
          else aggregate.delete(`child ${child}`);
          if (kind === 'set') children.set(child, each);
          else children.delete(child);
          const values = [...children.values()].filter((known) => known !== null);
          const extreme = (most: (...of: number[]) => number): FieldValue =>
            values.length === 0 ? null : most(...values);
          const expected = {
            count: () => children.size,
            sum: () => values.reduce((sum, known) => sum + known, 0),
            min: () => extreme(Math.min),
            max: () => extreme(Math.max),
          };
          expect(aggregate.result).toBe(expected[operation]());
          expect(aggregate.isEmpty).toBe(children.size === 0);
        }
      }),
    );
  },
);

it('one of fifty thousand children that held the extreme goes: it is looked for among some thousand, not all', () => {
  const aggregate = new Aggregate('max');
  let looked = 0;
  const counted = (n: number) => ({ toString: () => '', valueOf: () => (looked++, n) }) as unknown as number;
  const values = Array.from({ length: 50_000 }, (_, i) => counted(i));
  values.forEach((each, i) => aggregate.set(`child ${i}`, each));
  expect(aggregate.result).toBe(values.at(-1));
  looked = 0;
  aggregate.delete('child 49999');
  expect(aggregate.result).toBe(values[49_998]);
  // Two reads per comparison.
  expect(looked).toBeLessThan(2 * (4_096 + 100));
});

it.each(['count', 'sum', 'min', 'max'] as const)(
  'a copy has the %s of its children, and goes its own way',
  (operation) => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), fc.array(step, { maxLength: 10 }), (before, after) => {
        const [aggregate, again] = [new Aggregate(operation), new Aggregate(operation)];
        const take = (into: Aggregate, steps: typeof before) => {
          for (const [kind, child, each] of steps)
            if (kind === 'set') into.set(`child ${child}`, each);
            else into.delete(`child ${child}`);
        };
        for (const one of [aggregate, again]) take(one, before);
        const copy = aggregate.copy();
        const { result } = aggregate;
        expect(copy.result).toBe(result);
        for (const one of [copy, again]) take(one, after);
        expect(copy.result).toBe(again.result);
        expect(aggregate.result).toBe(result);
      }),
    );
  },
);
