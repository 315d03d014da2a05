import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RecordShapes } from '../../src/store/record-shapes.js';

describe('Shapes of records', () => {
  it('are one for each type and names in order, however often and in which order they are asked for', () => {
    // Few letters and lengths: many different names of one cheap hash.
    const name = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 3 });
    const asked = fc.tuple(fc.constantFrom('T', 'U'), fc.uniqueArray(name, { maxLength: 4 }));
    fc.assert(
      fc.property(fc.array(asked, { maxLength: 60 }), (all) => {
        const shapes = new RecordShapes();
        const numbers = new Map<string, number>();
        for (const [type, names] of all) {
          const shape = shapes.intern(type, names);
          expect({ type: shape.type, names: shape.names }).toEqual({ type, names });
          const key = JSON.stringify([type, names]);
          expect(shape.number).toBe(numbers.get(key) ?? numbers.size);
          numbers.set(key, shape.number);
        }
      }),
    );
  });
});
