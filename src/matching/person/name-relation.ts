import type { NameLists } from '../methods/names/name.js';
import { wordSimilarity, type NameWord } from '../methods/names/word.js';
import { nicknames } from '../lists/nicknames.js';
import { fold, words } from '../text/fold.js';
import { isGivenName } from '../lists/given-names.js';
import { isPairBySex, relateGivenNames, soundOf, type GivenNameRelation } from './given-name.js';
import type { PersonName } from './parse-person-name.js';

/** As of single words; `unknown` where one of the two has none. */
export type FirstNameRelation = GivenNameRelation | 'unknown';

export interface NameRelation {
  readonly first: FirstNameRelation;
  readonly last: 'same' | 'other' | 'unknown';
  /** Whether first and last name stand in each other's field. */
  readonly isSwapped: boolean;
}

const ORDER: readonly GivenNameRelation[] = ['same', 'variant', 'initial', 'two'];

/** How the names of two records bear on their being one person's. */
export function relateNames(a: PersonName, b: PersonName, lists: NameLists): NameRelation {
  const whole = a.isWhole || b.isWhole || isUnparted(a) || isUnparted(b) ? relateWholeNames(a, b, lists) : undefined;
  if (whole !== undefined) return whole;
  const areCharacters = a.isInCharacters && b.isInCharacters;
  // Where the last name ends is a guess, where nothing parts it from the first one.
  if (areCharacters && gluedName(a) === gluedName(b)) return { first: 'same', last: 'same', isSwapped: false };
  const straight = {
    first: areCharacters && a.first.join('') !== b.first.join('') ? 'two' : relateFirstNames(a.first, b.first, lists),
    last: relateLastNames(a.last, b.last, lists),
  } as const;
  if (straight.first === 'two' || straight.last === 'other') {
    const first = relateFirstNames(a.first, b.last, lists);
    const last = relateFirstNames(a.last, b.first, lists);
    if (isNearlyEqual(first) && isNearlyEqual(last)) return { first: 'same', last: 'same', isSwapped: true };
  }
  return { ...straight, isSwapped: false };
}

/** No first name, and a last name of several words: perhaps the whole name. */
const isUnparted = ({ first, last }: PersonName) => first.length === 0 && last.length > 1;

const gluedName = ({ first, last }: PersonName) => [...last, ...first].join('');

/**
 * Relates names of which one stands in a single field, word by word. Words that each of the two has alone are of two
 * people; which of them would be the last name is not asked.
 *
 * @returns `undefined` where nothing says that the field held more than last names, and the words do not
 */
function relateWholeNames(a: PersonName, b: PersonName, lists: NameLists): NameRelation | undefined {
  const [x, y] = [
    [...a.first, ...a.last],
    [...b.first, ...b.last],
  ];
  if (x.length === 0 || y.length === 0) return undefined;
  const left = { a: new Set(x.keys()), b: new Set(y.keys()) };
  let first: GivenNameRelation = 'same';
  let matched = 0;
  for (const wanted of ORDER.slice(0, 3)) {
    for (const i of left.a) {
      const j = [...left.b].find((at) => relateWords(x[i]!, y[at]!, lists) === wanted);
      if (j === undefined) continue;
      left.a.delete(i);
      left.b.delete(j);
      first = wanted;
      matched++;
    }
  }
  const hasFirst = (of: PersonName, free: ReadonlySet<number>) => of.first.some((_, i) => !free.has(i));
  const haveFirst =
    (a.isWhole || isUnparted(a) || hasFirst(a, left.a)) && (b.isWhole || isUnparted(b) || hasFirst(b, left.b));
  const areWhole = left.a.size === 0 || left.b.size === 0;
  if (!a.isWhole && !b.isWhole && !(areWhole && haveFirst && !(isUnparted(a) && isUnparted(b)))) return undefined;
  if (matched === 0) return { first: 'two', last: 'other', isSwapped: false };
  if (!areWhole) return { first: 'two', last: 'same', isSwapped: false };
  return { first: matched > 1 && haveFirst ? first : 'unknown', last: 'same', isSwapped: false };
}

