import { FormulaError } from './errors.js';

/** Dates are milliseconds since 1970 in UTC (Gregorian, years 1 to 9999). Times are milliseconds since midnight. */
export const DAY = 86_400_000;

const FIRST = utc(1, 1, 1);
const LAST = utc(9999, 12, 31) + DAY - 1;

/** Returns a date. Months and days may be out of range. `Date.UTC` would read the years 0 to 99 as 1900 to 1999. */
function utc(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month - 1, day);
}

/** Returns a day's midnight, or `undefined` if the day does not exist. Months and days start at 1. */
export function validDay(year: number, month: number, day: number): number | undefined {
  if (year < 1 || year > 9999 || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return undefined;
  return utc(year, month, day);
}

export function validTime(hour: number, minute: number, second: number, millisecond: number): number | undefined {
  if (hour > 23 || minute > 59 || second > 59 || millisecond > 999) return undefined;
  return ((hour * 60 + minute) * 60 + second) * 1000 + millisecond;
}

function daysInMonth(year: number, month: number): number {
  return new Date(utc(year, month + 1, 0)).getUTCDate();
}

/** Returns the time. @throws FormulaError if it is outside the years 1 to 9999 */
export function inRange(time: number): number {
  if (time >= FIRST && time <= LAST) return time;
  throw new FormulaError('A date is outside the years 1 to 9999');
}

export function midnight(time: number): number {
  return Math.floor(time / DAY) * DAY;
}

export function timeOfDay(time: number): number {
  return time - midnight(time);
}

export function dayOfWeek(date: number): number {
  return new Date(date).getUTCDay();
}

/** The first day is 1. */
export function dayOfYear(date: number): number {
  return (midnight(date) - utc(new Date(date).getUTCFullYear(), 1, 1)) / DAY + 1;
}

/** Returns the ISO 8601 week. Week 1 contains the year's first Thursday. */
export function isoWeek(date: number): { readonly year: number; readonly week: number } {
  const thursday = date + (4 - (dayOfWeek(date) || 7)) * DAY;
  return { year: new Date(thursday).getUTCFullYear(), week: Math.ceil(dayOfYear(thursday) / 7) };
}

/** Adds months. The last day of a month stays the last day. A day beyond the new month's end becomes its last day. */
export function addMonths(time: number, months: number): number {
  const from = new Date(time);
  const [year, month, day] = [from.getUTCFullYear(), from.getUTCMonth() + 1, from.getUTCDate()];
  const target = new Date(utc(year, month + months, 1));
  const last = daysInMonth(target.getUTCFullYear(), target.getUTCMonth() + 1);
  const stays = day < daysInMonth(year, month) ? Math.min(day, last) : last;
  return inRange(target.getTime() + (stays - 1) * DAY + timeOfDay(time));
}

export function isoDate(time: number): string {
  return isoDateTime(time).slice(0, 10);
}

export function isoDateTime(time: number): string {
  return new Date(inRange(time)).toISOString();
}

export function isoTime(time: number): string {
  return isoDateTime(time).slice(11, 23);
}
