import {
  addMonths,
  dayOfWeek,
  dayOfYear,
  inRange,
  isoWeek,
  midnight,
  timeOfDay,
  validDay,
  validTime,
} from '../calendar.js';
import { fromDouble, type Decimal } from '../decimal.js';
import { FormulaError } from '../errors.js';
import type { Expression, FormulaScope } from '../scope.js';
import { describeType, type ExpressionType, type FormulaValue } from '../value.js';
import { define, defineStrict, custom, expectType, wrongType, type FormulaFunction } from './formula-function.js';

/** Defines a function that reads a part of a date or time. A blank argument yields a blank. */
function part(name: string, of: 'date' | 'time', read: (value: number) => number): FormulaFunction {
  return defineStrict(`${name}(${of})`, [of], 'number', (_scope, value) => fromDouble(read(value), name));
}

const DATE_TEXT = /^(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)/;
const DATETIME_TEXT = /^(\d{4})-(\d{1,2})-(\d{1,2}) (\d{1,2}):(\d{1,2}):(\d{1,2})(?!\d)/;
const TIME_TEXT = /^(\d{1,2}):(\d{1,2}):(\d{1,2})\.(\d{1,9})$/;

function parts(pattern: RegExp, text: string): number[] | undefined {
  return pattern.exec(text)?.slice(1).map(Number);
}

function unreadable(name: string, text: string, form: string): FormulaError {
  return new FormulaError(`${name}: ${JSON.stringify(text.slice(0, 40))} does not have the form ${form}`);
}

function parseDate(text: string): number {
  const [year = 0, month = 0, day = 0] = parts(DATE_TEXT, text) ?? [];
  const date = validDay(year, month, day);
  if (date === undefined) throw unreadable('DATEVALUE', text, 'YYYY-MM-DD');
  return date;
}

function parseDateTime(text: string): number {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts(DATETIME_TEXT, text) ?? [];
  const date = validDay(year, month, day);
  const time = validTime(hour, minute, second, 0);
  if (date === undefined || time === undefined) throw unreadable('DATETIMEVALUE', text, 'YYYY-MM-DD HH:MM:SS');
  return date + time;
}

function parseTime(text: string): number {
  const [hour = 99, minute = 0, second = 0, millisecond = 0] = parts(TIME_TEXT, text) ?? [];
  const time = validTime(hour, minute, second, millisecond);
  if (time === undefined) throw unreadable('TIMEVALUE', text, 'HH:MM:SS.MS');
  return time;
}

function conversion(
  name: string,
  returns: ExpressionType,
  from: Partial<Record<ExpressionType, (value: never) => FormulaValue>>,
): FormulaFunction {
  const signature = `${name}(expression)`;
  return custom(signature, 1, 1, (args) => {
    const argument = args[0]!;
    if (argument.type === 'null') return { type: returns, run: () => null };
    const type = argument.type === 'id' ? 'text' : argument.type;
    const convert = from[type] as ((value: FormulaValue) => FormulaValue) | undefined;
    if (convert === undefined) {
      const wanted = (Object.keys(from) as ExpressionType[]).map(describeType).join(' or ');
      throw wrongType(argument, signature, 0, wanted);
    }
    return {
      type: returns,
      run: (scope) => {
        const value = argument.run(scope);
        return value === null || value === '' ? null : convert(value);
      },
    };
  });
}

const same = (value: number): number => value;

function makeDate(year: Decimal, month: Decimal, day: Decimal): number {
  const date = validDay(Math.trunc(year.toNumber()), Math.trunc(month.toNumber()), Math.trunc(day.toNumber()));
  if (date !== undefined) return date;
  throw new FormulaError(`DATE: ${year.toString()}-${month.toString()}-${day.toString()} is not a valid date`);
}

const ADDMONTHS = 'ADDMONTHS(date, num)';
const addMonthsFunction: FormulaFunction = custom(ADDMONTHS, 2, 2, (args) => {
  const [date, months] = args as [Expression, Expression];
  if (date.type !== 'datetime') expectType(date, 'date', ADDMONTHS, 0);
  expectType(months, 'number', ADDMONTHS, 1);
  return {
    type: date.type === 'datetime' ? 'datetime' : 'date',
    run: (scope) => {
      const from = date.run(scope) as number | null;
      const by = months.run(scope) as Decimal | null;
      if (from === null || by === null) return null;
      const whole = Math.trunc(by.toNumber());
      if (Math.abs(whole) > 12 * 9999) throw new FormulaError('A date is outside the years 1 to 9999');
      return addMonths(from, whole);
    },
  };
});

