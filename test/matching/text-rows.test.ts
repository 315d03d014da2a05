import fc from 'fast-check';
import { expect, it } from 'vitest';
import { train } from '../../src/files/learning/train.js';
import { createMethods } from '../../src/matching/methods/create-methods.js';
import { TextRows } from '../../src/matching/text-rows.js';
import { contactFields, inventedRows } from '../files/learning/invented.js';

it('packed rows give back what was added, without blanks, as often as they are asked', () => {
  const texts = fc.dictionary(
    fc.constantFrom('LastName', 'Email', 'toString', 'constructor'),
    fc.string({ unit: 'binary' }),
    { noNullPrototype: true },
  );
  fc.assert(
    fc.property(fc.array(texts), (rows) => {
      const packed = TextRows.of(rows);
      const filled = rows.map((row) => Object.fromEntries(Object.entries(row).filter(([, text]) => text !== '')));
      expect(packed).toHaveLength(rows.length);
      expect([...packed]).toEqual(filled);
      expect(filled.map((_, row) => packed.at(row))).toEqual(filled);
    }),
    { numRuns: 25 },
  );
});

it('what is learned from packed rows is what is learned from an array', () => {
  const { rows } = inventedRows(300, 5);
  const packed = TextRows.of(rows);
  const options = { object: 'Contact', fields: contactFields, methods: createMethods() };
  expect(train({ ...options, rows: packed })).toEqual(train({ ...options, rows }));
});
