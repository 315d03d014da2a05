import { describe, expect, it } from 'vitest';
import { FormulaSyntaxError } from '../../../src/records/formula/errors.js';
import { MAX_NESTING, MAX_SOURCE_LENGTH } from '../../../src/records/formula/formula-limits.js';
import { compile, examples, valueOf, type Fields } from './calculate.js';
import { rowsOf } from '../../support/entries.js';

const fields: Fields = {
  Name: ['string', 'Ada'],
  Amount: ['currency', 12.5],
  'Account.Name': ['string', 'Acme'],
  'Region__r.Code__c': ['string', 'EU'],
  Status: ['picklist', 'Open'],
  Birthdate: ['date', '2000-02-29'],
  Seen__c: ['datetime', '2024-02-29T10:00:00.000+0000'],
  Active: ['boolean', true],
};

describe('operators bind in the order of the platform', () => {
  it.each(
    examples(`
    1 + 2 * 3 → 7 | (1 + 2) * 3 → 9 | 10 - 4 - 3 → 3 | 100 / 10 / 5 → 2 | 2 * 2 ^ 3 → 64 | 2 ^ 3 ^ 2 → 64
    2 ^ 5 * 7 + 11 → 34359738379 | -2 ^ 2 → 4 | 1 -- 2 → 3 | + + 3 → 3 | "a" & "b" & "c" → "abc"
    TEXT(1 + 2) & "x" → "3x" | 1 + 1 = 2 → true | 1 < 2 = TRUE → true | FALSE && TRUE || TRUE → true
    TRUE || FALSE && FALSE → true | !FALSE && TRUE → true | NOT TRUE || TRUE → true | NOT(1 = 2) → true
    1 <> 2 && 1 != 2 && 1 == 1 → true | 2 >= 2 && 2 <= 2 && !(2 > 2) && !(2 < 2) → true
  `),
  )('%s is %j', (source, expected) => expect(valueOf(source)).toBe(expected));
});

describe('literals, comments and names', () => {
  it.each<[string, unknown]>([
    ...examples(`
    "double" & ' single' → "double single" | 12.50 → 12.5 | .5 + 0.25 → 0.75 | If(tRuE, "y", "n") → "y"
    NAME & account.NAME & REGION__R.code__C → "AdaAcmeEU"
  `),
    [`'it\\'s' & "\\"q\\"" & "\\\\"`, `it's"q"\\`],
    [`"a\\nb\\tc\\rd"`, 'a\nb\tc\rd'],
    ['/* one */ 1 /* two\nlines * / */ + 2', 3],
    ['  nUlL', null],
  ])('%s is %j', (source, expected) => expect(valueOf(source, fields)).toBe(expected));

  it('names every field that is read, once, in declared spelling', () => {
    const { references } = compile('name & ACCOUNT.name & Name & TEXT(amount)', fields);
    expect(references).toEqual([['Name'], ['Account', 'Name'], ['Amount']]);
  });
});