/** Formats seconds as `HH:MM:SS` with any number of hours, or as `D:HH:MM:SS`. Omits the sign. */
function formatDuration(seconds: number, withDays: boolean): string {
  const total = BigInt(Math.trunc(Math.abs(seconds)));
  const two = (value: bigint): string => value.toString().padStart(2, '0');
  const hours = total / 3600n;
  const rest = `${two((total / 60n) % 60n)}:${two(total % 60n)}`;
  return withDays ? `${hours / 24n}:${two(hours % 24n)}:${rest}` : `${two(hours)}:${rest}`;
}

function finiteSeconds(seconds: Decimal): number {
  const number = seconds.toNumber();
  if (!Number.isFinite(number)) throw new FormulaError('FORMATDURATION: too many seconds');
  return number;
}

const FORMATDURATION = 'FORMATDURATION(seconds, [include_days]) or FORMATDURATION(start, end)';
const formatDurationFunction: FormulaFunction = custom(FORMATDURATION, 1, 2, (args) => {
  const [first, second] = args as [Expression, Expression?];
  if (first.type === 'datetime' || first.type === 'time') {
    if (second === undefined) throw wrongType(first, FORMATDURATION, 0, 'a number');
    expectType(second, first.type, FORMATDURATION, 1);
    const withDays = first.type === 'datetime';
    const run = (scope: FormulaScope): FormulaValue => {
      const start = first.run(scope) as number | null;
      const end = second.run(scope) as number | null;
      return start === null || end === null ? '' : formatDuration((end - start) / 1000, withDays);
    };
    return { type: 'text', run };
  }
  expectType(first, 'number', FORMATDURATION, 0);
  if (second !== undefined) expectType(second, 'boolean', FORMATDURATION, 1);
  return {
    type: 'text',
    run: (scope) => {
      const seconds = first.run(scope) as Decimal | null;
      return seconds === null ? '' : formatDuration(finiteSeconds(seconds), second?.run(scope) === true);
    },
  };
});

/** Date functions, all in UTC. A blank argument yields a blank. */
export const dateFunctions: Readonly<Record<string, FormulaFunction>> = {
  DATE: defineStrict('DATE(year, month, day)', ['number', 'number', 'number'], 'date', (_scope, year, month, day) =>
    makeDate(year, month, day),
  ),
  DATEVALUE: conversion('DATEVALUE', 'date', { text: parseDate, datetime: midnight }),
  DATETIMEVALUE: conversion('DATETIMEVALUE', 'datetime', { text: parseDateTime, date: same, datetime: same }),
  TIMEVALUE: conversion('TIMEVALUE', 'time', { text: parseTime, datetime: timeOfDay, time: same }),
  NOW: define('NOW()', [], 'datetime', (scope) => inRange(scope.now.getTime())),
  TODAY: define('TODAY()', [], 'date', (scope) => inRange(midnight(scope.now.getTime()))),
  TIMENOW: define('TIMENOW()', [], 'time', (scope) => timeOfDay(scope.now.getTime())),
  YEAR: part('YEAR', 'date', (date) => new Date(date).getUTCFullYear()),
  MONTH: part('MONTH', 'date', (date) => new Date(date).getUTCMonth() + 1),
  DAY: part('DAY', 'date', (date) => new Date(date).getUTCDate()),
  WEEKDAY: part('WEEKDAY', 'date', (date) => dayOfWeek(date) + 1),
  DAYOFYEAR: part('DAYOFYEAR', 'date', dayOfYear),
  ISOWEEK: part('ISOWEEK', 'date', (date) => isoWeek(date).week),
  ISOYEAR: part('ISOYEAR', 'date', (date) => isoWeek(date).year),
  HOUR: part('HOUR', 'time', (time) => Math.floor(time / 3_600_000)),
  MINUTE: part('MINUTE', 'time', (time) => Math.floor(time / 60_000) % 60),
  SECOND: part('SECOND', 'time', (time) => Math.floor(time / 1000) % 60),
  MILLISECOND: part('MILLISECOND', 'time', (time) => time % 1000),
  ADDMONTHS: addMonthsFunction,
  /** Returns whole seconds since 1970 or, for a time, since midnight. */
  UNIXTIMESTAMP: conversion('UNIXTIMESTAMP', 'number', {
    date: (value: number) => fromDouble(Math.trunc(value / 1000), 'UNIXTIMESTAMP'),
    datetime: (value: number) => fromDouble(Math.trunc(value / 1000), 'UNIXTIMESTAMP'),
    time: (value: number) => fromDouble(Math.trunc(value / 1000), 'UNIXTIMESTAMP'),
  }),
  FROMUNIXTIME: defineStrict('FROMUNIXTIME(seconds)', ['number'], 'datetime', (_scope, seconds) =>
    inRange(Math.trunc(seconds.times(1000).toNumber())),
  ),
  FORMATDURATION: formatDurationFunction,
};
