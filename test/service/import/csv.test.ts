import fc from 'fast-check';
import { expect, it } from 'vitest';
import { guard, unguard } from '../../../src/files/write/csv.js';
import { draws } from '../../support/draws.js';

const NBSP = '\u00a0';

it.each([
  ...['=1+1', '@SUM(1)', '+cmd', '-cmd', '\t=1', '\r=1', "'=1", "''@x", '+1+cmd', '-2+3+cmd'],
  ...[
    '\n=1',
    '\nplain',
    '\0=1',
    '\0',
    ' =1',
    `${NBSP}=1`,
    `${NBSP} @x`,
    '\u3000=1',
    '\ufeff=1',
    '\u200b=1',
    '\u2028=1',
  ],
  ...['＝1+1', '＠SUM(1)', '＋cmd', '－cmd', `${NBSP}＝1`, '\u200b\u0001=1', '﹦1', '\u202e=1', `' =1`, `'＝1`],
])('%j is guarded, and comes back as it was', (text) => {
  expect(guard(text)).toBe(`'${text}`);
  expect(unguard(guard(text))).toBe(text);
});

it.each([
  ...['', 'plain', "'plain", "O'Brien", '-5', '+49 30 123456', '-1.5', '+1 (555) 010-2345', '+', '-', 'a=b', ' plain'],
  ...['＋４９ 30', `${NBSP}plain`, ' -5', `'-5`, '5＝5', '日本'],
])('%j stays as it is', (text) => expect([guard(text), unguard(text)]).toEqual([text, text]));

it('every text comes back as it was', () => {
  const sign = fc.constantFrom("'", '=', '+', '-', '@', ' ', NBSP, '\n', '\0', '＝', '＋', '1', 'a', '\u200b');
  const text = fc.oneof(
    fc.array(sign).map((signs) => signs.join('')),
    fc.string({ unit: 'binary' }),
  );
  fc.assert(
    fc.property(text, (value) => {
      expect(unguard(guard(value))).toBe(value);
      expect(guard(value)).not.toMatch(/^[=@\t\r]/);
    }),
    { numRuns: draws(500) },
  );
});
