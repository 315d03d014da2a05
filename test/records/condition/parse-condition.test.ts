import { describe, expect, it } from 'vitest';
import { ConditionError } from '../../../src/records/condition/condition.js';
import { parseCondition } from '../../../src/records/condition/parse-condition.js';
import { checksum } from '../../../src/records/ids.js';
import type { FieldValues } from '../../../src/records/record.js';
import { sample } from './object-type.js';
import { rowsOf } from '../../support/entries.js';

/** A Wednesday in the second week of a quarter's second month. */
const now = new Date('2026-02-11T15:30:00Z');
const holds = (source: string, record: FieldValues) =>
  parseCondition(source, sample).test((field) => record[field] ?? null, now);
const fault = (source: string): ConditionError => {
  try {
    parseCondition(source, sample);
  } catch (error) {
    if (error instanceof ConditionError) return error;
    throw error;
  }
  throw new Error(`"${source}" was accepted`);
};
const short = '001LK0000000aBC';
const long = short + checksum(short);

describe('a condition of the filter language', () => {
  it.each<[string, FieldValues, boolean]>([
    ["Name = 'acme'", { Name: 'ACME' }, true],
    ["Name = 'acme'", { Name: 'ACME ' }, false],
    ["Name != 'acme'", { Name: 'Acme' }, false],
    ["Name <> 'acme'", { Name: 'Other' }, true],
    ["name = 'Stra\\u00dfe'", { Name: 'straße' }, true],
    ["Name = 'O\\'Brien'", { Name: "o'brien" }, true],
    ["Name > 'b'", { Name: 'C' }, true],
    ["City__c IN ('Cork', 'Galway')", { City__c: 'galway' }, true],
    ["City__c NOT IN ('Cork', 'Galway')", { City__c: 'galway' }, false],
    ['Amount__c >= 10', { Amount__c: 10 }, true],
    ['Amount__c > 1e1', { Amount__c: 10 }, false],
    ['Amount__c = -0.5', { Amount__c: -0.5 }, true],
    ['Amount__c IN (1, 2.0, 3)', { Amount__c: 2 }, true],
    ['Active__c = TRUE', { Active__c: true }, true],
    ['Active__c != true', { Active__c: true }, false],
    ["Name = 'a' AND Amount__c = 1 AND Active__c = TRUE", { Name: 'a', Amount__c: 1, Active__c: true }, true],
    ["Name = 'a' OR Amount__c = 1", { Name: 'b', Amount__c: 1 }, true],
    ["(Name = 'a' OR Amount__c = 1) AND Active__c = TRUE", { Name: 'a', Active__c: false }, false],
    ["NOT Name = 'a' AND Amount__c = 2", { Name: 'b', Amount__c: 1 }, false],
    ["NOT (Name = 'a' AND Amount__c = 2)", { Name: 'a', Amount__c: 1 }, true],
  ])('%s for %j is %s', (source, record, expected) => expect(holds(source, record)).toBe(expected));

  it('compares Ids in either form as equal, 15 and 18 characters', () => {
    expect(holds(`Account__c = '${short}'`, { Account__c: long })).toBe(true);
    expect(holds(`Account__c IN ('${long}')`, { Account__c: long })).toBe(true);
    expect(holds(`Account__c = '${short.toLowerCase()}'`, { Account__c: long })).toBe(false);
  });

  it.each<[string, boolean]>(
    rowsOf(`
    Name = null → true | Name = '' → true | Name != null → false | Name != 'a' → true | Name NOT IN ('a') → true
    Name IN ('a', null) → true | Name < 'a' → false | NOT Name < 'a' → true | Name LIKE '%' → false
    Amount__c < 0 → false | Amount__c >= 0 → false | Amount__c != 0 → true | Born__c < TODAY → false
    Born__c != TODAY → true | Active__c = FALSE → true | Active__c = null → false
  `),
  )('of a blank field: %s is %s', (source, expected) => expect(holds(source, {})).toBe(expected));

  it.each<[string, string, boolean]>([
    ["Name LIKE 'ac%'", 'ACME', true],
    ["Name LIKE '%me'", 'Acme', true],
    ["Name LIKE '%c%e'", 'Acme', true],
    ["Name LIKE 'a_me'", 'Acme', true],
    ["Name LIKE 'a_me'", 'Ame', false],
    ["Name LIKE 'acme'", 'Acme Ltd', false],
    ["Name LIKE '50\\\\%'", '50%', false],
    ["Name LIKE '50\\%'", '50%', true],
    ["Name LIKE '50\\%'", '50x', false],
    ["Name LIKE 'a\\_b'", 'axb', false],
    ["Name LIKE '_'", '😀', true],
    ["Name LIKE '%%%a%%%'", 'bab', true],
  ])('%s for "%s" is %s', (source, name, expected) => expect(holds(source, { Name: name })).toBe(expected));

  it('answers a hostile LIKE pattern over a long text at once: no backtracking', () => {
    const pattern = `${'%a'.repeat(400)}%b`;
    expect(holds(`Name LIKE '${pattern}'`, { Name: 'a'.repeat(100_000) })).toBe(false);
    expect(holds(`Name LIKE '${pattern}'`, { Name: `${'a'.repeat(100_000)}b` })).toBe(true);
  });

  it.each<[string, string, string]>(
    rowsOf(`
    TODAY → 2026-02-11 → 2026-02-12 | YESTERDAY → 2026-02-10 → 2026-02-11 | TOMORROW → 2026-02-12 → 2026-02-13
    LAST_N_DAYS:3 → 2026-02-08 → 2026-02-12 | NEXT_N_DAYS:3 → 2026-02-12 → 2026-02-15
    N_DAYS_AGO:3 → 2026-02-08 → 2026-02-09 | LAST_90_DAYS → 2025-11-13 → 2026-02-12
    THIS_WEEK → 2026-02-08 → 2026-02-15 | LAST_WEEK → 2026-02-01 → 2026-02-08 | next_week → 2026-02-15 → 2026-02-22
    LAST_N_WEEKS:2 → 2026-01-25 → 2026-02-08 | THIS_MONTH → 2026-02-01 → 2026-03-01
    LAST_MONTH → 2026-01-01 → 2026-02-01 | NEXT_N_MONTHS:2 → 2026-03-01 → 2026-05-01
    THIS_QUARTER → 2026-01-01 → 2026-04-01 | LAST_QUARTER → 2025-10-01 → 2026-01-01
    N_QUARTERS_AGO:2 → 2025-07-01 → 2025-10-01 | THIS_YEAR → 2026-01-01 → 2027-01-01
    LAST_YEAR → 2025-01-01 → 2026-01-01 | LAST_N_YEARS:2 → 2024-01-01 → 2026-01-01
    2026-02-11 → 2026-02-11 → 2026-02-12
  `),
  )('%s runs from %s up to but without %s', (literal, start, end) => {
    const before = (day: string) => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
    const test = (operator: string, day: string) => holds(`Born__c ${operator} ${literal}`, { Born__c: day });
    const answers = (day: string) => ['=', '!=', '<', '<=', '>', '>='].map((operator) => test(operator, day));
    expect(answers(before(start))).toEqual([false, true, true, true, false, false]);
    expect(answers(start)).toEqual([true, false, false, true, false, true]);
    expect(answers(before(end))).toEqual([true, false, false, true, false, true]);
    expect(answers(end)).toEqual([false, true, false, false, true, true]);
  });

  it('compares datetimes as moments, whatever zone they are written in', () => {
    const record = { Seen__c: '2026-02-11T08:00:00.000+0000' };
    expect(holds('Seen__c = 2026-02-11T10:00:00+02:00', record)).toBe(true);
    expect(holds('Seen__c < 2026-02-11T08:00:01Z', record)).toBe(true);
    expect(holds('Seen__c = TODAY', record)).toBe(true);
  });

  it('names the fields that it reads, in declared spelling, once', () => {
    expect(parseCondition("NAME = 'a' AND (name = 'b' OR amount__C = 1)", sample).fields).toEqual([
      'Name',
      'Amount__c',
    ]);
  });

  it.each<[string, number, RegExp]>([
    ['', 0, /empty/],
    ["Nmae = 'a'", 0, /No such column 'Nmae' on entity 'Sample__c'. Did you mean 'Name'\?/],
    ["Account__r.Name = 'a'", 0, /not of its parents/],
    ["Name = 'a' AND Amount__c = 1 OR Amount__c = 2", 29, /parentheses/],
    ["Name = 'a", 7, /not closed/],
    ['Name = "a"', 7, /single quotes/],
    ["Name = 'a\\x'", 9, /escape/],
    ['Name = 5', 7, /expected a string in single quotes, found a number/],
    ["Amount__c = '5'", 12, /a number without quotes/],
    ["Active__c = 'true'", 12, /TRUE or FALSE/],
    ['Active__c > TRUE', 10, /use = or !=/],
    ['Amount__c < null', 10, /no order/],
    ["Name < ''", 5, /no order/],
    ["Amount__c LIKE '5%'", 10, /LIKE compares only strings/],
    ["Name NOT LIKE 'a%'", 5, /NOT Name LIKE/],
    ['Name LIKE null', 10, /pattern/],
    ["Account__c = 'acme'", 13, /not an Id/],
    [`Account__c = '${short}AAA'`, 13, /not an Id/],
    ['Born__c = 2026-02-30', 10, /not a number, a date/],
    ['Born__c = 2026-02-01T00:00:00Z', 10, /2026-01-31/],
    ['Seen__c = 2026-02-01', 10, /datetime/],
    ['Seen__c = 2026-02-01T00:00:00', 10, /zone/],
    ['Born__c = LAST_N_DAYS', 10, /needs a whole number/],
    ['Born__c = LAST_N_DAYS:0', 10, /from 1 to 9999/],
    ['Born__c = TODAY:3', 10, /does not take a number/],
    ['Born__c = TODDAY', 10, /Did you mean TODAY/],
    ['Name = acme', 7, /single quotes/],
    ['Amount__c = 1e999', 12, /too large/],
    ['Name IN ()', 9, /expected a value/],
    ["Name IN ('a'", 12, /the end, expected \)/],
    ["(Name = 'a'", 11, /expected \)/],
    ["Name = 'a') ", 10, /AND, OR or the end of the condition/],
    ["= 'a'", 0, /a field name/],
    ["Name 'a'", 5, /an operator/],
    ["Name = 'a' § Name", 11, /Unexpected character/],
  ])('%s is refused at %i', (source, position, message) => {
    const error = fault(source);
    expect(error.message).toMatch(message);
    expect(error.position).toBe(position);
  });

  it('bounds length, depth and patterns', () => {
    expect(fault(`Name = '${'a'.repeat(10_000)}'`).message).toMatch(/at most 10000/);
    expect(fault(`${'('.repeat(5_000)}Name = 'a'`).message).toMatch(/at most 50 levels/);
    expect(fault(`${'NOT '.repeat(2_000)}Name = 'a'`).message).toMatch(/at most 50 levels/);
    expect(fault(`Name LIKE '${'_'.repeat(1_001)}'`).message).toMatch(/at most 1000/);
    const nested = `${'('.repeat(50)}Name = 'a'${')'.repeat(50)}`;
    expect(holds(nested, { Name: 'a' })).toBe(true);
  });

  it.each(['__proto__', 'constructor', 'toString'])('does not take %s for a field', (name) => {
    expect(fault(`${name} = 'a'`)).toBeInstanceOf(ConditionError);
  });
});
