import { companyLists } from '../../../matching/lists/company-lists.js';
import { nicknames } from '../../../matching/lists/nicknames.js';
import { titles } from '../../../matching/lists/person-words.js';
import { fold, words } from '../../../matching/text/fold.js';

/** Filled values of a column that are looked at. */
const LOOKED = 2_000;

/** How the values of a column look: shares 0..1 of the filled ones. */
export interface ValueLook {
  /** Share of the rows. */
  readonly filled: number;
  /** Different values, a share of the filled ones. */
  readonly distinct: number;
  readonly email: number;
  readonly website: number;
  readonly phone: number;
  readonly postalCode: number;
  readonly date: number;
  /** First word is a given name. */
  readonly givenName: number;
  /** A legal form stands at the end. */
  readonly legalForm: number;
  readonly title: number;
  /** One word, or two, of letters only. */
  readonly fewWords: number;
  /** The share of dates whose year is forty years ago or more; birthdays are, other dates hardly. */
  readonly longAgo: number;
}

const givenNames = new Set(nicknames.flatMap((line) => words(fold(line))));
const titleWords = new Set(titles);
let legalForms: ReturnType<typeof companyLists>['legalForms'] | undefined;

const EMAIL = /^[^\s@<>,;"]{1,64}@[^\s@<>,;"]{1,190}$/;
const WEBSITE = /^(?:https?:\/\/\S+|www\.\S+|(?:[a-z\d-]{2,63}\.){1,3}[a-z]{2,12}(?:\/\S*)?)$/i;
/** Grouped digits, or a country or trunk prefix: a mere number is none. */
const PHONE = /^(?:\+|00|\(|0\d)?[\d(][\d\s()./-]{5,24}\d(?:\s?(?:x|ext\.?)\s?\d{1,6})?$/i;
const DATE = /^(?:(\d{4})[-/.]\d\d?[-/.]\d\d?|\d\d?[./-]\d\d?[./-](\d{4}|\d\d))(?:[T ].*)?$/;
/**
 * Post offices of Europe, America and Australia: five digits, `9999`, `9999 AA`, `99-999`, `99999-9999`, `AA9 9AA`,
 * `A9A 9A9`.
 */
const POSTAL_CODE =
  /^(?:[a-z]{1,2}-?)?(?:\d{4,5}|\d{4}\s?[a-z]{2}|\d{2,4}-\d{3,4}|\d{5}-\d{4}|\d{3} \d{2}|[a-z]{1,2}\d[a-z\d]?\s?\d[a-z]{2}|[a-z]\d[a-z]\s?\d[a-z]\d)$/i;

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
    website: share((text) => WEBSITE.test(text) && /[a-z]/i.test(text)),
    phone: share(isPhone),
    postalCode: share((text) => POSTAL_CODE.test(text)),
    date: dates.length / Math.max(1, texts.length),
    givenName: share((text) => givenNames.has(firstWord(text))),
    legalForm: share(hasLegalForm),
    title: share((text) => titleWords.has(firstWord(text)) && text.length < 12),
    fewWords: share((text) => /^\p{L}[\p{L}\p{M}'’. -]*$/u.test(text) && text.split(' ').length <= 2),
    longAgo: dates.filter((year) => year < before).length / Math.max(1, dates.length),
  };
}

/** Seven digits and a separator, a plus or a leading zero at least; no date, and no social-security number. */
function isPhone(text: string): boolean {
  const digits = text.replace(/\D/g, '').length;
  if (digits < 7 || digits > 18 || !PHONE.test(text)) return false;
  if (/^\d{3}-\d{2}-\d{4}$/.test(text) || DATE.test(text)) return false;
  return /[^\d]|^0/.test(text);
}

function yearOf(text: string): number | undefined {
  const [, first, last] = DATE.exec(text) ?? [];
  const year = first ?? last;
  if (year === undefined) return undefined;
  return year.length === 4 ? Number(year) : Number(year) <= 30 ? 2000 + Number(year) : 1900 + Number(year);
}

function firstWord(text: string): string {
  return words(fold(text))[0] ?? '';
}

function hasLegalForm(text: string): boolean {
  legalForms ??= companyLists(new Map()).legalForms;
  return legalForms.split(words(fold(text))).legalForm !== '';
}
