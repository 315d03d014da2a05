import { checksum, checksumOf, parseId } from '../records/ids.js';

/**
 * An Id taken apart for dense arrays: the first ten characters name a series, the next five are a base-62 number in it
 * (below 62^5 < 2^32). Digits in ASCII order, so series by text and then numbers by size is the order of the Ids.
 */
const SERIES_LENGTH = 10;
const SHORT_LENGTH = 15;
const LENGTH = 18;
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
  if (id.length !== LENGTH) return -1;
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

/** By the capitals among an Id's last five characters: the code of the checksum's last one. */
const LAST_CHECKSUMS = Uint8Array.from({ length: 32 }, (_, capitals) => checksumOf(capitals).charCodeAt(0));
/** Values of the capitals among the digits. */
const FIRST_CAPITAL = 10;
const LAST_CAPITAL = 35;

/** Reads 18-character Ids out of bytes. Most are of the series of the one before, and then no text is made. */
export class KeyReader {
  /** The last Id's. */
  series = '';
  /** The series, and the two characters of the checksum that are those of all its Ids. */
  readonly #start = new Uint8Array(SERIES_LENGTH);
  readonly #checksums = new Uint8Array(2);

  /** The number of the Id in its series; -1: there is no Id. */
  read(bytes: Buffer, at: number): number {
    for (let i = 0; i < SERIES_LENGTH; i++) if (bytes[at + i] !== this.#start[i]) return this.#readOther(bytes, at);
    let number = 0;
    let capitals = 0;
    for (let i = 0; i < SHORT_LENGTH - SERIES_LENGTH; i++) {
      const digit = VALUES[bytes[at + SERIES_LENGTH + i]!] ?? -1;
      if (digit < 0) return -1;
      if (digit >= FIRST_CAPITAL && digit <= LAST_CAPITAL) capitals |= 1 << i;
      number = number * 62 + digit;
    }
    const end = at + SHORT_LENGTH;
    const isWhole =
      bytes[end] === this.#checksums[0] &&
      bytes[end + 1] === this.#checksums[1] &&
      bytes[end + 2] === LAST_CHECKSUMS[capitals];
    return isWhole ? number : -1;
  }

  #readOther(bytes: Buffer, at: number): number {
    const id = bytes.toString('latin1', at, at + LENGTH);
    if (id.length !== LENGTH || !parseId(id).ok) return -1;
    this.series = seriesOf(id);
    this.#start.set(bytes.subarray(at, at + SERIES_LENGTH));
    this.#checksums.set(bytes.subarray(at + SHORT_LENGTH, at + LENGTH - 1));
    return numberOf(id);
  }
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
