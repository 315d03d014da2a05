import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import {
  companyFillers,
  companyTests,
  noMailWords,
  placeholderCompanies,
  placeholderDates,
  placeholderMailWords,
  placeholderMailboxes,
  placeholderNames,
  placeholderNumbers,
  placeholderPhones,
  placeholderStreets,
  placeholderWords,
} from './lists/placeholder-lists.js';
import { entriesOf, oncePerLists } from './lists/method-lists.js';
import type { MatchMethod } from './method.js';
import type { IsPlaceholder, Placeholders } from './method-traits.js';

const LONGEST = 100;
const SAME_DIGITS = 7;

/**
 * Shipped placeholders, and those of the user's list `placeholders`. An entry is a string (for any field), digits (also
 * for phones), an e-mail address, a local part (`noreply@`) or a domain (`@mailinator.com`).
 */
export const placeholders = oncePerLists((lists): Placeholders => {
  const own = entriesOf(lists, 'placeholders').map((entry) => entry.toLowerCase());
  const addresses = new Set(own.filter((entry) => entry.includes('@')));
  const ownNumbers = own.filter((entry) => /\d/.test(entry) && !/\p{L}/u.test(entry)).map(digitsOf);
  const dates = new Set([...placeholderDates, ...own.filter((entry) => /^\d{4}-\d\d-\d\d$/.test(entry))]);
  const numbers = new Set([...placeholderNumbers, ...ownNumbers]);
  const phones = new Set([...placeholderPhones, ...numbers]);
  const mailWords = new Set(placeholderMailWords);
  for (const mailbox of placeholderMailboxes) addresses.add(`${mailbox}@`);
  const setOf = (...of: readonly (readonly string[])[]): Listed =>
    new Listed([placeholderWords, own, ...of].flat().map(keyOf));
  const general = setOf();
  const names = setOf(placeholderNames);
  const companies = setOf(placeholderCompanies);
  const streets = setOf(placeholderStreets);
  const tests = new Listed(companyTests);
  const fillers = new Set([...companyTests, ...companyFillers]);

  const listed = (text: string, set: Listed): boolean => {
    if (!set.mayHave(text)) return false;
    const key = keyOf(text);
    return key === '' ? SIGNS.test(text) : set.has(key);
  };
  const isNumberOf = (digits: string, listedNumbers: ReadonlySet<string>): boolean =>
    listedNumbers.has(digits) || (digits.length >= SAME_DIGITS && isRepeated(digits, 1));
  const isNumber = (text: string, listedNumbers: ReadonlySet<string>): boolean => {
    // Checked first, because nearly all phone numbers are ASCII and have no letters.
    if (!LETTER_OR_WIDE.test(text)) return isNumberOf(text.replace(/\D/g, ''), listedNumbers);
    if (/\p{L}/u.test(text.replace(/x\d+$/i, ''))) return false;
    return isNumberOf(digitsOf(text), listedNumbers);
  };
  const any: IsPlaceholder = (text) => listed(text, general) || isRunOf('x', text) || isNumber(text, numbers);
  const isWord: IsPlaceholder = (text) => listed(text, general) || (isRepeated(text, 3) && /\p{L}/u.test(text));

  const isTest = (text: string): boolean => {
    if (!tests.mayHave(text)) return false;
    const [first = '', ...more] = keyOf(text).split(' ');
    return tests.has(first) && more.every((word) => fillers.has(word));
  };

  return {
    any,
    words: isWord,
    street: (text) => listed(text, streets) || (isRepeated(text, 3) && /\p{L}/u.test(text)),
    name: (text) =>
      listed(text, names) ||
      isRepeated(text, 3) ||
      (text.includes(' ') &&
        names.mayHave(text) &&
        keyOf(text)
          .split(' ')
          .every((word) => names.has(word))),
    company: (text) => listed(text, companies) || isTest(text) || isRepeated(text, 4) || isRunOf('x', text),
    phone: (text) => {
      if (listed(text, general) || isNumber(text, phones)) return true;
      if (endsWithZeros(text)) return true;
      if (!/^\s*(?:\+|00)/.test(text)) return false;
      const digits = digitsOf(text).replace(/^00/, '');
      const national = digits.slice(callingCodeLength(digits));
      if (national.length < SAME_DIGITS || !isNumberOf(national, phones)) return false;
      // In some countries, mobile numbers begin with a repeated digit.
      return isRepeated(national, 1) || parsePhoneNumberFromString(`+${digits}`)?.getType() !== 'MOBILE';
    },
    email(text) {
      const at = text.lastIndexOf('@');
      if (at < 0) return isWord(text);
      const address = text.trim().toLowerCase();
      const [local, domain] = [address.slice(0, address.lastIndexOf('@')), address.slice(address.lastIndexOf('@') + 1)];
      if (addresses.has(address) || addresses.has(`${local}@`) || addresses.has(`@${domain}`)) return true;
      const label = domain.slice(0, Math.max(0, domain.indexOf('.')));
      if (saysNoMail(local)) return true;
      const says = (part: string) => !mailWords.has(part) && !isRepeated(part, 3);
      return (local === label && (local.length <= 3 || roles.has(local))) || (!says(local) && !says(label));
    },
    // Outlook writes 0.0.00 if no birthday was entered.
    date: (text) => dates.has(text) || /^[0\s./-]+$/.test(text) || listed(text, general),
    postalCode: (text) => listed(text, general) || /^\s*(?:0{3,}|9{4,}|x{2,})\s*$/i.test(text),
  };
});

