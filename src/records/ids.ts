/**
 * Record Ids: 15 case-sensitive characters (key prefix 3, instance 3, number 9), or the same with a three-character
 * checksum. The checksum makes an Id safe where case is lost; 18 characters are what the service stores and returns.
 */
export type ParsedId =
  | { readonly ok: true; readonly id: string }
  /** `form`: not 15 or 18 letters and digits. `checksum`: the form of an Id, with a suffix that does not fit. */
  | { readonly ok: false; readonly reason: 'form' | 'checksum' };

/** In ASCII order, so that numbers of equal width sort as their texts do. */
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SUFFIX_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ012345';
/**
 * The place of the platform's instance code and its reserved zero. Constant: Ids of one prefix differ in their numbers
 * only.
 */
const INSTANCE = 'LK0';
const PREFIX_LENGTH = 3;
const NUMBER_START = PREFIX_LENGTH + INSTANCE.length;
const SHORT_LENGTH = 15;
const LONG_LENGTH = 18;

/** Value of each base-62 digit by character code, -1 for every other character below 128. */
const DIGIT_VALUES = new Int8Array(128).fill(-1);
for (let i = 0; i < DIGITS.length; i++) DIGIT_VALUES[DIGITS.charCodeAt(i)] = i;

function digitValue(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code < 128 ? DIGIT_VALUES[code]! : -1;
}

/** The three checksum characters of the first 15 characters of an Id. */
export function checksum(id: string): string {
  let suffix = '';
  for (let chunk = 0; chunk < SHORT_LENGTH; chunk += 5) {
    let bits = 0;
    for (let k = 0; k < 5; k++) {
      const code = id.charCodeAt(chunk + k);
      if (code >= 65 && code <= 90) bits |= 1 << k;
    }
    suffix += checksumOf(bits);
  }
  return suffix;
}

/** The checksum's character for five others. @param capitals a bit for each that is one, the first one's the lowest */
export function checksumOf(capitals: number): string {
  return SUFFIX_ALPHABET[capitals]!;
}

/** Reads an Id in either form. `id` is the 18-character form. */
export function parseId(text: string): ParsedId {
  if (text.length !== SHORT_LENGTH && text.length !== LONG_LENGTH) return { ok: false, reason: 'form' };
  for (let i = 0; i < text.length; i++) if (digitValue(text, i) < 0) return { ok: false, reason: 'form' };
  const suffix = checksum(text);
  if (text.length === SHORT_LENGTH) return { ok: true, id: text + suffix };
  return text.endsWith(suffix) ? { ok: true, id: text } : { ok: false, reason: 'checksum' };
}

/** The 18-character form of an Id in either form; `undefined` when it is none (`parseId` says why). */
export function normaliseId(text: string): string | undefined {
  const parsed = parseId(text);
  return parsed.ok ? parsed.id : undefined;
}

/** Whether two texts are the same Id, whichever forms they have. False when either is no Id. */
export function sameId(a: string, b: string): boolean {
  const id = normaliseId(a);
  return id !== undefined && id === normaliseId(b);
}

/** The key prefix of an Id: its object type (`ObjectRegistry.byPrefix`). */
export function keyPrefixOf(id: string): string {
  return id.slice(0, PREFIX_LENGTH);
}

/**
 * The Id of the `number`-th record of an object type, 18 characters. Ids of one prefix sort by plain string comparison
 * as their numbers do.
 *
 * @param number 0..2^53-1, usually a counter that starts at 1
 * @throws RangeError when `keyPrefix` has not three letters or digits, or `number` is out of range
 */
export function makeId(keyPrefix: string, number: number): string {
  if (keyPrefix.length !== PREFIX_LENGTH || !isAlphanumeric(keyPrefix))
    throw new RangeError(`key prefix "${keyPrefix}": expected three letters or digits`);
  if (!Number.isSafeInteger(number) || number < 0)
    throw new RangeError(`Id number ${number}: expected an integer from 0 to ${Number.MAX_SAFE_INTEGER}`);
  let digits = '';
  for (let rest = number, i = NUMBER_START; i < SHORT_LENGTH; i++) {
    digits = DIGITS[rest % 62]! + digits;
    rest = Math.floor(rest / 62);
  }
  const id = keyPrefix + INSTANCE + digits;
  return id + checksum(id);
}

/**
 * The number that `makeId` was given, for dense arrays. `undefined` for an Id that this service did not make (another
 * instance, or not an Id).
 */
export function idNumber(id: string): number | undefined {
  if (id.length !== LONG_LENGTH && id.length !== SHORT_LENGTH) return undefined;
  if (!id.startsWith(INSTANCE, PREFIX_LENGTH)) return undefined;
  let number = 0;
  for (let i = NUMBER_START; i < SHORT_LENGTH; i++) {
    const digit = digitValue(id, i);
    if (digit < 0) return undefined;
    number = number * 62 + digit;
  }
  return Number.isSafeInteger(number) ? number : undefined;
}

function isAlphanumeric(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (digitValue(text, i) < 0) return false;
  return true;
}
