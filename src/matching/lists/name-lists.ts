import { hashText } from '../../runtime/memory/hash.js';
import type { NameLists } from '../methods/names/word.js';
import { BEGINNING_GROUPS, FAMILY_GROUPS, KOREAN_GROUPS, wordReader } from '../methods/names/word.js';
import { romanisedForms } from '../person/compound-name.js';
import { fold, words } from '../text/fold.js';
import { givenNames, isFrequentGivenName } from './given-names.js';
import { entriesOf, oncePerLists, wordSet } from './method-lists.js';
import { familyNames, nicknames } from './nicknames.js';
import { generations, particles, titles } from './person-words.js';

/** User lists: `nicknames` (`name: form form ...` or `name, form, form` per line), `titles`, `particles`. */
export const nameLists = oncePerLists((lists): NameLists => {
  const groups = new Map<string, number[]>();
  const add = (line: string, group: number): void => {
    for (const form of new Set(words(fold(line)))) {
      const of = groups.get(form);
      if (of === undefined) groups.set(form, [group]);
      else of.push(group);
    }
  };
  [...nicknames, ...entriesOf(lists, 'nicknames')].forEach(add);
  const spellings = new Map<string, number[]>();
  for (const [form, of] of groups) {
    const spelling = withoutY(form);
    if (spelling !== form && !groups.has(spelling))
      spellings.set(spelling, [...(spellings.get(spelling) ?? []), ...of]);
  }
  familyNames.forEach((line, i) => add(line, FAMILY_GROUPS + i));
  return {
    wordOf: wordReader((word) => [
      ...(groups.get(word) ?? spellings.get(withoutY(word)) ?? []),
      ...romanisedGroups(word),
      ...beginningGroups(word),
    ]),
    titles: wordSet(titles, lists, 'titles'),
    particles: wordSet(particles, lists, 'particles'),
    generations,
  };
});

/** Unifies spellings of Ukrainian names: Dmytro is Dmitro, Oleksiy is Oleksii. */
const withoutY = (name: string): string => name.replace(/y/g, 'i').replace(/(.)\1+/g, '$1');

/** Returns the groups of a name's romanised forms: Kyunghee and Gyeonghui are in one group. */
const romanisedGroups = (word: string): number[] =>
  romanisedForms(word).map((form) => KOREAN_GROUPS + (hashText(form) & (KOREAN_GROUPS - FAMILY_GROUPS - 1)));

/** Minimum length of a name whose beginning can be an abbreviation. */
const SHORTEST_CUT = 6;
const cutNames = givenNames.filter((name) => name.length >= SHORTEST_CUT).sort();
const SHORTEST_BEGINNING = 3;
const LONGEST_BEGINNING = 6;
/** Maximum number of names with the same beginning. A more common beginning is not treated as an abbreviation. */
const MOST_NAMES = 32;
const NONE: readonly number[] = [];

/** Returns the group of the name, and the groups of all longer names that begin with it: Seb and Flo, Abhi and Anu. */
function beginningGroups(word: string): readonly number[] {
  const at = placeOf(word);
  const own = cutNames[at] === word ? [BEGINNING_GROUPS + at] : NONE;
  if (word.length < SHORTEST_BEGINNING || word.length > LONGEST_BEGINNING || isFrequentGivenName(word)) return own;
  const found: number[] = [];
  for (let i = at; cutNames[i]?.startsWith(word); i++) found.push(BEGINNING_GROUPS + i);
  return found.length > MOST_NAMES ? own : found;
}

function placeOf(word: string): number {
  let [from, to] = [0, cutNames.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (cutNames[middle]! < word) from = middle + 1;
    else to = middle;
  }
  return from;
}
