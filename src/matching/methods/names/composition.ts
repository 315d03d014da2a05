import { hashPair, hashText } from '../../../runtime/memory/hash.js';
import type { Composition, CompositionPlan, MatchMethod } from '../../method.js';
import { MOST_WORDS, wordAlone, type Name } from './name.js';
import { ONE, codesOf, gluedKey, spellingCodes, SPELLING, addWordKeys } from './word-keys.js';
import { wholeAdmission, wordSignature } from './word-signature.js';
import { INITIAL, LONGEST_WORD, wordSimilarity, type NameLists } from './word.js';

/** Key space for two adjacent words of a stored name, written together. */
const JOINED = 19;
/** Key space for all words of a stored name for which `hasHidden` is true. */
const HIDDEN = 20;
/** Minimum number of letters of two words written together, as in `isGlued`. */
const SHORTEST_JOINED = 4;

/**
 * Finds a full name in two fields, first and last, by the words of the fields. The comparator accepts two names only if
 * at least one of these holds:
 *
 * 1. The names have the same letters, perhaps divided into words differently. If both fields of a stored name are
 *    single words, the query tries every position where its letters can be divided. Other stored names have a key of
 *    their letters.
 * 2. One name is a single word that the other name contains. Stored names with one word have that word's codes. A query
 *    with one word finds the word in one of the fields.
 * 3. The names have two words in common. One of these may be an initial, or two joined adjacent words. Therefore,
 *    searching for all query words except one finds every such name. A name found by one word must also contain another
 *    query word. Only stored names of three or more words have joined words, which get separate keys.
 *
 * Cases 2 and 3 apply to the core words of the fields. If a name has a core word that is in neither field
 * (`hasHidden`), all its words are keys.
 */
export function nameComposition(
  lists: NameLists,
  person: MatchMethod<Name>,
  prepare: (normalised: string) => Name,
): Composition<Name> {
  if (person.retrieval.kind !== 'keys') throw new Error('names: the method for single names must have keys');
  const { retrieval } = person;

  function compose([first, last]: readonly [string, string]): string {
    const parts = [first, last];
    if (isWord(first) && isWord(last) && !lists.titles.has(first) && !lists.titles.has(last)) return `${first} ${last}`;
    const all = parts.filter((part) => part !== '').flatMap((part) => part.split(' '));
    const kept = all.filter((word) => !lists.titles.has(word));
    return (kept.length === 0 ? all : kept).slice(0, MOST_WORDS).join(' ');
  }

  function assemble([first, last]: readonly [unknown, unknown]): Name {
    const [a, b] = [first, last] as [Name | undefined, Name | undefined];
    if (!a || !b) {
      const only = (a ?? b)!;
      return only.core.length > 1 ? prepare(only.text) : only;
    }
    if (a.glued !== undefined || b.glued !== undefined || !carries(a.text) || !carries(b.text) || isGeneration(b.text))
      return prepare(compose([a.text, b.text]));
    return {
      text: `${a.text} ${b.text}`,
      core: [a.core[0]!, b.core[0]!],
      glued: a.text + b.text,
      particles: [],
      generation: '',
    };
  }

  const isGeneration = (word: string) => lists.generations.has(word);
  const carries = (word: string) => !lists.titles.has(word) && !lists.particles.has(word);

  function keys(whole: Name, parts: readonly [unknown, unknown]): number[] {
    const found: number[] = [];
    const filled = (parts as readonly (Name | undefined)[]).filter((part) => part !== undefined);
    if (whole.core.length === 1) for (const code of codesOf(whole.core[0]!, true)) found.push(hashPair(code, ONE));
    const isPlain = whole.core.length === filled.length && filled.every(({ glued }) => glued === undefined);
    if (isPlain) return found;
    found.push(gluedKey(whole));
    if (hasHidden(whole, filled))
      for (const word of whole.core) for (const code of codesOf(word, true)) found.push(hashPair(code, HIDDEN));
    for (let i = 0; i + 1 < whole.core.length; i++)
      found.push(hashText(whole.core[i]!.text + whole.core[i + 1]!.text, JOINED));
    return found;
  }

  function plan(query: Name): CompositionPlan {
    const words = query.core.map(({ text }, i) => ({ text, words: 1 << i }));
    // A single word can match two joined words of a query only in a name with fewer words than the query.
    const joined = words.length < 3 ? [] : neighbours(words);
    const places = [...words.keys()];
    const ofJoined = joined.map((_, i) => words.length + i);
    const whole = places.filter((i) => words[i]!.text.length > 1);
    let covers: number[][];
    if (words.length === 1) covers = [whole];
    // If only initials match, the names do not match.
    else if (whole.length < words.length) covers = [[...whole, ...ofJoined]];
    else covers = places.map((left) => [...places.filter((place) => place !== left), ...ofJoined]);
    return {
      pieces: [...words, ...joined],
      covers,
      needsTwo: words.length > 1,
      halves: cuts(query.glued ?? query.text),
      probes: probes(query, joined),
    };
  }

  const piece: MatchMethod<Name> = {
    name: 'nameWord',
    floor: INITIAL,
    normalise: (raw) => raw.join(''),
    prepare: (text) => wordAlone(text, lists.wordOf(text)),
    compare(asked, part) {
      const [word] = asked.core;
      let best = 0;
      for (const other of part.core) best = Math.max(best, wordSimilarity(word!, other, 1));
      return best;
    },
    signature: wordSignature(1, lists),
    retrieval: { kind: 'keys', keys: (name) => retrieval.keys(name), probes: pieceKeys },
  };

  return {
    part: person,
    compose,
    assemble,
    piece,
    admission: (query) => wholeAdmission(query, lists),
    isSingle: (part) => (part as Name).core.length === 1,
    keys,
    plan,
  };
}

