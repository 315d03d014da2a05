import fc from 'fast-check';
import { expect, it } from 'vitest';
import { jsonElements } from '../../src/store/record-shapes.js';
import { draws } from '../support/draws.js';

const awkward = fc.string({ unit: fc.constantFrom('"', '\\', ',', '[', ']', 'a', 'é', '\n'), maxLength: 12 });
const value = fc.oneof(awkward, fc.string(), fc.double({ noNaN: true }), fc.integer(), fc.boolean(), fc.constant(null));

it('the elements of a list are the JSON texts of its values, whatever quotes and backslashes they contain', () => {
  fc.assert(
    fc.property(fc.array(value, { maxLength: 8 }), (values) => {
      expect(jsonElements(JSON.stringify(values))).toEqual(values.map((one) => JSON.stringify(one)));
    }),
    { numRuns: draws(2_000) },
  );
});
