import fc from 'fast-check';
import { expect, it } from 'vitest';
import { areWholeNames, splitName } from '../../../src/batch/input/split-name.js';

it.each([
  ['Ada Lovelace', 'Ada', 'Lovelace'],
  ['  Ada   Augusta Lovelace ', 'Ada Augusta', 'Lovelace'],
  ['Lovelace, Ada', 'Ada', 'Lovelace'],
  ['Smith, Jr.', '', 'Smith, Jr.'],
  ['John Smith Jr.', 'John', 'Smith Jr.'],
  ['Dr. Emma Haas', 'Dr. Emma', 'Haas'],
  ['Dr. Haas', '', 'Dr. Haas'],
  ['Ludwig van Beethoven', 'Ludwig', 'van Beethoven'],
  ['María de la Cruz', 'María', 'de la Cruz'],
  ['Nagy Anna', 'Anna', 'Nagy'],
  ['李小龍', '小龍', '李'],
  ['Madonna', '', 'Madonna'],
  ['', '', ''],
])('takes %j apart as %j and %j', (text, first, last) => {
  expect(splitName(text)).toEqual({ first, last });
});

it('loses no letter of a name', () => {
  const letters = (text: string): string => Array.from(text.replace(/[\s,]/gu, '')).sort().join('');
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
      const { first, last } = splitName(text);
      expect(letters(first + last)).toBe(letters(text));
    }),
  );
});

it('knows a column of whole names by most of its values', () => {
  expect(areWholeNames(['Ada Lovelace', 'Madonna', 'John Smith', ''])).toBe(true);
  expect(areWholeNames(['Lovelace', 'van', 'Smith', ''])).toBe(false);
  expect(areWholeNames([])).toBe(false);
});
