import { describe, expect, it } from 'vitest';
import { FormulaError } from '../../../src/records/formula/errors.js';
import { examples, valueOf, type Fields } from './calculate.js';
import { entriesOf } from '../../support/entries.js';

const fields: Fields = {
  Day: ['date', '2024-02-29'],
  Moment: ['datetime', '2024-02-29T22:30:00.250+0000'],
  NoDay: ['date', null],
  NoMoment: ['datetime', null],
};

describe('date and time functions', () => {
  it.each(
    examples(`
    DATE(2024, 2, 29) → "2024-02-29" | DATE(2024.9, 2.9, 28.9) → "2024-02-28" | DATEVALUE("2024-2-9") → "2024-02-09"
    DATEVALUE("2024-02-09 and more") → "2024-02-09" | DATEVALUE(Moment) → "2024-02-29" | DATEVALUE("") → null
    DATETIMEVALUE("2024-02-29 10:20:30") → "2024-02-29T10:20:30.000+0000"
    DATETIMEVALUE(Day) → "2024-02-29T00:00:00.000+0000" | TODAY() → "2024-02-29"
    NOW() → "2024-02-29T12:34:56.789+0000" | YEAR(Day) → 2024 | MONTH(Day) → 2 | DAY(Day) → 29 | WEEKDAY(Day) → 5
    WEEKDAY(DATE(2024, 3, 3)) → 1 | DAYOFYEAR(Day) → 60 | ISOWEEK(DATE(2021, 1, 3)) → 53
    ISOYEAR(DATE(2021, 1, 3)) → 2020 | ISOWEEK(DATE(2024, 12, 30)) → 1 | ISOYEAR(DATE(2024, 12, 30)) → 2025
    HOUR(TIMEVALUE(Moment)) → 22 | MINUTE(TIMEVALUE("10:20:30.040")) → 20 | SECOND(TIMEVALUE("10:20:30.040")) → 30
    MILLISECOND(TIMEVALUE("10:20:30.040")) → 40 | HOUR(TIMENOW()) → 12 | Day + 1 → "2024-03-01" | 1 + Day → "2024-03-01"
    Day - 1.9 → "2024-02-28" | Day - DATE(2023, 2, 28) → 366 | Moment + 0.5 → "2024-03-01T10:30:00.250+0000"
    Moment - 1 / 24 → "2024-02-29T21:30:00.250+0000"
    (Moment - DATETIMEVALUE("2024-02-29 10:30:00")) * 24 * 3600 → 43200.25
    TEXT(TIMEVALUE("23:00:00.000") + 7200000) → "01:00:00.000"
    TEXT(TIMEVALUE("23:00:00.000") - 3600000) → "22:00:00.000"
    TIMEVALUE("01:00:00.000") - TIMEVALUE("23:00:00.000") → 7200000 | ADDMONTHS(Day, 12) → "2025-02-28"
    ADDMONTHS(Day, 1) → "2024-03-31" | ADDMONTHS(DATE(2023, 1, 30), 1) → "2023-02-28"
    ADDMONTHS(Moment, -1) → "2024-01-31T22:30:00.250+0000" | UNIXTIMESTAMP(Day) → 1709164800
    UNIXTIMESTAMP(Moment) → 1709245800 | UNIXTIMESTAMP(TIMEVALUE("00:01:40.900")) → 100
    FROMUNIXTIME(1709245800) → "2024-02-29T22:30:00.000+0000" | FORMATDURATION(3661) → "01:01:01"
    FORMATDURATION(-90061, TRUE) → "1:01:01:01"
    FORMATDURATION(DATETIMEVALUE("2024-01-01 00:00:00"), DATETIMEVALUE("2024-01-03 01:02:03")) → "2:01:02:03"
    FORMATDURATION(TIMEVALUE("10:00:00.000"), TIMEVALUE("09:00:00.000")) → "01:00:00" | Day > DATE(2024, 2, 28) → true
    Moment > NOW() → true | TIMEVALUE(Moment) < TIMENOW() → false
  `),
  )('%s is %j', (source, expected) => expect(valueOf(source, fields)).toBe(expected));

  it.each(
    entriesOf(`
    YEAR(NoDay) | NoDay + 1 | NoDay - Day | Day + NULL | ADDMONTHS(NoDay, 1) | DATEVALUE(NoMoment) | TEXT(NoMoment)
    HOUR(TIMEVALUE(NoMoment)) | UNIXTIMESTAMP(NoDay) | DATEVALUE(NULL) | FORMATDURATION(NoMoment, Moment)
  `),
  )('%s is blank', (source) => expect(valueOf(source, fields)).toBeNull());

  it.each(
    entriesOf(`
    DATE(2023, 2, 29) | DATE(0, 1, 1) | DATE(10000, 1, 1) | DATE(2024, 13, 1) | DATE(2024, 1, 0) | DATEVALUE("24-01-01")
    DATEVALUE("2024-02-30") | DATEVALUE("nonsense") | DATETIMEVALUE("2024-01-01") | DATETIMEVALUE("2024-01-01 24:00:00")
    HOUR(TIMEVALUE("10:20")) | HOUR(TIMEVALUE("25:00:00.000")) | DATE(9999, 12, 31) + 1 | DATE(1, 1, 1) - 1
    Day + 10 ^ 60 | Moment - 10 ^ 60 | ADDMONTHS(Day, 10 ^ 60) | ADDMONTHS(Day, 120000) | FROMUNIXTIME(10 ^ 60)
    FORMATDURATION(EXP(700) * EXP(100)) | TEXT(TIMEVALUE("01:00:00.000") - 7200000)
  `),
  )('%s cannot be calculated', (source) => expect(() => valueOf(source, fields)).toThrow(FormulaError));
});
