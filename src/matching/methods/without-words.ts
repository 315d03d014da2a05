import type { MatchMethod } from '../method.js';
import { entriesOf, type UserLists } from '../lists/method-lists.js';
import { fold, words } from '../text/fold.js';

/** Name of a list of frequent words. The list `lists/frequent-schools.txt` adds `companyName without schools`. */
export const FREQUENT_LIST = /^frequent-([a-z0-9-]{1,60})$/;
const WITHOUT = ' without ';

/** Returns the name of a method without "without" and the list's name. */
export function baseName(name: string): string {
  const at = name.indexOf(WITHOUT);
  return at < 0 ? name : name.slice(0, at);
}

export function nameWithout(method: string, list: string): string {
  return method + WITHOUT + list;
}

const MOST_ROUNDS = 8;

/** Returns a variant of each method for each list, except for methods that distinguish two fields. */
export function methodsWithoutWords(methods: readonly MatchMethod[], lists: UserLists): MatchMethod[] {
  return [...lists.keys()].flatMap((name) => {
    const list = FREQUENT_LIST.exec(name)?.[1];
    if (list === undefined) return [];
    const frequent = new Set(entriesOf(lists, name).map((entry) => words(fold(entry)).join(' ')));
    return methods
      .filter((method) => method.tellsFieldsApart !== true)
      .map((method) => withoutWords(method, list, frequent));
  });
}

/**
 * Plauti's "Frequent Words": without "university", "Tokyo University" is "Tokyo". A value that has only such words
 * keeps them. The method compares and finds the rest, so its guarantees hold.
 * @param frequent folded words
 */
function withoutWords(method: MatchMethod, list: string, frequent: ReadonlySet<string>): MatchMethod {
  const strip = (text: string): string => {
    const kept = text.split(/\s+/).filter((part) => !frequent.has(words(fold(part)).join(' ')));
    return kept.length === 0 ? text : kept.join(' ');
  };
  return {
    ...method,
    name: nameWithout(method.name, list),
    usualFor: [],
    learnedFor: [],
    texts: undefined,
    besideNames: undefined,
    normalise(raw) {
      let form = method.normalise(raw.map((text) => (text.trim() === '' ? text : strip(text))));
      // The normal form of the rest may be a frequent word ("univ." becomes "university"), so this is repeated.
      for (let round = 0; round < MOST_ROUNDS; round++) {
        const next = method.normalise([strip(form)]);
        if (next === form) break;
        form = next;
      }
      return form;
    },
  };
}
