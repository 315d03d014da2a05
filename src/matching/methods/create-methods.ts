import { companyLists } from '../lists/company-lists.js';
import { nameLists } from '../lists/name-lists.js';
import type { UserLists } from '../lists/method-lists.js';
import type { MatchMethod } from '../method.js';
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
  /** ISO 3166 alpha-2: phones without a country code are read by it. */
  readonly defaultCountry?: string;
}

/** The match methods by name. */
export function createMethods(options: MethodOptions = {}): ReadonlyMap<string, MatchMethod> {
  const lists: UserLists = options.lists ?? new Map<string, string[]>();
  const country = options.defaultCountry ?? 'US';
  const names = nameLists(lists);
  const person = personName(names);
  const methods = [
    exact(),
    person,
    fullName(names, person),
    swappedName(),
    ...companyNames(companyLists(lists)),
    phone(country),
    email(lists),
    website(),
    street(lists),
    city(),
    postalCode(),
    date(country),
    number(),
    text(lists),
    exactAnyOrder(),
    ...FIRST_SIZES.map((size) => firstCharacters(size)),
  ].map((method) => method as unknown as MatchMethod);
  return new Map([...methods, ...methodsWithoutWords(methods, lists)].map((method) => [method.name, method]));
}
