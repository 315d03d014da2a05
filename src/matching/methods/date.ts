import { hashText } from '../../runtime/memory/hash.js';
import { FULL, type MatchMethod, type Similarity } from '../method.js';
import { deletionKeys } from '../text/deletions.js';
import { isTransposition, osaDistance } from '../text/edit-distance.js';
import { fold } from '../text/fold.js';

/**
 * Dates in common formats. Similar dates: swapped day and month, one wrong digit, two swapped digits, a missing day or
 * month. The time of day is ignored. `03/04/1980` is read month first for countries that write dates this way. A value
 * that is not a date matches only an equal value. Keys: the digits with up to one deleted; the year with day and month
 * in either order; the year for dates without a day.
 */
const FLOOR: Similarity = 5_000;
const DAY_AND_MONTH_SWAPPED: Similarity = 9_000;
const DIGITS_SWAPPED: Similarity = 8_500;
const ONE_DIGIT_OFF: Similarity = 8_000;
const DAY_MISSING: Similarity = 8_000;
const YEAR_ONLY: Similarity = 6_000;

const DIGITS_SEED = 71;
const EITHER_ORDER_SEED = 72;
const WHOLE_SEED = 73;
const PARTIAL_SEED = 74;

const monthFirst = new Set(['US', 'PH', 'FM', 'MH', 'PW', 'GU', 'PR', 'VI', 'AS', 'MP', 'CA']);
const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
/** For each month, the beginnings of its names in other languages, if they differ from English. */
const otherMonths =
  'janv,ene,gen fevr,fev maerz,marz,mrt avr,abr mai,mag,mei,maj juin,giu juil,lug aout,ago set okt,ott,out - dez,dic'
    .split(' ')
    .map((starts) => starts.split(','));

interface DateValue {
  readonly text: string;
  /** Digits as `YYYYMMDD`, `YYYYMM` or `YYYY`; `''` if the text is not a date. */
  readonly digits: string;
}

export const writesMonthFirst = (country: string | undefined): boolean => monthFirst.has(country ?? '');

export function date(defaultCountry: string): MatchMethod<DateValue> {
  const isMonthFirst = writesMonthFirst(defaultCountry);
  return {
    name: 'date',
    kind: 'own',
    sharedBy: [],
    types: ['date', 'datetime', 'string'],
    usualFor: [{ type: 'date', name: /birth/i }],
    learnedFor: [{ type: 'date' }],
    texts: /^(?:\d{4}-\d\d?-\d\d?|\d\d?[./-]\d\d?[./-]\d{2,4})(?:[T ].*)?$/,
    besideNames: { key: 'date', title: 'Date' },
    blanks: ({ date }) => date,
    floor: FLOOR,
    nearest: DAY_AND_MONTH_SWAPPED,
    normalise: (raw) => normalise(fold(raw.join(' '), 64).replace(/\s+/g, ' ').trim(), isMonthFirst),
    prepare: (text) => ({ text, digits: /^\d{4}(?:-\d\d){0,2}$/.test(text) ? text.replace(/-/g, '') : '' }),
    compare,
    retrieval: { kind: 'keys', keys: (value) => keys(value, true), probes: (value) => keys(value, false) },
  };
}

function normalise(text: string, isMonthFirst: boolean): string {
  const parts = text.replace(/(\d)(?:st|nd|rd|th)\b/g, '$1').match(/\d+|[a-z]+/g) ?? [];
  return numeric(text, parts, isMonthFirst) ?? worded(parts) ?? text;
}

function numeric(text: string, parts: readonly string[], isMonthFirst: boolean): string | undefined {
  const [a = '', b = '', c = ''] = parts;
  if (/^\d{4}$/.test(text)) return text;
  if (/^\d{8}$/.test(text)) return iso(text.slice(0, 4), text.slice(4, 6), text.slice(6));
  if (/^\d{4}[-/.]\d{1,2}$/.test(text)) return iso(a, b);
  if (/^\d{1,2}[-/.]\d{4}$/.test(text)) return iso(b, a);
  // ISO 8601, with or without a time of day.
  if (/^\d{4}[-/. ]\d{1,2}[-/. ]\d{1,2}(?:[t ].*)?$/.test(text)) return iso(a, b, c);
  const written = /^(\d{1,2})([-/. ])\d{1,2}\2(\d{4}|\d\d)(?: .*)?$/.exec(text);
  if (written === null) return undefined;
  const year = c.length === 4 ? c : century(c);
  // Americans do not write dates with periods.
  const first = isMonthFirst && written[2] !== '.';
  return (first ? iso(year, a, b) : iso(year, b, a)) ?? (first ? iso(year, b, a) : iso(year, a, b));
}

