import type { NameLists } from '../methods/names/name.js';
import { FAMILY_GROUPS, wordReader } from '../methods/names/word.js';
import { fold, words } from '../text/fold.js';
import { entriesOf, wordSet, type UserLists } from './method-lists.js';
import { familyNames, nicknames } from './nicknames.js';
import { generations, particles, titles } from './person-words.js';

/**
 * Lists of the name methods; user lists: `nicknames` (`name: form form ...` or `name, form, form`), `titles`,
 * `particles`.
 */
export function nameLists(lists: UserLists): NameLists {
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
  const none: readonly number[] = [];
  return {
    wordOf: wordReader((word) => groups.get(word) ?? none),
    titles: wordSet(titles, lists, 'titles'),
    particles: wordSet(particles, lists, 'particles'),
    generations,
  };
}
