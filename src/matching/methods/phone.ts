import anyAscii from 'any-ascii';
import { isSupportedCountry, parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/max';
import { hashEnd, hashPart, hashStart, hashText, hashUnit } from '../../runtime/memory/hash.js';
import { FULL, type MatchMethod, type Similarity } from '../method.js';
import { isTransposition } from '../text/edit-distance.js';

/**
 * E.164 numbers (ITU-T), parsed by libphonenumber with an optional default country. Numbers that it cannot parse are
 * compared by digits. An extension has little weight. If neither the number nor a default determines the country, the
 * national digits are compared without trunk zeros. Weaker matches: one number is the end of the other (without area or
 * country code), one wrong digit, two swapped digits, a missing or extra digit, the same last seven digits. Normal
 * form: `+4930123456`, or digits alone, with `x12` for an extension. Keys: the whole number and its last seven digits.
 * A query probes every number that differs in the last seven digits by one wrong digit (63 probes), two swapped digits,
 * a missing digit (7) or an extra digit (70). Any other difference leaves the last seven digits equal.
 */
const FLOOR: Similarity = 5_000;
const OTHER_EXTENSION: Similarity = 9_300;
const EXTENSION_MISSING: Similarity = 9_700;
/**
 * One number is the end of the other. It is probably the same number with and without country code. Reaches the usual
 * thresholds (75, 80), but equal numbers are more similar.
 */
const SUFFIX: Similarity = 8_500;
const SWAPPED: Similarity = 7_500;
const ONE_OFF: Similarity = 7_000;
const ONE_MISSING: Similarity = 6_500;
/** Similarity of numbers whose last seven digits are equal, usually in two areas. */
export const SAME_LAST_SEVEN: Similarity = 5_000;

const TAIL = 7;
const ZERO = 48;
const LONGEST = 64;
const WHOLE_SEED = 21;
const TAIL_SEED = 22;
const BODY_SEED = 23;

interface Phone {
  readonly text: string;
  readonly digits: string;
  readonly extension: string;
}

/** @param defaultCountry ISO 3166 alpha-2 code; if absent, no country is assumed */
export function phone(defaultCountry?: string): MatchMethod<Phone> {
  const country = defaultCountry !== undefined && isSupportedCountry(defaultCountry) ? defaultCountry : undefined;
  return {
    name: 'phone',
    kind: 'own',
    hasSeveral: true,
    sharedBy: ['household'],
    types: ['phone', 'string'],
    usualFor: [{ type: 'phone' }],
    texts: /^(?=\D*\d)[\d\s()+./-]{7,}$/,
    besideNames: { key: 'phone', title: 'Phone' },
    blanks: ({ phone }) => phone,
    floor: FLOOR,
    normalise: (raw) => normalise(raw.join(' '), country),
    prepare,
    compare,
    retrieval: { kind: 'keys', keys, probes, joined: { keys: mutual, probes: mutual } },
  };
}

// eslint-disable-next-line no-control-regex
const NOT_ASCII = /[^\x00-\x7f]/;
/** Words for "extension" in other languages, read as `ext`. */
const EXTENSION_WORD =
  /(?:\b(?:poste|durchwahl|dw|nebenstelle|klappe|kl|interno|int|ramal|anexo|toestel|tst|wewn?|klapka|linje|anknytning|dahili|alaliitin)\b|доб|вн|转|轉|分机|分機|内线|内線|內線|내선|داخلي)[\s.:]*(\d{1,7})$/i;

/** Matches numbers with letters in North America: `1-800-FLOWERS`. */
const VANITY = /^(?:\+?1[ .-]?)?\(?[2-9]\d\d\)?[ .-]{0,2}(?:[a-z\d]-?){7}$/i;
/** Returns the digit on a letter's key (ITU-T E.161). */
const keyOf = (letter: string): string =>
  '22233344455566677778889999'.charAt(letter.toLowerCase().charCodeAt(0) - 0x61);

/** Numbers that can be read without the library, which takes 30 µs per number. */
const PLAIN_NORTH_AMERICAN = /^(?:\+?1[ .-]?)?\(?([2-9]\d\d)\)?[ .-]{0,2}([2-9]\d\d)[ .-]?(\d{4})$/;

function normalise(raw: string, country: CountryCode | undefined): string {
  let text = raw
    .slice(0, LONGEST * 2)
    .normalize('NFKC')
    .trim()
    .slice(0, LONGEST);
  if (NOT_ASCII.test(text))
    text = text.replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '').replace(/\p{Nd}/gu, anyAscii);
  if (EXTENSION_WORD.test(text)) text = text.replace(EXTENSION_WORD, ' ext $1');
  if (/[a-z]{3}/i.test(text) && VANITY.test(text)) text = text.replace(/[a-z]/gi, keyOf);
  if (text === '') return '';
  if (text.includes('-') || text.includes('\u2013')) text = withDashedExtension(text);
  const plain = PLAIN_NORTH_AMERICAN.exec(text);
  if (plain !== null && (country === 'US' || text.startsWith('+1'))) return `+1${plain[1]}${plain[2]}${plain[3]}`;
  if (!/\d/.test(text)) return '';
  if (country === undefined) return normaliseAnywhere(text);
  const digits = text.replace(/\D/g, '');
  // A number that cannot be parsed becomes its digits, with or without punctuation, so that the form is idempotent.
  return read(international(text), country) ?? read(international(digits), country) ?? digits;
}

