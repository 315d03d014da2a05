import { isSupportedCountry, parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/max';
import { hashEnd, hashPart, hashStart, hashText, hashUnit } from '../../memory/hash.js';
import { FULL, type MatchMethod, type Similarity } from '../method.js';
import { isTransposition } from '../text/edit-distance.js';

/**
 * Telephone numbers in E.164 (ITU-T), read by libphonenumber with a default country where there is one; what it cannot
 * read compares by its digits. An extension weighs little. Where neither the number nor a default gives a country, none
 * is assumed: its national digits are compared, without trunk zeros ("0861234567" is "861234567"). Weaker evidence: one
 * number is the end of the other (area or country code missing), one digit off or two similar values swapped, one digit
 * left out or typed too much, the same last seven digits.
 *
 * Normal form: `+4930123456`, or digits alone, with `x12` for an extension.
 * Keys: the whole number and its last seven digits; a query asks for every number that is one digit off in the last
 * seven (63 probes), swapped there, or has one digit there less (7) or more (70). A digit off, less or more before them
 * leaves the last seven equal.
 */
const FLOOR: Similarity = 5_000;
const OTHER_EXTENSION: Similarity = 9_300;
const EXTENSION_MISSING: Similarity = 9_700;
/**
 * Seven digits or more in common and nothing that contradicts: far likelier one number written with and without its
 * country than two, so it reaches the usual thresholds (75, 80), and below what equal numbers give, as the country is
 * not known.
 */
const SUFFIX: Similarity = 8_500;
const SWAPPED: Similarity = 7_500;
const ONE_OFF: Similarity = 7_000;
const ONE_MISSING: Similarity = 6_500;
const SAME_LAST_SEVEN: Similarity = 5_000;

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

/** @param defaultCountry ISO 3166 alpha-2; absent: no country is assumed */
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
    retrieval: { kind: 'keys', keys, probes },
  };
}

/** North American numbers as most people write them: no need to ask the library, which takes 30 us. */
const PLAIN_NORTH_AMERICAN = /^(?:\+?1[ .-]?)?\(?([2-9]\d\d)\)?[ .-]{0,2}([2-9]\d\d)[ .-]?(\d{4})$/;

function normalise(raw: string, country: CountryCode | undefined): string {
  const text = raw
    .slice(0, LONGEST * 2)
    .normalize('NFKC')
    .trim()
    .slice(0, LONGEST);
  if (text === '') return '';
  const plain = PLAIN_NORTH_AMERICAN.exec(text);
  if (plain !== null && (country === 'US' || text.startsWith('+1'))) return `+1${plain[1]}${plain[2]}${plain[3]}`;
  if (!/\d/.test(text)) return '';
  if (country === undefined) return normaliseAnywhere(text);
  const digits = text.replace(/\D/g, '');
  // A number that is read neither with its signs nor without them stays as digits, which then read the same again.
  return read(international(text), country) ?? read(international(digits), country) ?? digits;
}

/** A number that no country is known for: of one that does not say its own, the national digits. */
function normaliseAnywhere(text: string): string {
  const whole = international(text);
  const number = whole.startsWith('+') ? read(whole, undefined) : undefined;
  if (number !== undefined) return number;
  const found = EXTENSION.exec(text);
  const front = nationalDigits(text.slice(0, found?.index));
  return found === null || front === '' ? nationalDigits(text) : `${front}x${found[1]}`;
}

const EXTENSION = /(?:x|#|\bext(?:ension|n)?\.?)\s*(\d{1,7})$/i;

/** Digits without trunk zeros. */
function nationalDigits(text: string): string {
  return text.replace(/\D/g, '').replace(/^0+/, '');
}

/** The international prefix of most countries, as people write it whatever their own is. */
function international(text: string): string {
  return text.startsWith('00') ? `+${text.slice(2)}` : text;
}

function read(text: string, country: CountryCode | undefined): string | undefined {
  const parsed = parsePhoneNumberFromString(text, country);
  if (parsed?.isPossible() !== true) return undefined;
  const number = parsed.ext === undefined || parsed.ext === '' ? parsed.number : `${parsed.number}x${parsed.ext}`;
  // Every reading strips one more zero of a number that is none (`+49 0000000`): read until nothing changes. Real
  // numbers stay as they are.
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

function keys({ digits }: Phone): number[] {
  if (digits.length < TAIL) return [hashText(digits, WHOLE_SEED)];
  return [hashText(digits, BODY_SEED), hashText(digits.slice(-TAIL), TAIL_SEED)];
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
    // A digit more further to the front leaves the last seven equal.
    for (let digit = ZERO; i > length - TAIL && digit < ZERO + 10; digit++)
      found.push(hashEnd(hashPart(hashUnit(before, digit), digits, i, length)));
    if (i < length) before = hashUnit(before, digits.charCodeAt(i));
  }
  return found;
}