describe('what is wrong is reported with its place', () => {
  it.each([
    ...rowsOf<[string, string, number]>(`
    "" → The formula is empty → 0 | 1 + → Found the end of the formula, expected a value, a field or a function → 3
    (1 → Found the end of the formula, expected ")" → 2
    1 2 → Found "2", expected an operator or the end of the formula → 2 | LEFT("a" 1) → Found "1", expected ")" → 9
    "open → A text is not closed → 0 | 1 /* open → A comment is not closed → 2
    1 # 2 → The character "#" is not allowed in a formula → 2 | 1a → A number consists of digits → 0
    Account..Name → is not a field path → 0 | Account. → is not a field path → 0
    LEFFT("a", 1) → Function LEFFT does not exist. Did you mean LEFT? → 0
    FROBNICATE_ALL(1) → Function FROBNICATE_ALL does not exist. Check spelling → 0
    "x" & Missing__c → Field Missing__c does not exist. Check spelling → 6
    LEFT("a") → LEFT(text, num_chars) takes 2 arguments, not 1 → 0 | ABS() → ABS(number) takes 1 argument, not 0 → 0
    FIND("a") → takes 2 to 3 arguments, not 1 → 0 | IF(TRUE, 1) → takes 3 arguments, not 2 → 0
    CASE(1, 1, 2) → takes 4 or more arguments, not 3 → 0 | CASE(1, 1, 2, 3, 4) → is the else result missing? → 0
    LEFT(1, 1) → LEFT(text, num_chars): argument 1 must be text, not a number. TEXT(...) converts it to text → 5
    LEFT("a", "b") → argument 2 must be a number, not text → 10 | 1 & "a" → & does not accept a number and text → 2
    1 + "a" → + does not accept a number and text. TEXT(...) converts a number to text → 2
    "a" * 2 → * does not accept text and a number → 4 | TODAY() + NOW() → + does not accept a date and a date/time → 8
    TODAY() = NOW() → DATEVALUE(...) converts a date/time to a date → 8
    Status = "Open" → Use a picklist with TEXT, ISPICKVAL or CASE → 7
    IF(1, 2, 3) → argument 1 must be true or false, not a number → 3
    IF(TRUE, 1, "a") → all results must have the same type → 12 | !1 → NOT expects true or false, not a number → 0
    -"a" → - expects a number, not text → 0 | TRUE < FALSE → < does not accept → 5
    1 && TRUE → && does not accept a number and true or false → 2
    TIMENOW() + TIMENOW() → + does not accept a time and a time → 10
    1 - TODAY() → - does not accept a number and a date → 2 | IFS(TRUE, 1, TRUE, 2) → is the else result missing? → 0
    CASE(1, "a", 2, 3) → argument 2 must be a number, not text → 8
    BLANKVALUE(1, "a") → argument 2 must be a number, not text → 14
    FORMATDURATION(NOW()) → argument 1 must be a number, not a date/time → 15
    FORMATDURATION(NOW(), TODAY()) → argument 2 must be a date/time, not a date → 22
    DATEVALUE(1) → argument 1 must be text or a date/time, not a number → 10
    ADDMONTHS("a", 1) → argument 1 must be a date, not text → 10
    PICKLISTCOUNT("a") → argument 1 must be a picklist → 14 | TEXT("a") → argument 1 must be a number or a date or → 5
    YEAR(Seen__c) → argument 1 must be a date, not a date/time. DATEVALUE(...) converts it to a date → 5
    ISBLANK(Active) → a boolean is never blank → 8 | ISPICKVAL(Name, "x") → argument 1 must be a picklist, not text → 10
    ISPICKVAL(Status, Name) → argument 2 must be a quoted string → 18
    CASE(1, 1, TRUE, FALSE) → use IF for a boolean → 11
    ISCHANGED(Name) → ISCHANGED is not available in formula fields: it needs the previous values → 0
    ISNEW() → ISNEW is not available → 0 | PRIORVALUE(Name) → PRIORVALUE is not available → 0
    REGEX("a", "b") → REGEX is not available → 0 | CURRENCYRATE("EUR") → the service stores no exchange rates → 0
  `),
    ['   ', 'The formula is empty', 0],
    ['"\\q"', 'Unknown escape after \\: expected one of', 1],
  ])('%s: %s', (source, message, position) => {
    let caught: unknown;
    try {
      compile(source, fields);
    } catch (error) {
      caught = error;
    }
    expect(caught).toBeInstanceOf(FormulaSyntaxError);
    expect((caught as FormulaSyntaxError).message).toContain(message);
    expect((caught as FormulaSyntaxError).position).toBe(position);
  });

  it.each([
    [
      '1',
      'string',
      'The formula returns a number, but the field is declared to return text. TEXT(...) converts it to text',
    ],
    ['"a"', 'number', 'The formula returns text, but the field is declared to return a number'],
    ['NOW()', 'date', 'DATEVALUE(...) converts it to a date'],
    ['TODAY()', 'datetime', 'but the field is declared to return a date/time'],
    ['TRUE', 'string', 'The formula returns true or false'],
    ['TIMENOW()', 'string', 'The formula returns a time'],
    ['Status', 'string', 'The formula returns a picklist'],
  ] as const)('%s for a field that returns %s', (source, returns, message) => {
    expect(() => compile(source, fields, { returns })).toThrow(message);
  });
});

describe('bounds on the source', () => {
  it(`takes ${MAX_SOURCE_LENGTH} characters and no more`, () => {
    expect(valueOf('1'.padEnd(MAX_SOURCE_LENGTH, ' '))).toBe(1);
    expect(() => compile('1'.padEnd(MAX_SOURCE_LENGTH + 1, ' '))).toThrow(FormulaSyntaxError);
  });

  it(`nests ${MAX_NESTING} levels and no more`, () => {
    const nested = (depth: number): string => '('.repeat(depth - 1) + '1' + ')'.repeat(depth - 1);
    expect(valueOf(nested(MAX_NESTING))).toBe(1);
    expect(() => compile(nested(MAX_NESTING + 1))).toThrow(`at most ${MAX_NESTING} levels are allowed`);
    expect(() => compile('-'.repeat(3000) + '1')).toThrow(`at most ${MAX_NESTING} levels are allowed`);
  });

  it('calculates the longest chain that fits', () => {
    expect(valueOf('1' + '+1'.repeat(1900))).toBe(1901);
    expect(valueOf('!'.repeat(300) + '(1' + '+1'.repeat(1700) + '=0)')).toBe(false);
  });
});