/** Treats placeholders as blank, in each of several fields separately, because the index may read fields separately. */
export function blankingPlaceholders<P>(method: MatchMethod<P>, isPlaceholder: IsPlaceholder): MatchMethod<P> {
  const is = (text: string) => text !== '' && text.length <= LONGEST && isPlaceholder(text);
  const isBlank = (text: string): boolean => {
    if (is(text)) return true;
    const form = method.normalise([text]);
    return form !== text && is(form);
  };
  return {
    ...method,
    normalise(raw) {
      if (raw.length > 1) return method.normalise(raw.map((text) => (isBlank(text) ? '' : text)));
      if (is(raw[0]!)) return '';
      const form = method.normalise(raw);
      return form !== raw[0] && is(form) ? '' : form;
    },
  };
}

/** Listed texts by their `keyOf`. The first two letters or digits exclude most other strings. */
class Listed {
  private readonly keys: ReadonlySet<string>;
  private readonly beginnings = new Uint8Array(128 * 128);

  constructor(keys: readonly string[]) {
    this.keys = new Set(keys);
    for (const key of keys)
      if (isPlain(key.charCodeAt(0)) && isPlain(key.charCodeAt(1))) this.beginnings[beginningOf(key, 0)] = 1;
  }

  has(key: string): boolean {
    return this.keys.has(key);
  }

  /** Returns whether the text may be listed. False is certain: neither the text's key nor its first word is listed. */
  mayHave(text: string): boolean {
    let at = 0;
    for (; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      if (unit >= 0x80) return true;
      if (isPlain(unit)) break;
    }
    if (!isPlain(text.charCodeAt(at + 1))) return true;
    return this.beginnings[beginningOf(text, at)] === 1;
  }
}

function isPlain(unit: number): boolean {
  return (unit >= 0x30 && unit <= 0x39) || (unit >= 0x41 && unit <= 0x5a) || (unit >= 0x61 && unit <= 0x7a);
}

/** Combines two characters in lower case. In digits, the bit for lower case is already set. */
function beginningOf(text: string, at: number): number {
  return ((text.charCodeAt(at) | 0x20) << 7) | text.charCodeAt(at + 1) | 0x20;
}

/** Returns the length of the country calling code (ITU-T E.164). */
function callingCodeLength(digits: string): number {
  if (/^[17]/.test(digits)) return 1;
  return /^(?:2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/.test(digits) ? 2 : 3;
}

const LETTER_OR_WIDE = /[A-Za-z\u0080-\uffff]/;

/** Strings that consist only of characters without meaning. */
const SIGNS = /^[\s\p{Pd}._?*/\\…]+$/u;

function keyOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim();
}

function digitsOf(text: string): string {
  return text.replace(/x\d+$/i, '').replace(/\D/g, '');
}

/** Returns whether a local part means "no mailbox": `noemail`, `pas-de-mail`, `donotmail`, `notprovided`. */
function saysNoMail(local: string): boolean {
  if (local.length > LONGEST_NO_MAIL || !NO.some((no) => local.startsWith(no))) return false;
  const text = local.replace(/[^a-z]/g, '');
  return END.some((end) => text.endsWith(end) && isMadeOf(text.slice(0, -end.length), NO, MOST_WORDS));
}
const LONGEST_NO_MAIL = 40;
const MOST_WORDS = 4;
const noMail = (place: string) => [...noMailWords].flatMap(([word, at]) => (at === place ? [word] : []));
const [NO, END] = [noMail('start'), noMail('end')];
const BETWEEN = [...NO, ...noMail('middle')];

function isMadeOf(text: string, beginnings: readonly string[], most: number): boolean {
  return beginnings.some((word) => {
    if (!text.startsWith(word)) return false;
    return text.length === word.length || (most > 1 && isMadeOf(text.slice(word.length), BETWEEN, most - 1));
  });
}

/** Local parts that are placeholders if the domain has the same name: `info@info.com`. */
const roles = new Set(['info', 'mail', 'email', 'contact', 'kontakt', 'admin', 'office', 'user', 'sales', 'support']);

function endsWithZeros(text: string): boolean {
  return text.endsWith('0') && !/\p{L}/u.test(text) && digitsOf(text).endsWith('0'.repeat(SAME_DIGITS));
}

function isRepeated(raw: string, least: number): boolean {
  if (beginsWithTwo(raw)) return false;
  const text = raw.trim().toLowerCase();
  const first = text.charAt(0);
  return text.length >= least && /[\p{L}\p{N}]/u.test(first) && text === first.repeat(text.length);
}

/** Returns whether the first two letters or digits differ, as in nearly all strings. */
function beginsWithTwo(text: string): boolean {
  const one = text.charCodeAt(0);
  const two = text.charCodeAt(1);
  return isPlain(one) && isPlain(two) && (one | 0x20) !== (two | 0x20);
}

function isRunOf(letter: string, raw: string): boolean {
  return isRepeated(raw, 2) && raw.trim().toLowerCase().startsWith(letter);
}
