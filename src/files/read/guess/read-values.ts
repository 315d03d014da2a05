import { companyLists } from '../../../matching/lists/company-lists.js';
import { nicknames } from '../../../matching/lists/nicknames.js';
import { isGivenName } from '../../../matching/lists/given-names.js';
import { shippedList } from '../../../matching/lists/shipped-list.js';
import { titles } from '../../../matching/lists/person-words.js';
import { fold, words } from '../../../matching/text/fold.js';
import { identifierKindOf, type IdentifierKind } from './identifier-values.js';

/** Maximum filled values read per column. */
const LOOKED = 2_000;

/** Shares, 0 to 1, of a column's filled values. */
export interface ValueLook {
  /** Filled values as a share of the rows. */
  readonly filled: number;
  /** Distinct values as a share of the filled values. */
  readonly distinct: number;
  readonly email: number;
  readonly website: number;
  /** Personal pages in social networks, and pictures. */
  readonly social: number;
  readonly phone: number;
  /** Phone numbers with a plus or brackets. */
  readonly dialled: number;
  readonly postalCode: number;
  /** Matches house numbers such as `12`, `7a`, `3-5`. */
  readonly houseNumber: number;
  readonly date: number;
  /** Values whose first word, or first word after a comma, is a given name; in other scripts, names of people. */
  readonly givenName: number;
  /** Values with a number and a word for a kind of street. */
  readonly street: number;
  readonly legalForm: number;
  readonly title: number;
  /** Values of one or two words with only letters. */
  readonly fewWords: number;
  /** Values with more letters than digits. */
  readonly lettered: number;
  /** Dates at least forty years ago, which are common among birthdays and rare among other dates. */
  readonly longAgo: number;
  /** Amounts with cents, such as `1.234,50 €`. */
  readonly money: number;
  readonly identifier: IdentifierKind | undefined;
}

const givenNames = new Set(nicknames.flatMap((line) => words(fold(line))));
const titleWords = new Set(titles);
let legalForms: ReturnType<typeof companyLists>['legalForms'] | undefined;

const EMAIL = /^[^\s@<>,;"]{1,64}@[^\s@<>,;"]{1,190}$/;
const WEBSITE = /^(?:https?:\/\/\S+|www\.\S+|(?:[a-z\d-]{2,63}\.){1,3}[a-z]{2,12}(?:\/\S*)?)$/i;
const SOCIAL =
  /^(?:https?:\/\/)?(?:[\w-]+\.)*(?:linkedin|facebook|fb|twitter|x|instagram|xing|tiktok|youtube|pinterest|googleusercontent|google|gravatar)\.(?:com|de)\/|\.(?:png|jpe?g|gif|webp)(?:\?|$)/i;
