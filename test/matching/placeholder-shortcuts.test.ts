import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  placeholderNames,
  placeholderNumbers,
  placeholderPhones,
  placeholderWords,
} from '../../src/matching/lists/placeholder-lists.js';
import { placeholders } from '../../src/matching/placeholders.js';

/** Reference implementation: computes the key of every string. */
const keyOf = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim();
const own = ['ångström', 'zz', '00 11', '12345', 'q'];
const general = new Set([...placeholderWords, ...own].map(keyOf));
const names = new Set([...general, ...placeholderNames.map(keyOf)]);
const numbers = new Set([...placeholderNumbers, '0011', '12345']);
const phones = new Set([...placeholderPhones, ...numbers]);
const listed = (text: string, set: ReadonlySet<string>) =>
  keyOf(text) === '' ? /^[\s\p{Pd}._?*/\\…]+$/u.test(text) : set.has(keyOf(text));
const isRepeated = (raw: string, least: number) => {
  const text = raw.trim().toLowerCase();
  return text.length >= least && /^[\p{L}\p{N}]/u.test(text) && text === text.charAt(0).repeat(text.length);
};
const isNumber = (text: string, set: ReadonlySet<string>) => {
  const stem = text.replace(/x\d+$/i, '');
  const digits = stem.replace(/\D/g, '');
  return !/\p{L}/u.test(stem) && (set.has(digits) || (digits.length >= 7 && isRepeated(digits, 1)));
};
const plain = {
  name: (text: string) =>
    listed(text, names) ||
    isRepeated(text, 3) ||
    (text.includes(' ') &&
      keyOf(text)
        .split(' ')
        .every((word) => names.has(word))),
  words: (text: string) => listed(text, general) || (isRepeated(text, 3) && /\p{L}/u.test(text)),
  phone(text: string) {
    if (listed(text, general) || isNumber(text, phones)) return true;
    // A prefix followed only by zeros.
    if (/0$/.test(text) && !/\p{L}/u.test(text) && /0{7}$/.test(text.replace(/\D/g, ''))) return true;
    const digits = /^\s*(?:\+|00)/.test(text) ? text.replace(/x\d+$/i, '').replace(/\D/g, '').replace(/^00/, '') : '';
    const code = ['1', '7', ...TWO_DIGITS].find((each) => digits.startsWith(each))?.length ?? 3;
    return digits.length - code >= 7 && isNumber(digits.slice(code), phones);
  },
};

/** Two-digit country codes (ITU-T E.164). The one-digit codes are 1 and 7; all others have three digits. */
const TWO_DIGITS = `20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 65 66
  81 82 84 86 90 91 92 93 94 95 98`.split(/\s+/);

const word = fc.constantFrom(...placeholderWords, ...placeholderNames, ...placeholderPhones, ...own, 'smith', '555');
const piece = fc.oneof(
  { weight: 3, arbitrary: word },
  fc.constantFrom(' ', '-', "'", '(', '+', '00', 'x7', '3', '3333333', 'aa', 'A', 'é', 'İ', '\u0301', '٣'),
  fc.string({ maxLength: 3, unit: 'binary' }),
);

it('what the first letters and digits rule out is no placeholder, and the rest is as it is read in full', () => {
  const is = placeholders(new Map([['placeholders', own]]));
  let found = 0;
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 4 }), fc.boolean(), (pieces, isUpper) => {
      const text = isUpper ? pieces.join('').toUpperCase() : pieces.join('');
      for (const kind of ['name', 'words', 'phone'] as const) {
        const expected = plain[kind](text);
        expect(is[kind](text), `${kind}: ${JSON.stringify(text)}`).toBe(expected);
        if (expected) found++;
      }
    }),
    { numRuns: 5_000 },
  );
  expect(found).toBeGreaterThan(500);
});
