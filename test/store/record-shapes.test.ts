import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeId } from '../../src/records/ids.js';
import type { Change } from '../../src/store/commit-log.js';
import { journalText, prepareChanges } from '../../src/store/prepared-change.js';
import { RecordShapes } from '../../src/store/record-shapes.js';
import { StoreState } from '../../src/store/store-state.js';

describe('Shapes of records', () => {
  it('are one for each type and names in order, however often and in which order they are asked for', () => {
    // Few letters and lengths, so that many names have the same simple hash.
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

  it('write a record as JSON would, for memory and for the journal', () => {
    const value = fc.oneof(fc.string({ unit: 'binary' }), fc.double(), fc.boolean(), fc.constantFrom(null, undefined));
    const name = fc.oneof(fc.string(), fc.constant('__proto__'));
    const entries = fc.array(fc.tuple(name, value), { maxLength: 6 });
    fc.assert(
      fc.property(entries, (all) => {
        const fields = Object.fromEntries(all) as Record<string, string>;
        const change: Change = { kind: 'put', record: { id: makeId('003', 1), type: 'Contact', fields } };
        const [prepared] = prepareChanges([change], undefined, new StoreState());
        expect(journalText(change, prepared!)).toBe(JSON.stringify(change));
        const stored = Object.entries<unknown>(fields).filter(([, each]) => each !== undefined);
        const isNamed = stored.some(([key]) => key === '__proto__');
        const values = stored.map(([, each]) => each);
        expect(prepared).toMatchObject({ text: JSON.stringify(isNamed ? fields : values) });
      }),
    );
  });
});