/** Inserts `ext` before the digits after a dash (`+49 711 456789-12`) in German and Austrian landline numbers. */
function withDashedExtension(text: string): string {
  const found = DASHED.exec(text);
  return found === null || MOBILE.test(text.replace(/\D/g, '')) ? text : `${found[1]!} ext ${found[2]!}`;
}
// eslint-disable-next-line regexp/no-super-linear-backtracking -- at most 64 characters come here
const DASHED = /^((?:(?:\+|00)4[39]|0[1-9])[^-\u2013]*\d{5,}) ?[-\u2013] ?(\d{1,3})$/;
const MOBILE = /^(?:(?:00)?49|0)\(?0?1[567]|^(?:(?:00)?43|0)0?6[5-9]/;

/** Returns the national digits, unless the number has a country code. */
function normaliseAnywhere(text: string): string {
  const whole = international(text);
  const number = whole.startsWith('+') ? read(whole, undefined) : undefined;
  if (number !== undefined) return number;
  const found = EXTENSION.exec(text);
  const front = nationalDigits(text.slice(0, found?.index));
  return found === null || front === '' ? nationalDigits(text) : `${front}x${found[1]}`;
}

const EXTENSION = /(?:x|#|\bext(?:ension|n)?\.?)\s*(\d{1,7})$/i;

function nationalDigits(text: string): string {
  return text.replace(/\D/g, '').replace(/^0+/, '');
}

/** Replaces `00`, the international prefix of most countries, by `+`. People also write `00` in other countries. */
function international(text: string): string {
  return text.startsWith('00') ? `+${text.slice(2)}` : text;
}

function read(text: string, country: CountryCode | undefined): string | undefined {
  const parsed = parsePhoneNumberFromString(text, country);
  if (parsed?.isPossible() !== true) return undefined;
  const number = parsed.ext === undefined || parsed.ext === '' ? parsed.number : `${parsed.number}x${parsed.ext}`;
  // Each reading removes a zero from an invalid number (`+49 0000000`), so this repeats until nothing changes.
  return parsed.isValid() || number === text ? number : (read(number, country) ?? number);
}

function prepare(normalised: string): Phone {
  const at = normalised.indexOf('x');
  const number = at < 0 ? normalised : normalised.slice(0, at);
  return {
    text: normalised,
    digits: number.startsWith('+') ? number.slice(1) : number,
    extension: at < 0 ? '' : normalised.slice(at + 1),
  };
}

function compare(a: Phone, b: Phone): Similarity {
  if (a.text === b.text) return FULL;
  const x = a.digits;
  const y = b.digits;
  if (x === y) {
    if (a.extension === b.extension) return FULL - 100;
    return a.extension === '' || b.extension === '' ? EXTENSION_MISSING : OTHER_EXTENSION;
  }
  if (x.length < TAIL || y.length < TAIL) return 0;
  if (x.endsWith(y) || y.endsWith(x)) return SUFFIX;
  if (a.extension !== b.extension) {
    // The extension may be part of the other number: `456789-12` and `45678912` are the same.
    const [wholeX, wholeY] = [x + a.extension, y + b.extension];
    if (wholeX === y || wholeY === x) return FULL - 100;
    if ([wholeX.endsWith(y), y.endsWith(wholeX), wholeY.endsWith(x), x.endsWith(wholeY)].includes(true)) return SUFFIX;
  }
  if (isTransposition(x, y)) return SWAPPED;
  if (oneDigitOff(x, y)) return ONE_OFF;
  if (oneDigitMore(x, y) || oneDigitMore(y, x)) return ONE_MISSING;
  return x.slice(-TAIL) === y.slice(-TAIL) ? SAME_LAST_SEVEN : 0;
}

function oneDigitOff(x: string, y: string): boolean {
  if (x.length !== y.length) return false;
  let i = 0;
  while (x.charCodeAt(i) === y.charCodeAt(i)) i++;
  return x.slice(i + 1) === y.slice(i + 1);
}

function oneDigitMore(x: string, y: string): boolean {
  if (x.length !== y.length + 1) return false;
  let i = 0;
  while (i < y.length && x.charCodeAt(i) === y.charCodeAt(i)) i++;
  return x.slice(i + 1) === y.slice(i);
}

function keys({ digits, extension }: Phone): number[] {
  if (digits.length < TAIL) return [hashText(digits, WHOLE_SEED)];
  const whole = digits + extension;
  const found = [hashText(digits, BODY_SEED), hashText(digits.slice(-TAIL), TAIL_SEED)];
  if (extension !== '') found.push(hashText(whole, BODY_SEED), hashText(whole.slice(-TAIL), TAIL_SEED));
  return found;
}

/** Returns keys of the last eight digits, each with one digit deleted: ten keys instead of 150 probes. */
function mutual(value: Phone): number[] {
  const { digits } = value;
  const found = keys(value);
  const { length } = digits;
  if (length < TAIL) return found;
  const from = Math.max(0, length - TAIL - 1);
  let before = hashPart(hashStart(BODY_SEED), digits, 0, from);
  for (let i = from; i < length; i++) {
    const own = digits.charCodeAt(i);
    if (i === from || own !== digits.charCodeAt(i - 1)) found.push(hashEnd(hashPart(before, digits, i + 1, length)));
    before = hashUnit(before, own);
  }
  return found;
}

function probes(value: Phone): number[] {
  const { digits } = value;
  const found = keys(value);
  const { length } = digits;
  if (length < TAIL) return found;
  let before = hashPart(hashStart(BODY_SEED), digits, 0, length - TAIL);
  for (let i = length - TAIL; i < length; i++) {
    const own = digits.charCodeAt(i);
    for (let digit = ZERO; digit < ZERO + 10; digit++)
      if (digit !== own) found.push(hashEnd(hashPart(hashUnit(before, digit), digits, i + 1, length)));
    before = hashUnit(before, own);
  }
  before = hashStart(BODY_SEED);
  for (let i = 0; i + 1 < length; i++) {
    const [one, two] = [digits.charCodeAt(i), digits.charCodeAt(i + 1)];
    if (i >= length - TAIL - 1 && one !== two)
      found.push(hashEnd(hashPart(hashUnit(hashUnit(before, two), one), digits, i + 2, length)));
    before = hashUnit(before, one);
  }
  before = hashPart(hashStart(BODY_SEED), digits, 0, length - TAIL);
  for (let i = length - TAIL; i <= length; i++) {
    if (i < length && length > TAIL) found.push(hashEnd(hashPart(before, digits, i + 1, length)));
    // An extra digit before the last seven digits does not change the last seven.
    for (let digit = ZERO; i > length - TAIL && digit < ZERO + 10; digit++)
      found.push(hashEnd(hashPart(hashUnit(before, digit), digits, i, length)));
    if (i < length) before = hashUnit(before, digits.charCodeAt(i));
  }
  return found;
}
