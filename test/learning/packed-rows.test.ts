import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PackedRows } from '../../src/learning/packed-rows.js';
import { train } from '../../src/learning/train.js';
import { createMethods } from '../../src/matching/methods/create-methods.js';
import { contactFields, inventedRows } from './invented.js';

it('packed rows give back what was added, without blanks, as often as they are asked', () => {
  const texts = fc.dictionary(
    fc.constantFrom('LastName', 'Email', 'toString', 'constructor'),
    fc.string({ unit: 'binary' }),
    {
      noNullPrototype: true,
    },
  );
  fc.assert(
    fc.property(fc.array(texts), (rows) => {
      const packed = new PackedRows();
      for (const row of rows) packed.add(row);
      const filled = rows.map((row) => Object.fromEntries(Object.entries(row).filter(([, text]) => text !== '')));
      expect(packed).toHaveLength(rows.length);
      expect([...packed]).toEqual(filled);
      expect([...packed]).toEqual(filled);
    }),
    { numRuns: 25 },
  );
});

it('what is learned from packed rows is what is learned from an array', () => {
  const { rows } = inventedRows(300, 5);
  const packed = new PackedRows();
  for (const row of rows) packed.add(row);
  const options = { object: 'Contact', fields: contactFields, methods: createMethods() };
  expect(train({ ...options, rows: packed })).toEqual(train({ ...options, rows }));
});
