/**
 * Record Ids: 15 case-sensitive characters (key prefix 3, installation 4, number 8), then a checksum of three
 * characters that identifies the Id even if case is lost. The service stores and returns 18 characters.
 */
type ParsedId =
  | { readonly ok: true; readonly id: string }
  /** `form`: not 15 or 18 letters and digits. `checksum`: the last three characters are wrong. */
  | { readonly ok: false; readonly reason: 'form' | 'checksum' };

/** Digits in ASCII order, so that numbers of equal width sort as text. */
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SUFFIX_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ012345';
const PREFIX_LENGTH = 3;
const INSTALLATION_LENGTH = 4;
const NUMBER_START = PREFIX_LENGTH + INSTALLATION_LENGTH;
const SHORT_LENGTH = 15;
export const INSTALLATIONS = 62 ** INSTALLATION_LENGTH;
export const ID_NUMBERS = 62 ** (SHORT_LENGTH - NUMBER_START);
const LONG_LENGTH = 18;

/** Digit by character code, or -1 if the character is not a digit. */
const DIGIT_VALUES = new Int8Array(128).fill(-1);
for (let i = 0; i < DIGITS.length; i++) DIGIT_VALUES[DIGITS.charCodeAt(i)] = i;

function digitValue(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code < 128 ? DIGIT_VALUES[code]! : -1;
}

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

/** Returns a checksum character. @param capitals bits of five characters, lowest bit first; 1 for a capital */
export function checksumOf(capitals: number): string {
  return SUFFIX_ALPHABET[capitals]!;
}

/** Parses an Id with 15 or 18 characters. The `id` in the result has 18 characters. */
export function parseId(text: string): ParsedId {
  if (text.length !== SHORT_LENGTH && text.length !== LONG_LENGTH) return { ok: false, reason: 'form' };
  for (let i = 0; i < text.length; i++) if (digitValue(text, i) < 0) return { ok: false, reason: 'form' };
  const suffix = checksum(text);
  if (text.length === SHORT_LENGTH) return { ok: true, id: text + suffix };
  return text.endsWith(suffix) ? { ok: true, id: text } : { ok: false, reason: 'checksum' };
}

/** Returns the form with 18 characters, or `undefined` if the text is not an Id. `parseId` returns the reason. */
export function normaliseId(text: string): string | undefined {
  const parsed = parseId(text);
  return parsed.ok ? parsed.id : undefined;
}

/** Compares two Ids with 15 or 18 characters. Returns false if one of them is not an Id. */
export function sameId(a: string, b: string): boolean {
  const id = normaliseId(a);
  return id !== undefined && id === normaliseId(b);
}

/** Returns the prefix, which identifies the object type (see `ObjectRegistry.byPrefix`). */
export function keyPrefixOf(id: string): string {
  return id.slice(0, PREFIX_LENGTH);
}

/** Installation `LK00`, for Ids that are the same everywhere (system user, clients), and for old records. */
export const COMMON_INSTALLATION = 5_081_768;

/**
 * Returns an Id of 18 characters. As text, Ids with the same prefix sort by installation, then by number.
 * @param number 0..62^8-1, usually a counter from 1
 * @param installation 0..62^4-1
 * @throws RangeError for other numbers, or if `keyPrefix` is not three letters or digits
 */
export function makeId(keyPrefix: string, number: number, installation = COMMON_INSTALLATION): string {
  if (keyPrefix.length !== PREFIX_LENGTH || !isAlphanumeric(keyPrefix))
    throw new RangeError(`key prefix "${keyPrefix}": expected three letters or digits`);
  if (!Number.isInteger(number) || number < 0 || number >= ID_NUMBERS)
    throw new RangeError(`Id number ${number}: expected an integer from 0 to ${ID_NUMBERS - 1}`);
  const id = keyPrefix + installationText(installation) + digits(number, SHORT_LENGTH - NUMBER_START);
  return id + checksum(id);
}

/** Returns the four characters of the installation. @throws RangeError */
export function installationText(installation: number): string {
  if (!Number.isInteger(installation) || installation < 0 || installation >= INSTALLATIONS)
    throw new RangeError(`installation ${installation}: expected an integer from 0 to ${INSTALLATIONS - 1}`);
  return digits(installation, INSTALLATION_LENGTH);
}

/** Returns the number for an installation's four characters, or `undefined` if no installation can have them. */
export function installationNumber(text: string): number | undefined {
  if (text.length !== INSTALLATION_LENGTH || !isAlphanumeric(text)) return undefined;
  const installation = valueOf(text, 0, INSTALLATION_LENGTH);
  return isInstallation(installation) ? installation : undefined;
}

/**
 * Returns whether a number can be an installation. No installation ends with zero, because the platform's Ids have zero
 * there.
 */
export function isInstallation(installation: number): boolean {
  return installation % 62 !== 0 || installation === COMMON_INSTALLATION;
}

/** Returns the installation that created an Id, or `undefined` if another system created it. */
export function installationOf(id: string): number | undefined {
  if (id.length !== LONG_LENGTH && id.length !== SHORT_LENGTH) return undefined;
  return installationNumber(id.slice(PREFIX_LENGTH, NUMBER_START));
}

/** Returns the number passed to `makeId`, or `undefined` if another system created the Id. */
export function idNumber(id: string): number | undefined {
  if (installationOf(id) === undefined) return undefined;
  const number = valueOf(id, NUMBER_START, SHORT_LENGTH);
  return number < 0 ? undefined : number;
}

function digits(number: number, length: number): string {
  let text = '';
  for (let rest = number, i = 0; i < length; i++) {
    text = DIGITS[rest % 62]! + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}

function valueOf(text: string, from: number, to: number): number {
  let value = 0;
  for (let i = from; i < to; i++) {
    const digit = digitValue(text, i);
    if (digit < 0) return -1;
    value = value * 62 + digit;
  }
  return value;
}

function isAlphanumeric(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (digitValue(text, i) < 0) return false;
  return true;
}