/**
 * Returns whether the full name has a core word that neither part has. A word can be a particle or suffix in a part but
 * core in the full name: "der" in the part "ii der" and the full name "de ii der", where "ii" is the suffix.
 */
function hasHidden({ core }: Name, parts: readonly Name[]): boolean {
  const shown = parts.flatMap((part) => part.core.map(({ text }) => text));
  return core.some(({ text }) => {
    const at = shown.indexOf(text);
    if (at >= 0) shown.splice(at, 1);
    return at < 0;
  });
}

function pieceKeys({ core }: Name): number[] {
  const [word] = core;
  const keys: number[] = [];
  addWordKeys(word!, keys, 1);
  keys.push(hashText(word!.text.charAt(0), SPELLING));
  return keys;
}

function neighbours(words: CompositionPlan['pieces']): { text: string; words: number }[] {
  const joined = [];
  for (let i = 0; i + 1 < words.length; i++) {
    const [one, two] = [words[i]!, words[i + 1]!];
    const text = one.text + two.text;
    if (text.length >= SHORTEST_JOINED) joined.push({ text, words: one.words | two.words });
  }
  return joined;
}

function isWord(text: string): boolean {
  return text !== '' && !text.includes(' ');
}

/** Returns all divisions of a string into two parts. One part is blank in the first and the last division. */
function cuts(text: string): [string, string][] {
  const pairs: [string, string][] = [];
  for (let at = Math.max(0, text.length - LONGEST_WORD); at <= Math.min(text.length, LONGEST_WORD); at++)
    pairs.push([text.slice(0, at), text.slice(at)]);
  return pairs;
}

/** @param joined adjacent words of the query, written together; each alone may match a name with hidden words */
function probes(query: Name, joined: readonly { readonly text: string }[]): number[] {
  const keys = [gluedKey(query)];
  const isAlone = query.core.length === 1;
  for (const word of query.core) {
    if (word.text.length === 1) continue;
    for (const code of codesOf(word, false)) {
      keys.push(hashPair(code, HIDDEN));
      if (!isAlone) keys.push(hashPair(code, ONE));
    }
    if (!isAlone && word.text.length >= SHORTEST_JOINED) keys.push(hashText(word.text, JOINED));
  }
  for (const { text } of joined) for (const code of spellingCodes(text, false)) keys.push(hashPair(code, HIDDEN));
  return keys;
}
