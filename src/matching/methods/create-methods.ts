import { companyLists } from '../lists/company-lists.js';
import { nameLists } from '../lists/name-lists.js';
import type { UserLists } from '../lists/method-lists.js';
import type { MatchMethod } from '../method.js';
import { blankingPlaceholders, placeholders } from '../placeholders.js';
import { city } from './city.js';
import { companyNames } from './company-name.js';
import { date } from './date.js';
import { email } from './email.js';
import { exact } from './exact.js';
import { exactAnyOrder } from './exact-any-order.js';
import { FIRST_SIZES, firstCharacters } from './first-characters.js';
import { fullName } from './full-name.js';
import { number } from './number.js';
import { personName } from './person-name.js';
import { phone } from './phone.js';
import { postalCode } from './postal-code.js';
import { street } from './street.js';
import { swappedName } from './swapped-name.js';
import { text } from './text.js';
import { website } from './website.js';
import { methodsWithoutWords } from './without-words.js';

export interface MethodOptions {
  /** User lists by name (file name without extension), one entry a line; they extend the shipped ones. */
  readonly lists?: ReadonlyMap<string, readonly string[]>;
  /**
   * ISO 3166 alpha-2: phones without a country code and dates are read by it. Absent: phones compare by national
   * digits, dates are read month first.
   */
  readonly defaultCountry?: string | undefined;
}

/** The match methods by name. */
export function createMethods(options: MethodOptions = {}): ReadonlyMap<string, MatchMethod> {
  const lists: UserLists = options.lists ?? new Map<string, string[]>();
  const { defaultCountry } = options;
  const names = nameLists(lists);
  const blank = placeholders(lists);
  const person = blankingPlaceholders(personName(names), blank.name);
  const methods = [
    blankingPlaceholders(exact(), blank.any),
    person,
    blankingPlaceholders(fullName(names, person), blank.name),
    blankingPlaceholders(swappedName(), blank.name),
    ...companyNames(companyLists(lists)).map((method) => blankingPlaceholders(method, blank.company)),
    blankingPlaceholders(phone(defaultCountry), blank.phone),
    blankingPlaceholders(email(lists), blank.email),
    blankingPlaceholders(website(), blank.words),
    blankingPlaceholders(street(lists), blank.words),
    blankingPlaceholders(city(), blank.words),
    blankingPlaceholders(postalCode(), blank.postalCode),
    // Dates and numbers read no words.
    date(defaultCountry ?? 'US'),
    number(),
    blankingPlaceholders(text(lists), blank.words),
    blankingPlaceholders(exactAnyOrder(), blank.any),
    // What it leaves of a longer value ("Testimony") may look like a placeholder and is none.
    ...FIRST_SIZES.map((size) =>
      blankingPlaceholders(firstCharacters(size), (text) => text.trim().length > size && blank.any(text)),
    ),
  ].map((method) => method as unknown as MatchMethod);
  return new Map([...methods, ...methodsWithoutWords(methods, lists)].map((method) => [method.name, method]));
}
