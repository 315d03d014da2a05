import { describe, expect, it } from 'vitest';
import { FormulaError } from '../../../src/records/formula/errors.js';
import { examples, valueOf, type Fields } from './calculate.js';
import { rowsOf } from '../../support/entries.js';

const fields: Fields = {
  None: ['number', null],
  Half: ['percent', 50],
  Price: ['currency', 0.1],
  Tax: ['currency', 0.2],
};

describe('mathematical functions', () => {
  it.each<[string, unknown]>([
    ...examples(`
    0.1 + 0.2 → 0.3 | Price + Tax → 0.3 | Half * 10 → 5 | 7 / 2 → 3.5 | 1 / 9 * 9 = 1 → false | MFLOOR(1 / 9 * 9) → 1
    FLOOR(-1.7) → -1 | CEILING(-1.2) → -2 | MFLOOR(-1.2) → -2 | MCEILING(-1.7) → -1 | ROUND(2.5, 0) → 3
    ROUND(-2.5, 0) → -3 | ROUND(1.005, 2) → 1.01 | ROUND(225.49823, -2) → 200 | ROUND(250, -2) → 300
    ROUND(95, -2) → 100 | ROUND(45, -2) → 0 | ROUND(95, -3) → 0 | ROUND(-95, -2) → -100 | ROUND(7, -9999) → 0
    ROUND(1.5, 9999) → 1.5 | TRUNC(-1.29, 1) → -1.2 | TRUNC(1299, -2) → 1200 | TRUNC(99, -2) → 0 | TRUNC(1.9) → 1
    MOD(-7, 3) → -1 | MOD(7.5, 2) → 1.5 | ABS(-3) → 3 | MAX(1, 3, 2) → 3 | MIN(4) → 4 | EXP(0) → 1 | LN(EXP(1)) → 1
    LOG(100) → 2 | SIN(0) → 0 | COS(0) → 1 | TAN(0) → 0 | ACOS(1) → 0 | 2 ^ 10 → 1024 | 2 ^ -2 → 0.25 | (-2) ^ 3 → -8
    0 ^ 0 → 1 | 0 ^ 5 → 0 | 0.1 ^ 50 → 0 | 10 ^ 64 → 1e+64
  `),
    ['SQRT(2)', Math.SQRT2],
    ['PI()', Math.PI],
    ['ASIN(1)', Math.PI / 2],
    ['ATAN(1)', Math.PI / 4],
    ['ATAN2(1, -1)', (3 * Math.PI) / 4],
  ])('%s is %j', (source, expected) => expect(valueOf(source, fields)).toBe(expected));

  it.each(
    rowsOf<[string, string]>(`
    1 / 0 → Division by zero | MOD(1, 0) → division by zero | SQRT(-1) → SQRT has no result | LN(0) → LN is out of range
    LOG(-1) → LOG has no result | EXP(1000) → EXP is out of range | ACOS(2) → ACOS has no result
    2 ^ 0.5 → expected a whole number as exponent | 10 ^ 65 → a result of at most 10^64 | 0 ^ -1 → cannot be raised
    1.0001 ^ 1000000000 → cannot be raised | EXP(700) * EXP(700) → The product is too large
    EXP(700) * EXP(100) → The result is too large
  `),
  )('%s cannot be calculated', (source, message) => {
    expect(() => valueOf(source, fields)).toThrow(FormulaError);
    expect(() => valueOf(source, fields)).toThrow(message);
  });

  it('returns a percentage as people write it', () => expect(valueOf('Half', fields)).toBe(0.5));
});

describe('blank numbers', () => {
  it.each(
    rowsOf<[string, number | boolean | string, null | boolean | number | string]>(`
    None + 1 → 1 → null | -None → 0 → null | None * 5 → 0 → null | ROUND(None, 2) → 0 → null | MAX(None, 3) → 3 → null
    None = 0 → true → false | None < 1 → true → false | ISBLANK(None) → false → true | ISNULL(None) → false → true
    BLANKVALUE(None, 7) → 0 → 7 | NULLVALUE(None, 7) → 0 → 7 | IF(None = NULL, "yes", "no") → no → no
    TEXT(None) → "0" → null | None → 0 → null
  `),
  )('%s is %j as zero, %j as blank', (source, asZero, asBlank) => {
    expect(valueOf(source, fields, { blankAs: 'zero' })).toBe(asZero);
    expect(valueOf(source, fields, { blankAs: 'blank' })).toBe(asBlank);
  });

  it('fail in ATAN2, as on the platform', () => {
    expect(() => valueOf('ATAN2(None, 1)', fields, { blankAs: 'blank' })).toThrow(FormulaError);
    expect(valueOf('ATAN2(None, 1)', fields, { blankAs: 'zero' })).toBe(0);
  });
});

describe('locations', () => {
  it.each(
    examples(`
    ROUND(DISTANCE(GEOLOCATION(52.52, 13.405), GEOLOCATION(48.8566, 2.3522), 'km'), 0) → 877
    ROUND(DISTANCE(GEOLOCATION(52.52, 13.405), GEOLOCATION(48.8566, 2.3522), 'mi'), 0) → 545
    DISTANCE(GEOLOCATION(1, 2), GEOLOCATION(1, 2), 'km') → 0
  `),
  )('%s is %j', (source, expected) => expect(valueOf(source)).toBe(expected));

  it('are blank when both numbers are, and fail when one is', () => {
    const to = "GEOLOCATION(1, 2), 'km')";
    expect(valueOf(`DISTANCE(GEOLOCATION(None, None), ${to}`, fields, { blankAs: 'blank' })).toBeNull();
    expect(() => valueOf(`DISTANCE(GEOLOCATION(None, 1), ${to}`, fields, { blankAs: 'blank' })).toThrow(
      'both be given',
    );
    expect(() => valueOf(`DISTANCE(GEOLOCATION(91, 1), ${to}`)).toThrow('latitude');
    expect(() => valueOf(`DISTANCE(GEOLOCATION(1, 181), ${to}`)).toThrow('longitude');
    expect(() => valueOf("DISTANCE(GEOLOCATION(1, 1), GEOLOCATION(1, 2), 'ft')")).toThrow("'mi' or 'km'");
  });
});