/** Matches grouped digits, or a country or trunk prefix. A plain number does not match. */
const PHONE = /^(?:\+|00|\(|0\d)?[\d(][\d\s()./-]{5,24}\d(?:\s?(?:x|ext\.?)\s?\d{1,6})?$/i;
const DATE = /^(?:(\d{4})[-/.]\d\d?[-/.]\d\d?|\d\d?[./-]\d\d?[./-](\d{4}|\d\d))(?:[T ].*)?$/;
const IP_ADDRESS = /^(?:(?:0|[1-9]\d?|1\d\d|2[0-4]\d|25[0-5])(?:\.(?!$)|$)){4}$/;
/** Matches Western codes: five digits, `9999`, `9999 AA`, `99-999`, `99999-9999`, `AA9 9AA`, `A9A 9A9`. */
const POSTAL_CODE =
  /^(?:[a-z]{1,2}-?)?(?:\d{4,5}|\d{4}\s?[a-z]{2}|\d{2,4}-\d{3,4}|\d{5}-\d{4}|\d{3} \d{2}|[a-z]{1,2}\d[a-z\d]?\s?\d[a-z]{2}|[a-z]\d[a-z]\s?\d[a-z]\d)$/i;

const MONEY = /^\D{0,4}\d{1,3}(?:[.,' ]?\d{3})*[.,]\d\d\D{0,4}$/;

export function lookOf(column: readonly string[], rows: number): ValueLook {
  const all = column.filter((text) => text !== '');
  const texts = all.slice(0, LOOKED);
  const share = (test: (text: string) => boolean) =>
    texts.length === 0 ? 0 : texts.filter(test).length / texts.length;
  const dates = texts.flatMap((text) => yearOf(text) ?? []);
  const before = new Date().getUTCFullYear() - 40;
  return {
    filled: rows === 0 ? 0 : all.length / rows,
    distinct: new Set(all).size / Math.max(1, all.length),
    email: share((text) => EMAIL.test(text)),
    website: share((text) => WEBSITE.test(text) && /[a-z]/i.test(text) && !SOCIAL.test(text)),
    social: share((text) => SOCIAL.test(text)),
    phone: phoneShare(share),
    dialled: share((text) => /^\+|\(\d+\)/.test(text) && isPhone(text)),
    houseNumber: share((text) => /^\d{1,4}\s?[a-z]?(?:[-/]\d{1,4}\s?[a-z]?)?$/i.test(text)),
    postalCode: share((text) => POSTAL_CODE.test(text)),
    date: dates.length / Math.max(1, texts.length),
    givenName: share(hasGivenName),
    street: share(isStreet),
    legalForm: share(hasLegalForm),
    title: share((text) => (titleWords.has(firstWord(text)) && text.length < 12) || /^M\.?$/.test(text)),
    fewWords: share((text) => /^\p{L}[\p{L}\p{M}'’. -]*$/u.test(text) && text.split(' ').length <= 2),
    lettered: share((text) => text.replace(/\P{L}/gu, '').length > text.replace(/\D/g, '').length),
    longAgo: dates.filter((year) => year < before).length / Math.max(1, dates.length),
    money: share((text) => MONEY.test(text)),
    identifier: identifierKindOf(texts),
  };
}

/** Returns the share of phone numbers. Includes plain digits if many of the column's values have separators. */
function phoneShare(share: (test: (text: string) => boolean) => number): number {
  const written = share(isPhone);
  return written < WRITTEN_PHONES ? written : share((text) => isPhone(text) || /^[1-9]\d{7,12}$/.test(text));
}
const WRITTEN_PHONES = 0.4;

/** Requires seven digits with a separator, plus or leading zero. Excludes dates, IP addresses and the like. */
function isPhone(text: string): boolean {
  const digits = text.replace(/\D/g, '').length;
  if (digits < 7 || digits > 18 || !PHONE.test(text)) return false;
  if (/^\d{3}-\d{2}-\d{4}$/.test(text) || DATE.test(text) || IP_ADDRESS.test(text)) return false;
  return /[^\d]|^0/.test(text);
}

function yearOf(text: string): number | undefined {
  const [, first, last] = DATE.exec(text) ?? [];
  const year = first ?? last;
  if (year === undefined) return undefined;
  return year.length === 4 ? Number(year) : Number(year) <= 30 ? 2000 + Number(year) : 1900 + Number(year);
}

/** Matches names: two to four Chinese characters or Hangul, in Japan usually with a space. */
const CHARACTERS =
  /^(?:[\u3005\u3400-\u9fff]{2,4}|[\uac00-\ud7af]{2,4}|[\u3005\u3400-\u9fff\uac00-\ud7af]{1,3}\s[\u3005\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{1,5})$/;
/** Endings of names of companies, shops, schools and offices. */
const OF_COMPANIES = /(?:会社|公司|集团|集團|银行|銀行|商店|店|社|院|校|大学|大學|局|회사|은행)$/;
const OTHER_SCRIPT = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u;

function hasGivenName(text: string): boolean {
  if (!OTHER_SCRIPT.test(text)) return givenNames.has(firstWord(text.slice(text.indexOf(',') + 1)));
  if (CHARACTERS.test(text)) return !OF_COMPANIES.test(text);
  const all = text.split(/[\s,]+/);
  return all.length <= 4 && all.some((word) => isGivenName(fold(word)));
}

function firstWord(text: string): string {
  return words(fold(text))[0] ?? '';
}

const KINDS_OF_STREETS = new Set(shippedList('street-kinds').flatMap((line) => line.split(' ')));
const STREET_AT_END = /\p{L}{2}(?:stra(?:ss|ß)e|str|weg|allee|platz|gasse|straat|laan|gatan|vej)\b/iu;

function isStreet(text: string): boolean {
  if (!/\d/.test(text) || !/\p{L}{2}/u.test(text)) return false;
  return STREET_AT_END.test(text) || words(fold(text)).some((word) => word.length > 1 && KINDS_OF_STREETS.has(word));
}

function hasLegalForm(text: string): boolean {
  legalForms ??= companyLists(new Map()).legalForms;
  return legalForms.split(words(fold(text))).legalForm !== '';
}
