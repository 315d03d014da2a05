/** Canonical forms are `YYYY-MM-DD` and `YYYY-MM-DDTHH:mm:ss.SSS+0000`, years 0001 to 9999. Both sort by time. */
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const BASIC_DATE = /^(\d{4})(\d{2})(\d{2})$/;
const DATETIME =
  /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?:([Zz])|([+-])(\d{2})(?::?(\d{2}))?)?$/;
const FIRST = Date.parse('0001-01-01T00:00:00.000Z');
const LAST = Date.parse('9999-12-31T23:59:59.999Z');

/** Returns the canonical form of a date such as `2024-02-29` or `20240229` (ISO 8601); `undefined` if invalid. */
export function readDate(text: string): string | undefined {
  const match = DATE.exec(text) ?? BASIC_DATE.exec(text);
  if (match === null) return undefined;
  const [, year, month, day] = match;
  const date = `${year!}-${month!}-${day!}`;
  return isDay(Number(year), Number(month), Number(day)) ? date : undefined;
}

/**
 * Returns the canonical form, in UTC, of an ISO 8601 datetime; `undefined` if invalid. Seconds, fraction and zone
 * (default UTC) are optional. A space may replace `T`. A date means its midnight. Drops fractions of milliseconds.
 */
export function readDatetime(text: string): string | undefined {
  const day = readDate(text);
  if (day !== undefined) return `${day}T00:00:00.000+0000`;
  const match = DATETIME.exec(text);
  const date = match === null ? undefined : readDate(match[1]!);
  if (match === null || date === undefined) return undefined;
  const [, , hours, minutes, seconds = '00', fraction = '', , sign, zoneHours = '00', zoneMinutes = '00'] = match;
  if (Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return undefined;
  if (Number(zoneHours) > 14 || Number(zoneMinutes) > 59) return undefined;
  const local = Date.parse(`${date}T${hours!}:${minutes!}:${seconds}.${fraction.slice(0, 3).padEnd(3, '0')}Z`);
  const offset = (Number(zoneHours) * 60 + Number(zoneMinutes)) * 60_000;
  const time = sign === '-' ? local + offset : local - offset;
  return time >= FIRST && time <= LAST ? formatDatetime(new Date(time)) : undefined;
}

/** Cache of the last datetime, because many saves happen in the same millisecond. */
let written = { time: NaN, text: '' };

export function formatDatetime(date: Date): string {
  const time = date.getTime();
  if (written.time !== time) written = { time, text: date.toISOString().replace('Z', '+0000') };
  return written.text;
}

/** Returns milliseconds since the epoch. A date means its midnight in UTC. */
export function timeOf(canonical: string): number {
  return Date.parse(canonical.endsWith('+0000') ? `${canonical.slice(0, -5)}Z` : canonical);
}

function isDay(year: number, month: number, day: number): boolean {
  if (year < 1 || month < 1 || month > 12 || day < 1) return false;
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  return day <= days[month - 1]!;
}
