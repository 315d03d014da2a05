import { describe, expect, it } from 'vitest';
import { FormulaError } from '../../../src/records/formula/errors.js';
import { calculate, examples, valueOf, type Fields } from './calculate.js';
import { entriesOf } from '../../support/entries.js';

const fields: Fields = {
  Blank: ['string', null],
  Name: ['string', 'Ada'],
  Unset: ['boolean', null],
  NoDate: ['date', null],
  Status: ['picklist', 'Open'],
  Empty: ['picklist', null],
  Colours: ['picklist', 'Red;Green;Blue'],
};

describe('logical functions', () => {
  it.each(
    examples(`
    AND(TRUE, 1 = 1) → true | AND(TRUE, NULL) → false | NOT(AND(TRUE, NULL)) → true | OR(FALSE, NULL, TRUE) → true
    OR(FALSE, NULL) → false | NOT(NULL) → false | IF(NOT(NULL), 1, 2) → 2 | IF(NULL, 1, 2) → 2
    IF(Unset, "set", "unset") → "unset" | Unset = FALSE → true | IF(TRUE, IF(FALSE, NULL, NULL), 5) → null
    IFS(FALSE, 1, TRUE, 2, 3) → 2 | IFS(FALSE, 1, FALSE, 2, 3) → 3 | CASE("b", "a", 1, "b", 2, 3) → 2
    CASE("z", "a", 1, "b", 2, 3) → 3 | CASE(Blank, "", 1, 2) → 1 | CASE(NoDate, NoDate, 1, 2) → 2
    CASE(MOD(7, 3), 1, "one", 2, "two", "none") → "one" | CASE(NULL, 1, "a", "else") → "else"
    CASE(Status, "Open", 1, "Closed", 2, 0) → 1 | CASE(Empty, "", "blank", "set") → "blank" | ISBLANK(Blank) → true
    ISBLANK("") → true | ISBLANK(Name) → false | ISBLANK(NoDate) → true | ISBLANK(Empty) → true | ISNULL(Blank) → false
    ISNULL(NoDate) → true | BLANKVALUE(Blank, "x") → "x" | BLANKVALUE(Empty, "x") → "x"
    BLANKVALUE(Status, "x") → "Open" | NULLVALUE(Blank, "x") → null
    BLANKVALUE(NoDate, DATE(2024, 1, 1)) → "2024-01-01" | Blank = "" → true | Blank = NULL → true | Blank <> "a" → true
    NoDate = NULL → false | NoDate <> DATE(2024, 1, 1) → false | "a" < "b" → true | "a" < "B" → false
    Blank < "b" → false | ISPICKVAL(Status, "Open") → true | ISPICKVAL(Status, "open") → false
    ISPICKVAL(Empty, "") → true | TEXT(Status) = "Open" → true | INCLUDES(Colours, "Green") → true
    INCLUDES(Colours, "Gre") → false | PICKLISTCOUNT(Colours) → 3 | PICKLISTCOUNT(Empty) → 0
  `),
  )('%s is %j', (source, expected) => expect(valueOf(source, fields)).toBe(expected));

  it.each(
    entriesOf(`
    IF(TRUE, 1, 1 / 0) | IF(FALSE, 1 / 0, 1) | CASE("a", "a", 1, "b", 1 / 0, 1 / 0) | IF(OR(TRUE, 1 / 0 = 1), 1, 2)
    IF(AND(FALSE, 1 / 0 = 1), 2, 1) | IF(FALSE && 1 / 0 = 1, 2, 1) | IF(TRUE || 1 / 0 = 1, 1, 2) | BLANKVALUE(1, 1 / 0)
  `),
  )('%s does not calculate what does not matter', (source) => expect(valueOf(source, fields)).toBe(1));

  it('a boolean field is never blank', () =>
    expect(calculate('NoDate > TODAY()', fields, { returns: 'boolean' })).toBe(false));

  it.each<[string, Fields]>([
    ['Bad + 1', { Bad: ['number', 'x'] }],
    ['YEAR(Bad)', { Bad: ['date', '2024-02-30'] }],
    ['YEAR(Bad)', { Bad: ['date', 'soon'] }],
    ['LEN(Bad)', { Bad: ['string', 5] }],
    ['IF(Bad, 1, 2)', { Bad: ['boolean', 'yes'] }],
    ['HOUR(TIMEVALUE(Bad))', { Bad: ['datetime', '2024-01-01 10:00:00'] }],
  ])('%s fails where a field holds what it cannot', (source, bad) => {
    expect(() => calculate(source, bad, { returns: 'number' })).toThrow(FormulaError);
  });
});
