import { checksum, checksumOf, parseId } from '../records/ids.js';

/**
 * An Id is split so that records can be stored in dense arrays. Its first ten characters are a series, and the next
 * five a base-62 number in this series (below 62^5 < 2^32). Digits are in ASCII order, so series and number sort like
 * the Id.
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

/** Returns the number of an Id in its series, or -1 if the text is not an Id with 18 characters. */
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

/** Returns the lowest number in a series after an Id, or `undefined` if there is none. `''` is before all Ids. */
export function numbersAbove(after: string, series: string): number | undefined {
  const own = seriesOf(after);
  if (series < own) return undefined;
  return series === own ? numberOf(after) + 1 : 0;
}

/** The last character of the checksum, indexed by which of an Id's last five characters are capitals. */
const LAST_CHECKSUMS = Uint8Array.from({ length: 32 }, (_, capitals) => checksumOf(capitals).charCodeAt(0));
/** Value of `A` among the base-62 digits. */
const FIRST_CAPITAL = 10;
const LAST_CAPITAL = 35;

/** Reads Ids with 18 characters from bytes. Creates no string if the series is the same as before. */
export class KeyReader {
  series = '';
  /** Bytes of the series. `#checksums` has the two characters of the checksum that depend on the series. */
  readonly #start = new Uint8Array(SERIES_LENGTH);
  readonly #checksums = new Uint8Array(2);

  /** Returns the number of the Id in its series, or -1 if there is no Id. */
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

export function joinId(series: string, number: number): string {
  let digits = '';
  for (let rest = number, i = SERIES_LENGTH; i < SHORT_LENGTH; i++) {
    digits = DIGITS[rest % 62]! + digits;
    rest = Math.floor(rest / 62);
  }
  const short = series + digits;
  return short + checksum(short);
}
