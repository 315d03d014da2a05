import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseExactJson } from '../../../src/runtime/syntax/exact-json.js';

it.each([
  ['12345678901234567890', '12345678901234567890'],
  ['-9007199254740993', '-9007199254740993'],
  ['12345678901234567.25', '12345678901234567.25'],
  ['1000000000000000000000', '1000000000000000000000'],
  ['9007199254740991', 9007199254740991],
  ['100000000000000000', 100000000000000000],
  ['1e21', 1e21],
  ['0.12345678901234567890', 0.12345678901234568],
  ['"x \\" 12345678901234567890"', 'x " 12345678901234567890'],
])('%s is read with all its digits', (text, value) => {
  expect(parseExactJson(text)).toEqual(value);
  expect(parseExactJson(`{"a\\\\":[ ${text} ,1],"b":${text}}`)).toEqual({ 'a\\': [value, 1], b: value });
});

it('reads as JSON.parse what no number of it is too long for, and refuses what it refuses', () => {
  fc.assert(
    fc.property(fc.json(), fc.stringMatching(/^\d{16,20}$/), (text, digits) => {
      expect(parseExactJson(`[${text},"${digits}"]`)).toEqual(JSON.parse(`[${text},"${digits}"]`));
    }),
  );
  for (const text of ['', '{"a":12345678901234567890', '[012345678901234567890]', '"12345678901234567890'])
    expect(() => parseExactJson(text)).toThrow(SyntaxError);
});
