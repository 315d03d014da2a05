import type { MatchMethod } from '../method.js';
import { entriesOf, type UserLists } from '../lists/method-lists.js';
import { fold, words } from '../text/fold.js';

/** Lists of frequent words are named so: `lists/frequent-schools.txt` makes `companyName without schools`. */
export const FREQUENT_LIST = /^frequent-([a-z0-9-]{1,60})$/;
const WITHOUT = ' without ';

/** The method behind one that leaves out frequent words; a method's own name otherwise. */
export function baseName(name: string): string {
  const at = name.indexOf(WITHOUT);
  return at < 0 ? name : name.slice(0, at);
}

/** The list of frequent words that a method leaves out; `undefined` for none. */
export function frequentWordsOf(name: string): string | undefined {
  const at = name.indexOf(WITHOUT);
  return at < 0 ? undefined : name.slice(at + WITHOUT.length);
}

export function nameWithout(method: string, list: string): string {
  return method + WITHOUT + list;
}

/** Rounds in which a normal form loses words: one is nearly always enough. */
const MOST_ROUNDS = 8;

/** Every method once more for each of the user's lists of frequent words, but for those that tell two fields apart. */
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
 * A method that does not see certain words (the product's Frequent Words): without "university", "Tokyo University" and
 * "Leiden University" are "Tokyo" and "Leiden". A value of such words alone keeps them. Comparison and retrieval are
 * the method's own over what is left, so that its laws hold.
 *
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
    // Chosen by people only.
    usualFor: [],
    learnedFor: [],
    texts: undefined,
    besideNames: undefined,
    normalise(raw) {
      let form = method.normalise(raw.map((text) => (text.trim() === '' ? text : strip(text))));
      // The normal form of the rest may be a frequent word itself: "univ." becomes "university". Each round takes words
      // away.
      for (let round = 0; round < MOST_ROUNDS; round++) {
        const next = method.normalise([strip(form)]);
        if (next === form) break;
        form = next;
      }
      return form;
    },
  };
}
