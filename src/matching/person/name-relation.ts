import type { NameLists } from '../methods/names/word.js';
import type { Similarity } from '../method.js';
import { wordSimilarity, type NameWord } from '../methods/names/word.js';
import { headOf, nicknames } from '../lists/nicknames.js';
import { areOtherTexts } from '../text/characters.js';
import { fold, words } from '../text/fold.js';
import { isGivenName } from '../lists/given-names.js';
import { isSyllable, relateCompounds } from './compound-name.js';
import { isPairBySex, relateGivenNames, soundOf, type GivenNameRelation } from './given-name.js';
import { meantNames } from './misspelled-name.js';
import type { PersonName } from './parse-person-name.js';

/** `unknown` if a record has no first name. */
type FirstNameRelation = GivenNameRelation | 'unknown';

export interface NameRelation {
  readonly first: FirstNameRelation;
  readonly last: 'same' | 'other' | 'unknown';
  /** Whether the first name is in the last-name field, and vice versa. */
  readonly isSwapped: boolean;
}

const ORDER: readonly GivenNameRelation[] = ['same', 'variant', 'initial', 'slip', 'two'];

export function relateNames(a: PersonName, b: PersonName, lists: NameLists): NameRelation {
  const whole = a.isWhole || b.isWhole || isUnparted(a) || isUnparted(b) ? relateWholeNames(a, b, lists) : undefined;
  if (whole !== undefined) return whole;
  const areCharacters = a.characters !== '' && b.characters !== '';
  // Without a separator, the boundary between last and first name is a guess.
  if (areCharacters && gluedName(a) === gluedName(b))
    return { first: areOtherTexts(a.characters, b.characters) ? 'two' : 'same', last: 'same', isSwapped: false };
  if (isOnlyName(a, b) || isOnlyName(b, a)) return { first: 'same', last: 'same', isSwapped: false };
  const straight = {
    first: areCharacters && a.first.join('') !== b.first.join('') ? 'two' : relateFirstNames(a.first, b.first, lists),
    last: relateLastNames(a, b, lists),
  } as const;
  if (straight.first === 'two' || straight.last === 'other') {
    const first = relateFirstNames(a.first, b.last, lists);
    const last = relateFirstNames(a.last, b.first, lists);
    if (isNearlyEqual(first) && isNearlyEqual(last)) return { first: 'same', last: 'same', isSwapped: true };
    // If one name is equal, the other may be an initial or a typo: Elsa Turner, Turner Elas.
    const others = [first, last].filter((relation) => relation !== 'same');
    if (others.length === 1 && others[0] !== 'two' && others[0] !== 'unknown')
      return { first: others[0]!, last: 'same', isSwapped: true };
  }
  return { ...straight, isSwapped: false };
}

const isUnparted = ({ first, last }: PersonName) => first.length === 0 && last.length > 1;

/** Returns whether someone's only name is entered twice because the form requires two names: Suharto Suharto. */
function isOnlyName({ first, last }: PersonName, other: PersonName): boolean {
  const [name] = first;
  return (
    first.length === 1 && last.length === 1 && last[0] === name && [...other.first, ...other.last].join(' ') === name
  );
}

const gluedName = ({ first, last }: PersonName) => [...last, ...first].join('');

