import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMethods } from '../../src/matching/methods/create-methods.js';
import { ofSeveralValues } from '../../src/matching/methods/several-values.js';
import { splitValues } from '../../src/matching/text/value-list.js';
import { matchMethodLaws } from './conformance.js';
import { similarityOf } from './similarity.js';

const methods = createMethods({ defaultCountry: 'AT' });
const phone = methods.get('phone')!;
const number = fc.stringMatching(/^0(?:316|664) [1-9][0-9]{5,6}$/);

describe('several values', () => {
  matchMethodLaws(
    phone,
    fc
      .tuple(
        fc.array(number, { minLength: 1, maxLength: 3 }),
        fc.constantFrom('; ', ', ', ' oder ', ' / ', '\n', ' & '),
      )
      .map(([all, between]) => all.join(between)),
  );

  it.each([
    ['a@x.at, b@y.at', 'b@y.at'],
    ['a@x.at\nb@y.at', 'b@y.at'],
    ['Anna <a@x.at> / Bert <b@y.at>', 'b@y.at'],
    ['0316 123456 oder 0664 1234567', '0664 1234567'],
    ['0316/123456 / 0664/1234567', '0664 1234567'],
    ['Tel: 0316 123456, mobil 0664 1234567', '0664 1234567'],
    ['0316 123456 (home), 0664 1234567 (cell)', '0664 1234567'],
    ['0316 1234567/8', '0316 1234568'],
  ])('%s has %s among its values', (list, one) => {
    const method = one.includes('@') ? methods.get('email')! : phone;
    expect(similarityOf(method, list, one)).toBe(10_000);
  });

  it.each(['0316/123456', '0316 123456, ext 12', '+43 (0) 316 / 123456', 'facebook.com/12345678/12345678'])(
    '%s is one value',
    (text) => expect(splitValues(text)).toEqual([text]),
  );

  it('are compared each with each, and the best counts, in any order', () => {
    expect(similarityOf(phone, '0316 123456; 0664 1234567', '0664 1234567')).toBe(10_000);
    expect(similarityOf(phone, '0664 1234567 ::: 0316 123456', '0316 123456; 0664 1234567')).toBe(10_000);
    expect(similarityOf(phone, '0316 123456; 0664 1234567', '0732 999999')).toBe(0);
  });

  it('of several fields are those of one cell; blanks and what means nothing are none', () => {
    expect(phone.normalise(['', '0664 1234567', '0000000000', '0664/1234567'])).toBe(phone.normalise(['0664 1234567']));
    expect(phone.normalise(['', '', '', ''])).toBe('');
  });

  it.each(['0 00001', '00001', '+43 000 0001', '0 00001;0316 1000000'])(
    '%s, which is no number, reads the same again',
    (raw) => {
      const normal = phone.normalise([raw]);
      expect(phone.normalise([normal])).toBe(normal);
    },
  );

  it('are refused of a method that finds values by other ways than keys', () => {
    expect(() => ofSeveralValues(methods.get('personName')!)).toThrow('personName cannot compare several values');
  });
});
