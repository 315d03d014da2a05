import fc from 'fast-check';
import { expect, it } from 'vitest';
import { train } from '../../src/files/learning/train.js';
import { toScoreModel, sealWhere } from '../../src/matching/model-definition.js';
import { adjustmentOf } from '../../src/matching/model.js';
import { createMethods } from '../../src/matching/methods/create-methods.js';

const level = (from: number, evidence: number) => ({ from, evidence, adjusted: 1_000 });
const entry = fc.tuple(fc.string({ minLength: 1, maxLength: 30 }), fc.integer({ min: -6_000, max: 8_000 }));

it('a value weighs the same whether a model lists it or knows its digest alone', () => {
  const listed = fc.uniqueArray(entry, { selector: ([text]) => text, maxLength: 50 });
  fc.assert(
    fc.property(listed, fc.array(fc.string()), fc.func(fc.boolean()), (all, others, isSealed) => {
      const plain = { others: 250, listed: all };
      const sealed = sealWhere(sealWhere(plain, isSealed), (text) => text.length > 3);
      const [one, other] = [plain, sealed].map(
        (frequencies) =>
          toScoreModel({ version: 1, prior: 0, fields: [{ levels: [level(0, 0)], frequencies }] }).fields[0]!
            .frequencies,
      );
      for (const text of [...all.map(([text]) => text), ...others])
        expect(adjustmentOf(other, text)).toBe(adjustmentOf(one, text));
      for (const [text] of all)
        expect(sealed.listed.some(([left]) => left === text)).toBe(!isSealed(text) && text.length <= 3);
    }),
  );
});

it('what is learned shows values that many records hold, and no address, number or rare name', () => {
  const methods = createMethods();
  const rows = Array.from({ length: 400 }, (_, i) => {
    const person = i >> 1;
    const LastName = person % 2 === 0 ? 'Commonname' : `Rarename${String.fromCharCode(97 + (person % 26))}${person}`;
    return {
      FirstName: `Given${String.fromCharCode(97 + (person % 20))}`,
      LastName,
      Email: `person${person}@example${person}.org`,
      Phone: `+353 86 ${String(1_000_000 + 7_919 * person)}`,
    };
  });
  const fields = ['FirstName', 'LastName', 'Email', 'Phone'].map((name) => ({
    name,
    type: name === 'Email' ? 'email' : name === 'Phone' ? 'phone' : 'string',
  }));
  const { scenario } = train({ object: 'Contact', rows, fields, methods });
  const text = JSON.stringify(scenario).toLowerCase();
  expect(text).toContain('commonname');
  for (const hidden of ['rarename', '@example', 'person1', '+35386']) expect(text).not.toContain(hidden);
  expect(JSON.stringify(train({ object: 'Contact', rows, fields, methods }).scenario).toLowerCase()).toBe(text);
});