/** Compares word by word if one name is in a single field. @returns `undefined` if it may have only last names */
function relateWholeNames(a: PersonName, b: PersonName, lists: NameLists): NameRelation | undefined {
  const [x, y] = [
    [...a.first, ...a.last],
    [...b.first, ...b.last],
  ];
  if (x.length === 0 || y.length === 0) return undefined;
  const relations = x.map((one) => y.map((other) => relateWords(one, other, lists)));
  const left = { a: new Set(x.keys()), b: new Set(y.keys()) };
  let first: GivenNameRelation = 'same';
  let matched = 0;
  for (const wanted of ORDER.slice(0, -1)) {
    for (const i of left.a) {
      const j = [...left.b].find((at) => relations[i]![at] === wanted);
      if (j === undefined) continue;
      left.a.delete(i);
      left.b.delete(j);
      first = wanted;
      matched++;
    }
  }
  const hasFirst = (of: PersonName, free: ReadonlySet<number>) => of.first.some((_, i) => !free.has(i));
  if (matched > 0 && areHeadsApart(x, y, 2)) return { first: 'two', last: 'same', isSwapped: false };
  const haveFirst =
    (a.isWhole || isUnparted(a) || hasFirst(a, left.a)) && (b.isWhole || isUnparted(b) || hasFirst(b, left.b));
  const areWhole = left.a.size === 0 || left.b.size === 0;
  if (!a.isWhole && !b.isWhole && !(areWhole && haveFirst && !(isUnparted(a) && isUnparted(b)))) return undefined;
  if (matched === 0) return { first: 'two', last: 'other', isSwapped: false };
  if (!areWhole) return { first: 'two', last: 'same', isSwapped: false };
  return { first: matched > 1 && haveFirst ? first : 'unknown', last: 'same', isSwapped: false };
}

/** Compares two words. Each may be a first or a last name. */
function relateWords(a: string, b: string, lists: NameLists): GivenNameRelation {
  const [x, y] = [lists.wordOf(a), lists.wordOf(b)];
  const relation = relateWritten(x, y, lists);
  if (relation !== 'two' || a.length === 1 || b.length === 1) return relation;
  if (isPairBySex(a, b) || (isGivenName(a) && isGivenName(b))) return 'two';
  return wordSimilarity(x, y, 2) > 0 ? 'same' : 'two';
}

/** Compares two names that may be typos of the same name: Jamees and Jim, Wilmelm and Wilherm. */
function relateWritten(a: NameWord, b: NameWord, lists: NameLists): GivenNameRelation {
  const relation = relateGivenNames(a, b, formsOf);
  if (relation !== 'two' || a.text.length === 1 || b.text.length === 1) return relation;
  const mayBe = (one: NameWord, other: NameWord) =>
    meantNames(one.text).some((name) => {
      const meant = relateGivenNames(lists.wordOf(name), other, formsOf);
      return meant === 'same' || meant === 'variant' || meantNames(other.text).includes(name);
    });
  return mayBe(a, b) || mayBe(b, a) ? 'slip' : 'two';
}

const isNearlyEqual = (relation: FirstNameRelation) => relation === 'same' || relation === 'variant';

/** Compares first names. Names that only one record has are not evidence, but conflicting names are. */
function relateFirstNames(a: readonly string[], b: readonly string[], lists: NameLists): FirstNameRelation {
  if (a.length === 0 || b.length === 0) return 'unknown';
  if (a.join('') === b.join('')) return 'same';
  // José María is a man. María José is a woman.
  if (a.length === 2 && a[0] === b[1] && a[1] === b[0] && isPairBySex(a[0]!, b[0]!)) return 'two';
  if (areHeadsApart(a, b)) return 'two';
  if (a.length === 2 && b.length === 2 && [...a, ...b].every(isSyllable))
    if (relateCompounds(a.join(''), b.join('')) === 'two') return 'two';
  const [x, y] = [a.map(lists.wordOf), b.map(lists.wordOf)];
  const relations = x.map((one) => y.map((other) => relateWritten(one, other, lists)));
  const [pending, free] = [new Set(x.keys()), new Set(y.keys())];
  let best: GivenNameRelation = 'two';
  // Pairs equal words first and initials last, so that each word gets the best possible partner.
  for (const wanted of ORDER.slice(0, -1)) {
    for (const i of pending) {
      for (const j of free) {
        if (relations[i]![j] !== wanted) continue;
        if (best === 'two') best = wanted;
        free.delete(j);
        pending.delete(i);
        break;
      }
    }
  }
  if (best === 'two' && (areBeginningsOf(a, b) || areBeginningsOf(b, a))) return 'initial';
  if (best === 'two') {
    const whole = relateGivenNames(lists.wordOf(a.join('')), lists.wordOf(b.join('')), formsOf);
    return a.length + b.length > 2 && (whole === 'same' || whole === 'variant') ? whole : 'two';
  }
  const isWord = ({ text }: NameWord) => text.length > 1;
  const [leftOfA, leftOfB] = [[...pending].map((i) => x[i]!), [...free].map((j) => y[j]!)];
  if (leftOfA.some(isWord) && leftOfB.some(isWord)) return 'two';
  // One record has an unmatched initial, and the other an unmatched name.
  return leftOfA.length > 0 && leftOfB.length > 0 ? 'two' : best;
}

