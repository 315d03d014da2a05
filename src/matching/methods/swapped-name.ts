import { hashPair, hashText } from '../../runtime/memory/hash.js';
import { FULL, type MatchMethod, type Similarity } from '../method.js';
import { cut, fold, words } from '../text/fold.js';
import { spellingCodes } from './names/word-keys.js';
import { INITIAL, LONGEST_WORD, NameWord, wordSimilarity, type NameLists } from './names/word.js';

/**
 * First and last name in each other's fields. Both names are equal, or one is equal and the other is similar (a
 * typo, the same sound, a nickname or an initial). Matches only if the methods for first and last name do not. Keys:
 * pairs of sounds (or nickname groups); a sound and a letter, for initials; one name and half the other (`segments`).
 */
const BOTH_EQUAL: Similarity = 9_900;
const ONE_EQUAL: Similarity = 9_400;
/** One name is equal and the other matches by its initial, or both match by sound or nickname. */
const ONE_INITIAL: Similarity = 8_900;
/** One name matches by a typo, sound or nickname, and the other by its initial. */
const FLOOR: Similarity = 8_400;

const SOUND = 112;
const GROUP = 113;
const SPELLED = 114;
/** Key spaces of first letters: of stored names, which initials find, and of stored initials, which names find. */
const BEGINS = 115;
const LETTER = 116;
const EQUAL = 117;
const BETWEEN = '|';

interface TwoNames {
  readonly first: NameWord;
  readonly last: NameWord;
}

export function swappedName({ wordOf }: Pick<NameLists, 'wordOf'>): MatchMethod<TwoNames> {
  const part: Pick<MatchMethod<NameWord>, 'prepare' | 'compare' | 'retrieval'> = {
    prepare: (text) => new NameWord(text, wordOf(text).groups),
    compare: (a, b) => wordSimilarity(a, b, 1),
    retrieval: { kind: 'keys', keys: (word) => partKeys(word, true), probes: (word) => partKeys(word, false) },
  };
  return {
    name: 'swappedName',
    kind: 'remark',
    learnedFor: [{ name: /^FirstName\+LastName$/ }],
    tellsFieldsApart: true,
    blanks: ({ name }) => name,
    floor: FLOOR,
    nearest: BOTH_EQUAL,
    normalise,
    prepare(text) {
      const [first, last] = split(text);
      return { first: wordOf(first), last: wordOf(last) };
    },
    compare,
    retrieval: {
      kind: 'keys',
      keys: (names) => keys(names, true),
      probes: ({ first, last }) => keys({ first: last, last: first }, false),
    },
    crossed: {
      split,
      assemble: (first, last): TwoNames => ({ first: first as NameWord, last: last as NameWord }),
      part,
    },
  };
}

function split(text: string): [string, string] {
  const at = text.indexOf(BETWEEN);
  return [text.slice(0, at), text.slice(at + 1)];
}

/** Returns both normal forms, joined, or `''` if a name is missing or the two are equal. */
function normalise(raw: readonly string[]): string {
  const parts = raw.length === 1 ? raw[0]!.split(BETWEEN) : raw;
  const [first = '', last = ''] = parts.map((part) => cut(words(fold(part)).join(''), LONGEST_WORD));
  return first === '' || last === '' || first === last ? '' : `${first}${BETWEEN}${last}`;
}

function compare(a: TwoNames, b: TwoNames): Similarity {
  if (a.first.text === b.first.text && a.last.text === b.last.text) return FULL;
  const one = wordSimilarity(a.first, b.last, 1);
  const two = one === 0 ? 0 : wordSimilarity(a.last, b.first, 1);
  // A name that matches in its own field is scored by the other methods.
  if (two === 0 || wordSimilarity(a.first, b.first) > 0 || wordSimilarity(a.last, b.last) > 0) return 0;
  const low = Math.min(one, two);
  if (Math.max(one, two) === FULL) return low === FULL ? BOTH_EQUAL : low === INITIAL ? ONE_INITIAL : ONE_EQUAL;
  if (low === INITIAL) return Math.max(one, two) === INITIAL ? 0 : FLOOR;
  return shareCode(a.first, b.last) && shareCode(a.last, b.first) ? ONE_INITIAL : 0;
}

function shareCode(a: NameWord, b: NameWord): boolean {
  const codes = codesOf(b);
  return codesOf(a).some((code) => codes.includes(code));
}

/** Returns hashes of a name's sounds and nickname groups, or of its text if it has no sound. */
function codesOf({ text, sounds, groups }: NameWord): number[] {
  return [
    ...(sounds.length === 0 ? [text] : sounds).map((sound) => hashText(sound, SOUND)),
    ...groups.map((group) => hashText(String(group), GROUP)),
  ];
}

/** @param isStored whether to return the keys of a stored name, not of a query */
function keys({ first, last }: TwoNames, isStored: boolean): number[] {
  const [one, two] = isStored ? [first, last] : [last, first];
  const found = [hashText(`${one.text}${BETWEEN}${two.text}`, EQUAL)];
  const ofFirst = codesOf(first);
  const ofLast = codesOf(last);
  for (const one of ofFirst) for (const two of ofLast) found.push(hashPair(one, two));
  const spelling = (name: string) => spellingCodes(name, isStored);
  for (const half of spelling(first.text)) found.push(hashPair(half, hashText(last.text, SPELLED)));
  for (const half of spelling(last.text)) found.push(hashPair(hashText(first.text, SPELLED), half));
  const letters = [letterOf(first.text, isStored), letterOf(last.text, isStored)] as const;
  for (const code of [...ofFirst, ...spelling(first.text)]) found.push(hashPair(code, letters[1]));
  for (const code of [...ofLast, ...spelling(last.text)]) found.push(hashPair(letters[0], code));
  return found;
}

function partKeys(word: NameWord, isStored: boolean): number[] {
  return [...codesOf(word), ...spellingCodes(word.text, isStored), letterOf(word.text, isStored)];
}

/** Returns the key of the first letter. A name in a query finds stored initials, and an initial finds stored names. */
function letterOf(name: string, isStored: boolean): number {
  return hashText(name.charAt(0), (name.length === 1) === isStored ? LETTER : BEGINS);
}
