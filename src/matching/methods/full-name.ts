import { hashPair, hashText, hashUnordered } from '../../runtime/memory/hash.js';
import { FULL, type MatchMethod, type Similarity } from '../method.js';
import { alignNames, sameGlued } from './names/align.js';
import { nameComposition } from './names/composition.js';
import { normaliseName, prepareName, type Name } from './names/name.js';
import { ONE, codesOf, gluedKey, spellingCodes } from './names/word-keys.js';
import { wordSimilarity, type NameLists, type NameWord } from './names/word.js';

/**
 * Full names (`FirstName+LastName`) in any order: swapped names, double surnames, middle names, initials. Two words
 * must match, at most one of them by an initial. A name with one word must match a word of the other name by sound or
 * nickname. A single shared word ("John") is too common to be a key. A name in two fields is found by the words of each
 * field (`nameComposition`). A name in one field is found by hashes of *pairs* of word codes, because two names with
 * two words in common share a pair. Word codes are halves (one edit; see `segments`), sounds and nickname groups.
 */
const FLOOR: Similarity = 6_000;
const ONE_WORD_SHARE = 0.8;
/** Maximum number of words in keys, which limits the number of word pairs. */
const MOST_WORDS = 5;

/** Key spaces: MANY for the words of longer names, ONE for names with one word, GLUED for joined words. */
const MANY = 11;
const LETTER = 17;
const BEGINS = 18;

/** A word, or two adjacent words joined. */
interface Piece {
  readonly codes: readonly number[];
  /** Hash of the first letter, for initials. Absent for two joined words. */
  readonly letter: number | undefined;
  /** Bit mask of the words. The two pieces of a pair have no word in common. */
  readonly words: number;
}

/** @param person method of each field if the name is in two fields */
export function fullName(lists: NameLists, person: MatchMethod<Name>): MatchMethod<Name> {
  const prepare = (normalised: string): Name => {
    const name = prepareName(normalised, lists);
    return name.core.length > MOST_WORDS ? { ...name, core: name.core.slice(0, MOST_WORDS) } : name;
  };
  return {
    name: 'fullName',
    kind: 'personName',
    types: ['string', 'textarea'],
    learnedFor: [{ name: /^Name$/, recordsOf: 'person' }],
    tellsFieldsApart: true,
    blanks: ({ name }) => name,
    floor: FLOOR,
    nearest: FULL - 100,
    normalise: (raw) => normaliseName(raw, lists),
    prepare,
    compare,
    retrieval: { kind: 'keys', keys: (name) => keysOf(name, true), probes: (name) => keysOf(name, false) },
    composition: nameComposition(lists, person, prepare),
  };
}

function compare(a: Name, b: Name): Similarity {
  if (a.text === b.text) return FULL;
  let similarity = sameGlued(a, b);
  if (a.core.length === 1 && b.core.length === 1) {
    similarity = Math.max(similarity, alignNames(a, b, 1).similarity);
    if (Math.min(a.core[0]!.text.length, b.core[0]!.text.length) === 1) similarity = 0;
  } else if (a.core.length === 1 || b.core.length === 1) {
    similarity = Math.max(similarity, a.core.length === 1 ? oneWord(a.core[0]!, b) : oneWord(b.core[0]!, a));
  } else {
    const aligned = alignNames(a, b, 1);
    if (aligned.whole + aligned.joined >= 1 && aligned.whole + aligned.joined + aligned.initials >= 2) {
      similarity = Math.max(similarity, aligned.similarity);
    }
  }
  return similarity < FLOOR ? 0 : Math.min(similarity, FULL - 100);
}

function oneWord(word: NameWord, name: Name): Similarity {
  if (word.text.length === 1) return 0;
  let best = 0;
  for (const other of name.core) {
    if (other.text.length > 1) best = Math.max(best, wordSimilarity(word, other, 1));
    // Stops early, because a common first name is compared with all names that contain it.
    if (best === FULL) break;
  }
  return Math.floor(best * ONE_WORD_SHARE);
}

function keysOf(name: Name, stored: boolean): number[] {
  const keys = new Set<number>();
  const alone = name.core.length === 1;
  for (const word of name.core) {
    for (const code of codesOf(word, stored)) {
      if (stored) keys.add(hashPair(code, alone ? ONE : MANY));
      else {
        keys.add(hashPair(code, ONE));
        if (alone) keys.add(hashPair(code, MANY));
      }
    }
  }
  keys.add(gluedKey(name));
  const pieces = piecesOf(name, stored);
  pieces.forEach((one, i) => {
    for (const two of pieces.slice(i + 1)) {
      if ((one.words & two.words) !== 0) continue;
      for (const x of one.codes) for (const y of two.codes) keys.add(hashUnordered(x, y));
      if (one.letter !== undefined) for (const y of two.codes) keys.add(hashUnordered(one.letter, y));
      if (two.letter !== undefined) for (const x of one.codes) keys.add(hashUnordered(two.letter, x));
    }
  });
  return [...keys];
}

function piecesOf(name: Name, stored: boolean): Piece[] {
  const pieces = name.core.map((word, i): Piece => {
    const isLetter = word.text.length === 1;
    // A stored initial matches query names that begin with it, and a query initial matches stored names.
    return {
      codes: codesOf(word, stored),
      letter: hashText(word.text.charAt(0), isLetter === stored ? LETTER : BEGINS),
      words: 1 << i,
    };
  });
  for (let i = 0; i + 1 < name.core.length; i++) {
    const text = name.core[i]!.text + name.core[i + 1]!.text;
    if (text.length >= 4) pieces.push({ codes: spellingCodes(text, stored), letter: undefined, words: 3 << i });
  }
  return pieces;
}
