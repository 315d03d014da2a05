import {
  placeholderCompanies,
  placeholderMailWords,
  placeholderMailboxes,
  placeholderNames,
  placeholderNumbers,
  placeholderPhones,
  placeholderWords,
} from './lists/placeholders.js';
import { entriesOf, type UserLists } from './lists/method-lists.js';
import type { MatchMethod } from './method.js';

/** Whether a text, as sent or in normal form, stands for nothing. */
export type IsPlaceholder = (text: string) => boolean;

/** By kind of field: a company may be called AAA, and a postal code may be 11111. */
export interface Placeholders {
  readonly name: IsPlaceholder;
  readonly company: IsPlaceholder;
  readonly phone: IsPlaceholder;
  readonly email: IsPlaceholder;
  readonly postalCode: IsPlaceholder;
  /** Streets, cities, longer texts. */
  readonly words: IsPlaceholder;
  /** Values of any kind, codes among them. */
  readonly any: IsPlaceholder;
}

/** Longer texts say something. */
const LONGEST = 100;
/** So many digits of one kind are no telephone number. */
const SAME_DIGITS = 7;

/**
 * Shipped placeholders and those of the user list `placeholders`, one an entry: a text (any kind of field), a number of
 * digits (telephone numbers, too), an e-mail address, a local part with its `@` (`noreply@`) or a domain with its `@`
 * (`@mailinator.com`).
 */
export function placeholders(lists: UserLists): Placeholders {
  const own = entriesOf(lists, 'placeholders').map((entry) => entry.toLowerCase());
  const addresses = new Set(own.filter((entry) => entry.includes('@')));
  const ownNumbers = own.filter((entry) => /\d/.test(entry) && !/\p{L}/u.test(entry)).map(digitsOf);
  const numbers = new Set([...placeholderNumbers, ...ownNumbers]);
  const phones = new Set([...placeholderPhones, ...numbers]);
  const mailWords = new Set(placeholderMailWords);
  for (const mailbox of placeholderMailboxes) addresses.add(`${mailbox}@`);
  const setOf = (...of: readonly (readonly string[])[]): ReadonlySet<string> =>
    new Set([placeholderWords, own, ...of].flat().map(keyOf));
  const general = setOf();
  const names = setOf(placeholderNames);
  const companies = setOf(placeholderCompanies);

  const listed = (text: string, set: ReadonlySet<string>): boolean => {
    const key = keyOf(text);
    return key === '' ? SIGNS.test(text) : set.has(key);
  };
  const isNumber = (text: string, listedNumbers: ReadonlySet<string>): boolean => {
    if (/\p{L}/u.test(text.replace(/x\d+$/i, ''))) return false;
    const digits = digitsOf(text);
    return listedNumbers.has(digits) || (digits.length >= SAME_DIGITS && isRepeated(digits, 1));
  };
  const any: IsPlaceholder = (text) => listed(text, general) || isRunOf('x', text) || isNumber(text, numbers);
  const isWord: IsPlaceholder = (text) => listed(text, general) || (isRepeated(text, 3) && /\p{L}/u.test(text));

  return {
    any,
    words: isWord,
    name: (text) =>
      listed(text, names) ||
      isRepeated(text, 3) ||
      (text.includes(' ') &&
        keyOf(text)
          .split(' ')
          .every((word) => names.has(word))),
    company: (text) => listed(text, companies) || isRepeated(text, 4) || isRunOf('x', text),
    phone: (text) => {
      if (listed(text, general) || isNumber(text, phones)) return true;
      // Behind a country code of one to three digits.
      const digits = /^\s*(?:\+|00)/.test(text) ? digitsOf(text).replace(/^00/, '') : '';
      return [1, 2, 3].some((code) => digits.length - code >= SAME_DIGITS && isNumber(digits.slice(code), phones));
    },
    email(text) {
      const at = text.lastIndexOf('@');
      if (at < 0) return isWord(text);
      const address = text.trim().toLowerCase();
      const [local, domain] = [address.slice(0, address.lastIndexOf('@')), address.slice(address.lastIndexOf('@') + 1)];
      if (addresses.has(address) || addresses.has(`${local}@`) || addresses.has(`@${domain}`)) return true;
      const label = domain.slice(0, Math.max(0, domain.indexOf('.')));
      const says = (part: string) => !mailWords.has(part) && !isRepeated(part, 3);
      return (local === label && local.length <= 3) || (!says(local) && !says(label));
    },
    postalCode: (text) => listed(text, general) || /^\s*(?:0{3,}|9{4,}|x{2,})\s*$/i.test(text),
  };
}

/**
 * The method, with what stands for nothing read as blank. Its laws hold: normal forms that are none of these stay as
 * they are.
 *
 * Of several fields each is judged by itself, as the index may read them by themselves.
 */
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

/** Dashes, points and question marks; other signs may mean something. */
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

/** Whether a text is one letter or digit, at least so many times. */
function isRepeated(raw: string, least: number): boolean {
  const text = raw.trim().toLowerCase();
  const first = text.charAt(0);
  return text.length >= least && /[\p{L}\p{N}]/u.test(first) && text === first.repeat(text.length);
}

function isRunOf(letter: string, raw: string): boolean {
  return isRepeated(raw, 2) && raw.trim().toLowerCase().startsWith(letter);
}
