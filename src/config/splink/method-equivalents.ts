import { baseName, frequentWordsOf } from '../../matching/methods/without-words.js';
import type { Nearness } from '../import/product-methods.js';

/** SQL (DuckDB) that brings a column nearest to the normal form of a method, and the method's doings beyond. */
export interface MethodEquivalent {
  /** @param column quoted */
  readonly prepare: (column: string) => string;
  /** Parts of the method that Splink has nothing for; absent: none of weight. */
  readonly lost?: string;
}

const TEXT = (column: string) =>
  `nullif(trim(regexp_replace(lower(strip_accents(${column}::varchar)), '[^\\p{L}\\p{N}]+', ' ', 'g')), '')`;
const LOWER = (column: string) => `nullif(lower(${column}::varchar), '')`;
const ADDRESS = (column: string) => `nullif(lower(trim(${column}::varchar)), '')`;
const DIGITS = (column: string) => `nullif(right(regexp_replace(${column}::varchar, '\\D', '', 'g'), 10), '')`;
const CODE = (column: string) => `nullif(regexp_replace(upper(${column}::varchar), '[^A-Z0-9]', '', 'g'), '')`;
const DATE = (column: string) =>
  `strftime(try_strptime(${column}::varchar, ['%Y-%m-%d', '%Y%m%d', '%d.%m.%Y']), '%Y-%m-%d')`;
const NUMBER = (column: string) => `try_cast(${column} as double)`;
const DOMAIN = (column: string) =>
  `nullif(regexp_extract(lower(${column}::varchar), '^(?:[a-z]+://)?(?:www\\.)?([^/:?#]+)', 1), '')`;
const SORTED = (column: string) => `array_to_string(list_sort(string_split(${TEXT(column)}, ' ')), ' ')`;

const COMPANY =
  'legal forms and common words that count less, acronyms and word order: all words are equally telling there';
const EQUIVALENTS: ReadonlyMap<string, MethodEquivalent> = new Map<string, MethodEquivalent>([
  ['exact', { prepare: LOWER }],
  ['exactAnyOrder', { prepare: SORTED }],
  [
    'personName',
    {
      prepare: TEXT,
      lost: 'nicknames, words that sound alike, initials, double names, particles, titles and other scripts',
    },
  ],
  [
    'fullName',
    { prepare: TEXT, lost: 'first and last name swapped, nicknames, words that sound alike, initials and word order' },
  ],
  ['swappedName', { prepare: TEXT, lost: 'names that are swapped and spelled otherwise: equal ones only' }],
  ['companyNameLight', { prepare: TEXT, lost: COMPANY }],
  ['companyName', { prepare: TEXT, lost: COMPANY }],
  ['companyNameStrict', { prepare: TEXT, lost: COMPANY }],
  [
    'email',
    { prepare: ADDRESS, lost: 'plus tags, dots and domains that a provider takes for the same, roles at one company' },
  ],
  ['phone', { prepare: DIGITS, lost: 'country codes and extensions: the last ten digits are compared' }],
  ['date', { prepare: DATE, lost: 'day and month swapped, a missing day, other ways to write a date' }],
  ['website', { prepare: DOMAIN, lost: 'registrable domains and shared hosts: the host is compared' }],
  ['street', { prepare: TEXT, lost: 'abbreviations, word order, units; a house number counts like any letters' }],
  ['city', { prepare: TEXT, lost: 'exonyms (Munich, München) and abbreviations' }],
  ['postalCode', { prepare: CODE, lost: 'country prefixes, add-ons and an outward code alone' }],
  ['number', { prepare: NUMBER }],
  ['text', { prepare: TEXT, lost: 'word order, and that rare words are more telling' }],
  ['modelNumbers', { prepare: TEXT, lost: 'numbers of models within texts: whole texts are compared' }],
  ['numbersInText', { prepare: TEXT, lost: 'numbers within texts: whole texts are compared' }],
]);

export function equivalentOf(method: string): MethodEquivalent {
  const base = baseName(method);
  const first = /^first(\d+)$/.exec(base);
  const known: MethodEquivalent =
    first === null
      ? (EQUIVALENTS.get(base) ?? { prepare: TEXT, lost: `all that ${base} forgives` })
      : { prepare: (column) => `nullif(left(lower(${column}::varchar), ${first[1]!}), '')` };
  const words = frequentWordsOf(method);
  if (words === undefined) return known;
  const frequent = `the frequent words (${words}), which count there`;
  return { ...known, lost: known.lost === undefined ? frequent : `${known.lost}; ${frequent}` };
}

/** By how much alike both divide pairs, percent. */
export function nearnessOf(agreement: number): Nearness {
  return agreement >= 100 ? 'same' : agreement >= 75 ? 'near' : 'loose';
}
