import { hashText } from '../../runtime/memory/hash.js';
import type { NameLists } from '../methods/names/name.js';
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
  familyNames.forEach((line, i) => add(line, FAMILY_GROUPS + i));
  return {
    wordOf: wordReader((word) => [...(groups.get(word) ?? []), ...romanisedGroups(word), ...beginningGroups(word)]),
    titles: wordSet(titles, lists, 'titles'),
    particles: wordSet(particles, lists, 'particles'),
    generations,
  };
});

/** Returns the groups of a name's romanised forms: Kyunghee and Gyeonghui share one. */
const romanisedGroups = (word: string): number[] =>
  romanisedForms(word).map((form) => KOREAN_GROUPS + (hashText(form) & (KOREAN_GROUPS - FAMILY_GROUPS - 1)));

/** Minimum length of a name that is abbreviated to its beginning. */
const SHORTEST_CUT = 6;
/** Sorted names that can be abbreviated to their beginning. */
const cutNames = givenNames.filter((name) => name.length >= SHORTEST_CUT).sort();
const SHORTEST_BEGINNING = 3;
const LONGEST_BEGINNING = 6;
/** Maximum number of names with the same abbreviation. A beginning shared by more names is not an abbreviation. */
const MOST_NAMES = 32;
const NONE: readonly number[] = [];

/** Returns a name's own group and the groups of all names that begin with it: Seb and Flo, Abhi and Anu. */
function beginningGroups(word: string): readonly number[] {
  const at = placeOf(word);
  const own = cutNames[at] === word ? [BEGINNING_GROUPS + at] : NONE;
  if (word.length < SHORTEST_BEGINNING || word.length > LONGEST_BEGINNING || isFrequentGivenName(word)) return own;
  const found: number[] = [];
  for (let i = at; cutNames[i]?.startsWith(word); i++) found.push(BEGINNING_GROUPS + i);
  return found.length > MOST_NAMES ? own : found;
}

/** Returns the position of the first name that sorts at or after a word. */
function placeOf(word: string): number {
  let [from, to] = [0, cutNames.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (cutNames[middle]! < word) from = middle + 1;
    else to = middle;
  }
  return from;
}
