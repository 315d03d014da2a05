import { describe, expect, it } from 'vitest';
import { FormulaError } from '../../../src/records/formula/errors.js';
import { examples, valueOf, type Fields } from './calculate.js';

const fields: Fields = {
  Blank: ['string', null],
  Name: ['string', 'Ada Lovelace'],
  None: ['number', null],
  AccountId: ['reference', '0015I0000004rAwQAI'],
};

describe('text functions', () => {
  it.each<[string, unknown]>([
    ...examples(`
    LEN(Name) → 12 | LEN(Blank) → 0 | LEFT(Name, 3) → "Ada" | LEFT(Name, 99) → "Ada Lovelace" | LEFT(Name, -1) → null
    RIGHT(Name, 4) → "lace" | RIGHT(Name, 0) → null | RIGHT(Name, 99) → "Ada Lovelace" | MID(Name, 5, 4) → "Love"
    MID(Name, 0, 3) → "Ada" | MID(Name, 99, 3) → null | MID(Name, 5, 99) → "Lovelace" | FIND("a", Name) → 3
    FIND("a", Name, 4) → 10 | FIND("a", Name, 0) → 3 | FIND("z", Name) → 0 | FIND("", Name) → 0 | FIND("a", Blank) → 0
    BEGINS(Name, "Ada") → true | BEGINS(Name, "ada") → false | CONTAINS(Name, "Love") → true
    CONTAINS(Name, "love") → false | CONTAINS(Name, "") → true | CONTAINS(Blank, "x") → false
    IF(NOT(CONTAINS(Blank, "x")), "no", "unknown") → "unknown" | SUBSTITUTE(Name, "a", "$&") → "Ad$& Lovel$&ce"
    SUBSTITUTE(Name, "Ada ", Blank) → "Lovelace" | SUBSTITUTE(Name, Blank, "x") → null | UPPER("straße") → "STRASSE"
    UPPER("istanbul", "tr_TR") → "İSTANBUL" | UPPER("istanbul", "no such locale") → "ISTANBUL" | LOWER("ÀB") → "àb"
    LOWER("I", "tr") → "ı" | INITCAP("ada LOVELACE o'brien") → "Ada Lovelace O'Brien"
    INITCAP("élan vital 2nd") → "Élan Vital 2nd" | TRIM("   ") → null | LPAD("7", 3, "0") → "007"
    LPAD("7", 4) → "   7" | RPAD("ab", 7, "xyz") → "abxyzxy" | LPAD("abc", 2) → "ab" | RPAD(Blank, 3, "x") → null
    LPAD("a", 3, "") → "a" | REVERSE("añ😀b") → "b😀ña" | ASCII("A") → 65 | ASCII("😀") → 128512 | ASCII(Blank) → null
    CHR(65) & CHR(128512) → "A😀" | Blank & "x" & Blank → "x" | "a" + Blank → "a" | Blank & Blank → null
    "a" & BR() & "b" → "a<br>b" | CASESAFEID("0015I0000004rAw") → "0015I0000004rAwQAI" | CASESAFEID("short") → "short"
  `),
    ['TRIM("  a b\\t\\n ")', 'a b'],
    ['HYPERLINK("/a?b=1&c=2", "A <b>")', '<a href="/a?b=1&amp;c=2" target="_blank">A &lt;b&gt;</a>'],
    ['HYPERLINK("/x", "X", "_self")', '<a href="/x" target="_self">X</a>'],
    [
      `IMAGE("/i.png", "a \\"b\\"", 16, 32)`,
      '<img src="/i.png" alt="a &quot;b&quot;" style="height:16px; width:32px;" border="0"/>',
    ],
    ['HYPERLINK("/x", "O\'Brien")', '<a href="/x" target="_blank">O&#39;Brien</a>'],
    ['IMAGE("/i.png", "a")', '<img src="/i.png" alt="a" border="0"/>'],
  ])('%s is %j', (source, expected) => expect(valueOf(source, fields)).toBe(expected));

  it.each([
    ['CHR(0)', 'not a character code'],
    ['CHR(55296)', 'not a character code'],
    ['CHR(99999999)', 'not a character code'],
    ['IMAGE("/i", "a", -1, 1)', 'height and width must be'],
  ])('%s cannot be calculated', (source, message) => {
    expect(() => valueOf(source, fields)).toThrow(FormulaError);
    expect(() => valueOf(source, fields)).toThrow(message);
  });

  it('compares Ids of 15 and 18 characters as equal, and only those', () => {
    expect(valueOf('AccountId = "0015I0000004rAw"', fields)).toBe(true);
    expect(valueOf('"0015I0000004rAw" <> AccountId', fields)).toBe(false);
    expect(valueOf('AccountId = "0015I0000004raw"', fields)).toBe(false);
    expect(valueOf('CASE(AccountId, "0015I0000004rAw", "yes", "no")', fields)).toBe('yes');
    expect(valueOf('"0015I0000004rAwQAI" = "0015I0000004rAw"', fields)).toBe(false);
  });
});

describe('conversions', () => {
  it.each(
    examples(`
    TEXT(12.50) → "12.5" | TEXT(1 / 3) → "0.333333333333333333333333333333333333333"
    TEXT(10 ^ 30) → "1000000000000000000000000000000" | TEXT(-0.0) → "0" | TEXT(DATE(2024, 2, 29)) → "2024-02-29"
    TEXT(DATE(1, 2, 3)) → "0001-02-03" | TEXT(NOW()) → "2024-02-29 12:34:56Z" | TEXT(TIMENOW()) → "12:34:56.789"
    TEXT(NULL) → null | VALUE("12.5") → 12.5 | VALUE("-1e3") → -1000 | VALUE(".5") → 0.5 | VALUE("") → null
    ISNUMBER("12") → true | ISNUMBER("1,2") → false | ISNUMBER("") → false | ISNUMBER(" 1") → false
    ISNUMBER("1e999999999") → false
  `),
  )('%s is %j', (source, expected) => expect(valueOf(source, fields)).toBe(expected));

  it.each(['VALUE("abc")', 'VALUE("1 ")', 'VALUE("1e999")', 'VALUE("0x10")', 'VALUE("Infinity")'])(
    '%s cannot be calculated',
    (source) => expect(() => valueOf(source, fields)).toThrow(FormulaError),
  );
});
