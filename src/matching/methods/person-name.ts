import { FULL, type MatchMethod, type Similarity } from '../method.js';
import { hashText } from '../../runtime/memory/hash.js';
import { deletionKeys } from '../text/deletions.js';
import { alignNames, gluedSimilarity } from './names/align.js';
import { normaliseName, prepareName, type Name } from './names/name.js';
import { SPELLING, addWordKeys } from './names/word-keys.js';
import { wordSignature } from './names/word-signature.js';
import { INITIAL, wordSimilarity, type NameLists } from './names/word.js';

/**
 * First, last or full name in one field. The order of words has little effect. Titles are ignored. Particles,
 * generational suffixes, and a missing middle name or second surname have little weight. Words that conflict reduce the
 * score most. Sources: double metaphone (Philips 2000), optimal string alignment (Damerau 1964), nicknames (our own
 * table), deletion variants as keys (SymSpell).
 */
const FLOOR: Similarity = 6_000;
const INITIAL_OF_SEVERAL: Similarity = 6_200;

const BEGINS_WITH = 3;
const INITIAL_ONLY = 4;

export function personName(lists: NameLists): MatchMethod<Name> {
  return {
    name: 'personName',
    kind: 'personName',
    types: ['string', 'textarea'],
    usualFor: [{ name: /^(?:First|Last)Name$/i }],
    learnedFor: [{ name: /^MiddleName$/ }],
    blanks: ({ name }) => name,
    floor: FLOOR,
    nearest: FULL - 100,
    normalise: (raw) => normaliseName(raw, lists),
    prepare: (normalised) => prepareName(normalised, lists),
    compare: compareNames,
    signature: wordSignature(2, lists),
    retrieval: {
      kind: 'keys',
      keys: (name) => keysOf(name, BEGINS_WITH, INITIAL_ONLY),
      // An initial in a query finds names that begin with it, and a name in a query finds stored initials.
      probes: (name) => keysOf(name, INITIAL_ONLY, BEGINS_WITH),
    },
  };
}

function compareNames(a: Name, b: Name): Similarity {
  if (a.text === b.text) return FULL;
  let similarity: number;
  if (isPlain(a) && isPlain(b)) similarity = wordSimilarity(a.core[0]!, b.core[0]!);
  else {
    const aligned = alignNames(a, b, 2);
    const admitted = aligned.whole > 0 ? aligned.similarity : byInitialAlone(a, b);
    similarity = Math.max(admitted, gluedSimilarity(a, b));
  }
  return similarity < FLOOR ? 0 : Math.min(similarity, FULL - 100);
}

function isPlain(name: Name): boolean {
  return name.core.length === 1 && name.particles.length === 0 && name.generation === '';
}

/** Compares names with initials: "J." or "J. R." with "John Robert". */
function byInitialAlone(a: Name, b: Name): Similarity {
  const isInitial = (i: number) => wordSimilarity(a.core[i]!, b.core[i]!) === INITIAL;
  const areAll =
    a.core.length === b.core.length && [a, b].some(({ core }) => core.every(({ text }) => text.length === 1));
  const letters = areAll ? a.core.length : Math.min(a.core.length, b.core.length) === 1 ? 1 : 0;
  return letters > 0 && Array.from({ length: letters }, (_, i) => i).every(isInitial) ? INITIAL_OF_SEVERAL : 0;
}

function keysOf(name: Name, ofWord: number, ofLetter: number): number[] {
  const keys: number[] = [];
  for (const word of name.core) addWordKeys(word, keys);
  if (name.glued !== undefined) deletionKeys(name.glued, 1, SPELLING, keys);
  const first = name.core[0]!.text;
  keys.push(hashText(first.charAt(0), first.length === 1 ? ofLetter : ofWord));
  return keys;
}