/** Returns whether an additional first name is of the other sex: María José is not José, Jean-Marie is not Marie. */
function areHeadsApart(a: readonly string[], b: readonly string[], length = 1): boolean {
  if (a.length + b.length !== 2 * length + 1) return false;
  const [x, y] = [a[0]!, b[0]!];
  return x !== y && !(a.includes(y) && b.includes(x)) && isPairBySex(spelledOut(x), spelledOut(y));
}

/** Returns the name for an abbreviation in the list of nicknames: Ma. is Maria. */
const spelledOut = (name: string): string => (isGivenName(name) ? name : (headOf.get(name) ?? name));

/** Returns whether one word consists of the others' beginnings: JB is Jean-Baptiste, Juanma is Juan Manuel. */
function areBeginningsOf([short = '', ...more]: readonly string[], all: readonly string[]): boolean {
  if (more.length > 0 || all.length < 2) return false;
  if (short === all.map((word) => word.charAt(0)).join('')) return true;
  const [one, other] = all as readonly [string, string];
  if (all.length > 2 || isGivenName(short) || short.length < SHORTEST_BEGINNINGS) return false;
  return Array.from(short, (_, at) => at).some(
    (at) =>
      at >= 2 && short.length - at >= 2 && one.startsWith(short.slice(0, at)) && other.startsWith(short.slice(at)),
  );
}
const SHORTEST_BEGINNINGS = 5;

function relateLastNames(one: PersonName, other: PersonName, lists: NameLists): NameRelation['last'] {
  const [a, b] = [one.last, other.last];
  if (a.length === 0 || b.length === 0) return 'unknown';
  if (one.lastAsOne === other.lastAsOne) return 'same';
  const [glueA, glueB] = [a.join(''), b.join('')];
  if (glueA === glueB || soundOf(glueA) === soundOf(glueB)) return 'same';
  if (glueA.length !== glueB.length && soundOf(withoutArticle(glueA)) === soundOf(withoutArticle(glueB))) return 'same';
  const alike = (one: string, two: string) => {
    const similarity = wordSimilarity(lists.wordOf(one), lists.wordOf(two), 2);
    // Last names that differ in the first and in another letter are different names: Orlova and Belova.
    return similarity > (isInitial(one, two) || one.charAt(0) === two.charAt(0) ? 0 : OTHER_BEGINNING);
  };
  return a.some((one) => b.some((two) => alike(one, two))) || alike(glueA, glueB) ? 'same' : 'other';
}

const isInitial = (one: string, two: string): boolean => one.length === 1 || two.length === 1;
const OTHER_BEGINNING: Similarity = 7_600;

/** Removes the Arabic article: "Almansouri" is Al Mansouri. */
function withoutArticle(name: string): string {
  return name.length > SHORTEST_WITH_ARTICLE && /^[ae]l/.test(name) ? name.slice(2) : name;
}
const SHORTEST_WITH_ARTICLE = 6;

/** Nickname groups, without user lists, which would only affect initials. */
const groups = nicknames.map((line) => words(fold(line)));

function* formsOf({ groups: of }: NameWord): Iterable<string> {
  for (const group of of) yield* groups[group] ?? [];
}
