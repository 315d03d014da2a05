import { checksum } from '../records/ids.js';

/**
 * An Id taken apart for dense arrays: the first ten characters name a series, the next five are a base-62 number in it
 * (below 62^5 < 2^32). Digits in ASCII order, so series by text and then numbers by size is the order of the Ids.
 */
const SERIES_LENGTH = 10;
const SHORT_LENGTH = 15;
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const VALUES = new Int8Array(128).fill(-1);
for (let i = 0; i < DIGITS.length; i++) VALUES[DIGITS.charCodeAt(i)] = i;

export function seriesOf(id: string): string {
  return id.slice(0, SERIES_LENGTH);
}

/**
 * The number of an Id within its series; -1 when the text has not the length or the characters of an 18-character Id.
 */
export function numberOf(id: string): number {
  if (id.length !== 18) return -1;
  let number = 0;
  for (let i = SERIES_LENGTH; i < SHORT_LENGTH; i++) {
    const digit = VALUES[id.charCodeAt(i)] ?? -1;
    if (digit < 0) return -1;
    number = number * 62 + digit;
  }
  return number;
}

/** The numbers of a series that belong to Ids above one: from which on; `undefined`: none. `''` is below all. */
export function numbersAbove(after: string, series: string): number | undefined {
  const own = seriesOf(after);
  if (series < own) return undefined;
  return series === own ? numberOf(after) + 1 : 0;
}

/** The 18-character Id of a series and a number. */
export function joinId(series: string, number: number): string {
  let digits = '';
  for (let rest = number, i = SERIES_LENGTH; i < SHORT_LENGTH; i++) {
    digits = DIGITS[rest % 62]! + digits;
    rest = Math.floor(rest / 62);
  }
  const short = series + digits;
  return short + checksum(short);
}
