import { companyLists } from '../lists/company-lists.js';
import { nameLists } from '../lists/name-lists.js';
import { oncePerLists, type UserLists } from '../lists/method-lists.js';
import type { MatchMethod } from '../method.js';
import { blankingPlaceholders, placeholders } from '../placeholders.js';
import { city } from './city.js';
import { companyNames } from './company-name.js';
import { date } from './date.js';
import { email } from './email.js';
import { exact, exactAnyOrder, FIRST_SIZES, firstCharacters } from './exact.js';
import { fullName } from './full-name.js';
import type { Name } from './names/name.js';
import type { NameLists } from './names/word.js';
import { number } from './number.js';
import { modelNumbers, numbersInText } from './numbers-in-text.js';
import { personName } from './person-name.js';
import { phone } from './phone.js';
import { postalCode } from './postal-code.js';
import { ofSeveralValues } from './several-values.js';
import { street } from './street.js';
import { swappedName } from './swapped-name.js';
import { text } from './text.js';
import { website } from './website.js';
import { methodsWithoutWords } from './without-words.js';

export interface MethodOptions {
  /** User lists, which extend the shipped lists, by file name without extension. Each line is an entry. */
  readonly lists?: ReadonlyMap<string, readonly string[]>;
  /** ISO 3166 alpha-2 code. If absent, phones are compared by national digits, and dates are read month first. */
  readonly defaultCountry?: string | undefined;
}

interface MethodContext {
  readonly lists: UserLists;
  readonly defaultCountry: string | undefined;
  readonly names: NameLists;
  readonly method: (name: string) => MatchMethod;
}

type MethodFactory = (context: MethodContext) => MatchMethod | readonly MatchMethod[];

/** All methods. If a column's values fit several methods, the last of these methods is suggested. */
const matchMethods: readonly MethodFactory[] = [
  () => exact(),
  ({ names }) => personName(names),
  ({ names, method }) => fullName(names, method('personName') as MatchMethod<Name>),
  ({ names }) => swappedName(names),
  ({ lists }) => companyNames(companyLists(lists)),
  ({ lists }) => email(lists),
  ({ defaultCountry }) => phone(defaultCountry),
  ({ defaultCountry }) => date(defaultCountry ?? 'US'),
  () => website(),
  ({ lists }) => street(lists),
  () => city(),
  () => postalCode(),
  () => number(),
  ({ lists }) => text(lists),
  () => modelNumbers(),
  () => numbersInText(),
  () => exactAnyOrder(),
  () => FIRST_SIZES.map(firstCharacters),
];

type Methods = ReadonlyMap<string, MatchMethod>;

const methodsOf = oncePerLists(() => new Map<string | undefined, Methods>());

/** Returns methods by name. The same lists and country always return the same methods. */
export function createMethods({ lists = new Map(), defaultCountry }: MethodOptions = {}): Methods {
  const made = methodsOf(lists);
  let methods = made.get(defaultCountry);
  if (methods === undefined) made.set(defaultCountry, (methods = make(lists, defaultCountry)));
  return methods;
}

function make(lists: UserLists, defaultCountry: string | undefined): Methods {
  const shipped = placeholders(lists);
  const methods = new Map<string, MatchMethod>();
  const context: MethodContext = {
    lists,
    defaultCountry,
    names: nameLists(lists),
    method(name) {
      const method = methods.get(name);
      if (method === undefined) throw new Error(`the match method ${name} must come earlier in the list`);
      return method;
    },
  };
  for (const factory of matchMethods)
    for (const method of [factory(context)].flat()) {
      const blanking = method.blanks ? blankingPlaceholders(method, method.blanks(shipped)) : method;
      methods.set(method.name, method.hasSeveral === true ? ofSeveralValues(blanking) : blanking);
    }
  for (const method of methodsWithoutWords([...methods.values()], lists)) methods.set(method.name, method);
  return methods;
}