/** Words of which each may be a first or a last name. */
function relateWords(a: string, b: string, lists: NameLists): GivenNameRelation {
  const [x, y] = [lists.wordOf(a), lists.wordOf(b)];
  const relation = relateGivenNames(x, y, formsOf);
  if (relation !== 'two' || a.length === 1 || b.length === 1) return relation;
  if (isPairBySex(a, b) || (isGivenName(a) && isGivenName(b))) return 'two';
  return wordSimilarity(x, y, 2) > 0 ? 'same' : 'two';
}

const isNearlyEqual = (relation: FirstNameRelation) => relation === 'same' || relation === 'variant';

/** Relates first and middle names. Names beyond the other's say nothing; names that stand against each other do. */
export function relateFirstNames(a: readonly string[], b: readonly string[], lists: NameLists): FirstNameRelation {
  if (a.length === 0 || b.length === 0) return 'unknown';
  if (a.join('') === b.join('')) return 'same';
  const [x, y] = [a.map(lists.wordOf), b.map(lists.wordOf)];
  const free = new Set(y.keys());
  const left: NameWord[] = [];
  let best: GivenNameRelation = 'two';
  const pending = [...x];
  // Equal words first, initials last, so that no word is taken by a weaker partner.
  for (const wanted of ORDER.slice(0, 3)) {
    for (let i = 0; i < pending.length; i++) {
      for (const j of free) {
        if (relateGivenNames(pending[i]!, y[j]!, formsOf) !== wanted) continue;
        if (best === 'two') best = wanted;
        free.delete(j);
        pending.splice(i--, 1);
        break;
      }
    }
  }
  left.push(...pending);
  if (best === 'two' && (areInitialsOf(a, b) || areInitialsOf(b, a))) return 'initial';
  if (best === 'two') {
    const whole = relateGivenNames(lists.wordOf(a.join('')), lists.wordOf(b.join('')), formsOf);
    return a.length + b.length > 2 && (whole === 'same' || whole === 'variant') ? whole : 'two';
  }
  const isWord = ({ text }: NameWord) => text.length > 1;
  const leftOfB = [...free].map((j) => y[j]!);
  if (left.some(isWord) && leftOfB.some(isWord)) return 'two';
  // An initial that fits no name of the other side, while a name of that side is free.
  return left.length > 0 && leftOfB.length > 0 ? 'two' : best;
}

/** "JB" is Jean-Baptiste. */
function areInitialsOf([initials = '', ...more]: readonly string[], all: readonly string[]): boolean {
  return more.length === 0 && all.length > 1 && initials === all.map((word) => word.charAt(0)).join('');
}

function relateLastNames(a: readonly string[], b: readonly string[], lists: NameLists): NameRelation['last'] {
  if (a.length === 0 || b.length === 0) return 'unknown';
  const [glueA, glueB] = [a.join(''), b.join('')];
  if (glueA === glueB || soundOf(glueA) === soundOf(glueB)) return 'same';
  if (glueA.length !== glueB.length && soundOf(withoutArticle(glueA)) === soundOf(withoutArticle(glueB))) return 'same';
  const alike = (one: string, two: string) => wordSimilarity(lists.wordOf(one), lists.wordOf(two), 2) > 0;
  return a.some((one) => b.some((two) => alike(one, two))) || alike(glueA, glueB) ? 'same' : 'other';
}

/** "Almansouri" is Al Mansouri. */
function withoutArticle(name: string): string {
  return name.length > SHORTEST_WITH_ARTICLE && /^[ae]l/.test(name) ? name.slice(2) : name;
}
const SHORTEST_WITH_ARTICLE = 6;

/** By group: the forms of a name. Groups of users' own lists are not among them, which costs only initials. */
const groups = nicknames.map((line) => words(fold(line)));

function* formsOf({ groups: of }: NameWord): Iterable<string> {
  for (const group of of) yield* groups[group] ?? [];
}