/** Reads dates with a month's name: `12 March 1980`, `March 12, 1980`, `Mar 1980`. */
function worded(parts: readonly string[]): string | undefined {
  const names = parts.filter((part) => monthOf(part) > 0);
  const numbers = parts.filter((part) => /^\d+$/.test(part));
  if (names.length !== 1 || parts.length > 5) return undefined;
  const month = String(monthOf(names[0]!));
  const year = numbers.find((part) => part.length === 4);
  const day = numbers.find((part) => part.length <= 2);
  if (year === undefined) return numbers.length === 2 ? iso(century(numbers[1]!), month, numbers[0]) : undefined;
  if (numbers.length > 2) return undefined;
  return day === undefined ? iso(year, month) : iso(year, month, day);
}

function monthOf(word: string): number {
  if (word.length < 3) return 0;
  const other = otherMonths.findIndex((starts) => starts.some((start) => word.startsWith(start)));
  return (other >= 0 ? other : months.indexOf(word.slice(0, 3))) + 1;
}

/** Two-digit years are in the century that ends in 2030, a fixed year, so that values never change their meaning. */
function century(year: string): string {
  return Number(year) <= 30 ? `20${year.padStart(2, '0')}` : `19${year}`;
}

function iso(year: string, month: string, day?: string): string | undefined {
  const m = Number(month);
  const d = day === undefined ? 1 : Number(day);
  if (year.length !== 4 || m < 1 || m > 12 || d < 1 || d > 31) return undefined;
  const start = `${year}-${String(m).padStart(2, '0')}`;
  return day === undefined ? start : `${start}-${String(d).padStart(2, '0')}`;
}

function compare(a: DateValue, b: DateValue): Similarity {
  if (a.text === b.text) return FULL;
  const x = a.digits;
  const y = b.digits;
  if (x === '' || y === '') return 0;
  if (x.length !== y.length) {
    if (x.startsWith(y) || y.startsWith(x)) return Math.min(x.length, y.length) === 6 ? DAY_MISSING : YEAR_ONLY;
    return 0;
  }
  if (x.length < 8) return x.length === 6 && osaDistance(x, y, 1) === 1 ? FLOOR : 0;
  const sameYear = x.slice(0, 4) === y.slice(0, 4);
  if (sameYear && x.slice(4, 6) === y.slice(6) && x.slice(6) === y.slice(4, 6)) return DAY_AND_MONTH_SWAPPED;
  if (osaDistance(x, y, 1) !== 1) return 0;
  return isTransposition(x, y) ? DIGITS_SWAPPED : ONE_DIGIT_OFF;
}

function keys({ text, digits }: DateValue, stored: boolean): number[] {
  if (digits === '') return [hashText(text, WHOLE_SEED)];
  const found = deletionKeys(digits, digits.length === 4 ? 0 : 1, DIGITS_SEED);
  const year = digits.slice(0, 4);
  if (digits.length === 8) {
    const month = digits.slice(4, 6);
    const day = digits.slice(6);
    found.push(hashText(month < day ? year + month + day : year + day + month, EITHER_ORDER_SEED));
  }
  // Dates without a day have their own keys. Otherwise all dates of a year would be candidates for each other.
  const isPartial = digits.length < 8;
  if (stored) found.push(hashText(year, isPartial ? PARTIAL_SEED : WHOLE_SEED));
  else {
    found.push(hashText(year, PARTIAL_SEED));
    if (isPartial) found.push(hashText(year, WHOLE_SEED));
  }
  return found;
}
