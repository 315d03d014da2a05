import { format, getFormatDateInfo, isDateFormat, isPercentFormat } from 'numfmt';

/** Serial number of 1 January 1970 if days are counted from 1900. */
const UNIX_EPOCH = 25_569;
const BEHIND_1904 = 1_462;
/** Serial number of 29 February 1900, a date that did not exist. */
const LOST_DAY = 60;
/** Serial number of 31 December 9999. */
const LAST_DAY = 2_958_465;
const SECONDS = 86_400;
/** Number of significant digits in Excel. */
const DIGITS = 15;
/** Matches strings with only characters of codes and telephone numbers. */
const OF_CODES = /^[\d\s()+\-./]+$/;

/**
 * Formats a number as in Excel if the format adds information: days and times in ISO 8601, leading zeros of codes
 * (`00000`), separators in telephone numbers, percent. Other numbers keep all their digits.
 * @param pattern the cell's number format
 * @param from1904 whether days count from 1904
 */
export function shownValue(value: number, pattern: string, from1904: boolean): string {
  const plain = plainNumber(value);
  if (pattern === 'General' || pattern === '@') return plain;
  if (isDateFormat(pattern)) return shownMoment(value + (from1904 ? BEHIND_1904 : 0), pattern) ?? plain;
  if (isPercentFormat(pattern)) return `${plainNumber(Number((value * 100).toPrecision(DIGITS)))}%`;
  const shown = shownBy(pattern, value)?.trim() ?? '';
  const digits = shown.replace(/\D/g, '');
  const isCode = Number.isInteger(value) && value >= 0 && digits.replace(/^0+/, '') === (value === 0 ? '' : plain);
  const isPadded = digits.length > plain.length;
  return isCode && digits !== '' && (isPadded || OF_CODES.test(shown)) ? shown : plain;
}

const shownBy = (pattern: string, value: number): string | undefined => {
  try {
    return format(pattern, value);
  } catch {
    return undefined;
  }
};

/** Formats an integer without an exponent, because it may be a telephone number or code. */
function plainNumber(value: number): string {
  const text = String(value);
  return Number.isInteger(value) && text.includes('e') ? BigInt(value).toString() : text;
}

/** Formats a date or time; `undefined` if invalid. @param serial days since 1900 */
function shownMoment(serial: number, pattern: string): string | undefined {
  const { year, month, day, hours, minutes, seconds } = getFormatDateInfo(pattern);
  // The pattern shows only a year, a time of day, or a number of hours.
  if (!day && !(year && month)) return shownBy(pattern, serial);
  if (!(serial >= 1 && serial < LAST_DAY + 1)) return undefined;
  // Rounds to the second, because binary fractions are inexact.
  const all = Math.round(serial * SECONDS);
  const days = Math.floor(all / SECONDS) - UNIX_EPOCH + (serial < LOST_DAY ? 1 : 0);
  const time = new Date((days * SECONDS + (all % SECONDS)) * 1000).toISOString().slice(0, 19);
  const isDay = time.endsWith('T00:00:00') || !(hours || minutes || seconds);
  return isDay ? time.slice(0, 10) : time.replace('T', ' ');
}
