import { FIRST_SIZES } from '../../../matching/methods/exact.js';

/** Our method compared to the product's: `same`, `near` (differs in details), `loose` (the nearest that we have). */
export type Nearness = 'same' | 'near' | 'loose';

export interface Counterpart {
  readonly method: string;
  readonly nearness: Nearness;
  /** The difference. Absent if there is none. */
  readonly note?: string;
}

const same = (method: string): Counterpart => ({ method, nearness: 'same' });
const near = (method: string, note: string): Counterpart => ({ method, nearness: 'near', note });
const loose = (method: string, note: string): Counterpart => ({ method, nearness: 'loose', note });

const PERSON = near('personName', 'tolerates typos, words that sound alike, nicknames, initials and swapped words');
const SOUND = loose(
  'personName',
  'finds words that sound alike, nicknames and typos; the score depends on the similarity',
);
const ANY_WORDS = near(
  'companyNameLight',
  'ignores word order; tolerates typos; legal forms and common words have less weight',
);
const STREET = near('street', 'recognises street types, house numbers and units');
const POSTAL_CODE = near('postalCode', 'recognises the formats of countries; tolerates one wrong digit');
const DATE = near('date', 'tolerates swapped day and month, and one wrong digit');
const NUMBER = near('number', 'compares numbers in any format');
const WEBSITE = near('website', 'compares the registrable domain; tolerates a typo and a different suffix');
const EMAIL = near('email', 'ignores case and tags; tolerates typos');
const PHONE = near('phone', 'recognises country codes and extensions; tolerates one wrong digit');

/**
 * The product's methods by their names in an export. Some names come from the published export and the documentation
 * (`EQUAL`, `FUZZY_PERSON`, the three company methods, `PHONE`, `EMAIL`, `DATE_DISTANCE_DAYS`). For other methods, the
 * documentation has only labels (random order, partial, first characters). These names are derived from the labels.
 */
const COUNTERPARTS: ReadonlyMap<string, Counterpart> = new Map(
  (
    [
      [['EQUAL', 'EXACT', 'EQUAL_IGNORE_CASE'], same('exact')],
      [['FUZZY_PERSON', 'PERSON', 'FUZZY_NAME', 'FUZZY_FIRST_NAME', 'FUZZY_LAST_NAME'], PERSON],
      [
        ['FUZZY_COMPANY', 'PARTIAL_FUZZY_LIGHT', 'PARTIAL_FUZZY'],
        near('companyNameLight', 'legal forms and common words have less weight'),
      ],
      [
        ['FUZZY_COMPANY_STRICT', 'PARTIAL_FUZZY_MEDIUM'],
        near('companyName', 'legal forms and common words have less weight'),
      ],
      [
        ['FUZZY_COMPANY_EXTRA_STRICT', 'PARTIAL_FUZZY_HEAVY'],
        near('companyNameStrict', 'legal forms and common words have less weight'),
      ],
      [['PHONE', 'FUZZY_PHONE', 'PHONE_NUMBER'], PHONE],
      [['EMAIL', 'FUZZY_EMAIL', 'EMAIL_ADDRESS'], EMAIL],
      [['DATE_DISTANCE_DAYS', 'DATE_DISTANCE', 'DATE', 'DATE_EQUAL', 'DATETIME'], DATE],
      [
        ['EQUAL_RANDOM', 'EQUAL_RANDOM_ORDER', 'EXACT_RANDOM', 'EXACT_RANDOM_ORDER', 'RANDOM_ORDER'],
        same('exactAnyOrder'),
      ],
      [
        ['COMPANY', 'PARTIAL_EXACT', 'PARTIAL_EQUAL', 'PARTIAL'],
        loose('companyNameLight', 'one shared word among others raises the score, but not to 100'),
      ],
      [
        ['FUZZY', 'FUZZY_TEXT', 'FUZZY_STRING'],
        near('companyNameStrict', 'tolerates typos and word order; legal forms have less weight'),
      ],
      [['FUZZY_RANDOM', 'FUZZY_RANDOM_ORDER'], ANY_WORDS],
      [['TEXT', 'LONG_TEXT', 'FUZZY_LONG_TEXT', 'TEXT_AREA'], near('text', 'compares shared words in any order')],
      [['SOUNDEX', 'FUZZY_SOUNDEX', 'PHONETIC', 'FUZZY_PHONETIC', 'METAPHONE', 'DOUBLE_METAPHONE'], SOUND],
      [['STREET', 'FUZZY_STREET', 'ADDRESS', 'FUZZY_ADDRESS'], STREET],
      [['CITY', 'FUZZY_CITY'], near('city', 'tolerates typos; ignores accents')],
      [['POSTAL_CODE', 'POSTALCODE', 'POSTCODE', 'ZIP', 'ZIP_CODE', 'ZIPCODE', 'FUZZY_POSTAL_CODE'], POSTAL_CODE],
      [['NUMBER', 'NUMERIC', 'NUMBER_EQUAL', 'CURRENCY', 'PERCENT'], NUMBER],
      [['URL', 'WEBSITE', 'WEB', 'FUZZY_URL', 'FUZZY_WEBSITE'], WEBSITE],
      [
        ['DOMAIN', 'URL_DOMAIN', 'WEB_DOMAIN', 'EMAIL_DOMAIN'],
        near(
          'website',
          'compares the registrable domain, also of an e-mail address; tolerates a typo and a different suffix',
        ),
      ],
    ] as [string[], Counterpart][]
  ).flatMap(([names, counterpart]) => names.map((name) => [name, counterpart] as const)),
);

/** `FIRST_5`, `FIRST_5_CHARACTERS`, `STARTS_WITH`, `LEFT_5` and so on. */
const FIRST =
  /^(?:(?:EQUAL|EXACT|PARTIAL)_)?(?:FIRST|LEFT|STARTS?_WITH|BEGINS?_WITH)(?:_N)?(?:_(\d{1,2}))?(?:_CHAR(?:ACTER)?S?)?$/;
/** Characters to compare if neither the method's name nor its setting has a number. */
const USUAL_FIRST = 5;

/**
 * Returns our method for a method of the product, or `undefined` if it is unknown.
 * @param matchMethod its name in the export; case and word separators are ignored
 * @param matchConfig its setting, if any
 */
export function counterpartOf(matchMethod: string, matchConfig: unknown): Counterpart | undefined {
  const name = matchMethod
    .trim()
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^_|_$/g, '');
  const first = FIRST.exec(name);
  if (first !== null) return firstCharactersOf(Number(first[1] ?? numberOf(matchConfig) ?? USUAL_FIRST));
  const counterpart = COUNTERPARTS.get(name);
  const days = numberOf(matchConfig) ?? 0;
  if (name.startsWith('DATE_DISTANCE') && days > 0)
    return loose('date', `tolerates one wrong digit; dates up to ${days} days apart are no longer equal`);
  return counterpart;
}

function firstCharactersOf(asked: number): Counterpart {
  const size = FIRST_SIZES.findLast((each) => each <= asked) ?? FIRST_SIZES[0];
  const method = `first${size}`;
  return size === asked ? same(method) : loose(method, `compares the first ${size} characters instead of ${asked}`);
}

function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}
