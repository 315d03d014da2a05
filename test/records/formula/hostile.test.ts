import { describe, expect, it } from 'vitest';
import { FormulaError } from '../../../src/records/formula/errors.js';
import { MAX_SOURCE_LENGTH, MAX_TEXT_LENGTH } from '../../../src/records/formula/formula-limits.js';
import { calculate, compile, type Fields } from './calculate.js';

const long = 'a'.repeat(MAX_TEXT_LENGTH);
const fields: Fields = {
  Long: ['textarea', long],
  Longer: ['textarea', `${long}a`],
  Half: ['textarea', `b${'a'.repeat(MAX_TEXT_LENGTH / 2)}`],
  Huge: ['number', 1.7e308],
  Combining: ['textarea', `e${'\u0301'.repeat(10_000)}`],
  Lone: ['string', '\ud800x'],
  Nul: ['string', 'a\0b'],
};

/** Wraps the inner part as often as the maximum source length allows. */
function wrap(inner: string, before: string, after: string, times = 390): string {
  const most = Math.floor((MAX_SOURCE_LENGTH - inner.length) / (before.length + after.length));
  const count = Math.min(times, most);
  return before.repeat(count) + inner + after.repeat(count);
}

/** Repeats the part as often as the maximum source length allows. */
function chain(part: string, operator: string): string {
  const count = Math.floor((MAX_SOURCE_LENGTH + operator.length) / (part.length + operator.length));
  return Array.from({ length: count }, () => part).join(operator);
}

describe('nothing hangs, nothing grows without bound', { timeout: 30_000 }, () => {
  it.each([
    ['a substitution that doubles', wrap('"aa"', 'SUBSTITUTE(', ',"a","aa")')],
    ['a padding to a thousand million', 'LPAD("a", 1000000000, "xy")'],
    ['paddings side by side', chain('RPAD("a",131072)', '&')],
    ['long texts side by side', chain('Long', '&')],
    ['a long text reversed again and again', wrap('Long', 'REVERSE(', ')')],
    ['a long text in capitals again and again', wrap('Long', 'UPPER(', ')')],
    ['a long text whose words begin anew', wrap('Long', 'INITCAP(', ')')],
    ['a search at its worst', 'IF(CONTAINS(Long, Half), "y", "n")'],
    ['a replacement at its worst', 'SUBSTITUTE(Long, Half, "x")'],
    ['markup of markup', wrap('"<"', 'HYPERLINK("",', ')')],
    ['a text that is too long already', 'Longer'],
  ])('%s', (_what, source) => expect(() => calculate(source, fields)).toThrow(FormulaError));

  it.each([
    ['a power by a large exponent', '1.0001 ^ 100000'],
    ['a power near one by the largest exponent', '1.00000000000000001 ^ 999999999'],
    ['a power below zero', '0.9999 ^ 999999999'],
    ['rounding far away', 'ROUND(1.5, 100000000000)'],
    ['powers side by side', chain('1.0001^99999', '+')],
    ['searches without end', wrap('1', 'LEN(Combining) + (', ')')],
  ])('%s is calculated', (_what, source) => {
    expect(calculate(source, fields, { returns: 'number' })).toSatisfy(Number.isFinite);
  });

  it.each([
    ['exponentials of exponentials', wrap('1', 'EXP(', ')')],
    ['powers of powers', chain('9', '^')],
    ['more powers than the work allows', chain('(1^1)', '+')],
    ['products of the largest numbers', chain('Huge', '*')],
    ['a power of a difference', '1 / (0.1 ^ 39 - 0.1 ^ 39)'],
    ['a number of a thousand digits', `VALUE("${'9'.repeat(1_000)}")`],
  ])('%s cannot be calculated', (_what, source) => {
    expect(() => calculate(source, fields, { returns: 'number' })).toThrow(FormulaError);
  });

  it('a literal of three thousand digits is refused', () => {
    expect(() => compile('9'.repeat(3_000), {}, { returns: 'number' })).toThrow('too many digits');
  });

  it('odd characters come through', () => {
    expect(calculate('Lone & Nul', fields)).toBe('\ud800xa\0b');
    expect(calculate('LEFT(Combining, 2)', fields)).toBe('e\u0301');
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    '%s is neither a field nor a function',
    (name) => {
      expect(() => compile(name)).toThrow('does not exist');
      expect(() => compile(`${name}()`)).toThrow(/^Function .* does not exist/);
    },
  );
});
