import { readDate, readDatetime, timeOf } from '../../records/dates.js';
import type { FieldValue } from '../../records/record.js';

const DAY = 86_400_000;

/** @returns 1 for the first day of the year */
function dayInYear(date: Date): number {
  return Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / DAY) + 1;
}

const quarter = (date: Date): number => Math.floor(date.getUTCMonth() / 3) + 1;

/**
 * The platform's date functions, in UTC. Fiscal years are calendar years. Weeks are counted from the first day of the
 * year or month. Source: Date Functions, SOQL and SOSL Reference.
 */
export const dateFunctions: ReadonlyMap<string, (date: Date) => string | number> = new Map([
  ['CALENDAR_MONTH', (date: Date): string | number => date.getUTCMonth() + 1],
  ['CALENDAR_QUARTER', quarter],
  ['CALENDAR_YEAR', (date: Date) => date.getUTCFullYear()],
  ['FISCAL_MONTH', (date: Date) => date.getUTCMonth() + 1],
  ['FISCAL_QUARTER', quarter],
  ['FISCAL_YEAR', (date: Date) => date.getUTCFullYear()],
  ['DAY_IN_MONTH', (date: Date) => date.getUTCDate()],
  ['DAY_IN_WEEK', (date: Date) => date.getUTCDay() + 1],
  ['DAY_IN_YEAR', dayInYear],
  ['DAY_ONLY', (date: Date) => date.toISOString().slice(0, 10)],
  ['HOUR_IN_DAY', (date: Date) => date.getUTCHours()],
  ['WEEK_IN_MONTH', (date: Date) => Math.ceil(date.getUTCDate() / 7)],
  ['WEEK_IN_YEAR', (date: Date) => Math.ceil(dayInYear(date) / 7)],
]);

/** @param name in upper case. @returns `null` for a blank */
export function callDateFunction(name: string, value: FieldValue): FieldValue {
  const canonical = typeof value === 'string' ? (readDate(value) ?? readDatetime(value)) : undefined;
  return canonical === undefined ? null : dateFunctions.get(name)!(new Date(timeOf(canonical)));
}
