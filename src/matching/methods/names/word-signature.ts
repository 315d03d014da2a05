import type { Signature } from '../../method.js';
import { prepareName, wordAlone, type Name, type NameLists } from './name.js';
import { NameWord, editsForgiven, lettersOf, shareMark } from './word.js';

/**
 * Letters of a single word and a few bits besides, which may speak against its likeness to another: two words within k
 * edits have no more than 2k letters that only one of them has, and differ by k letters in length at the most; else
 * they sound alike, or have a nickname group each, or one is the other's initial.
 *
 * ```
 * letters: a bit for each of a-z, six for all others
 * marks:   [ 1 not a single word | 1 nicknames | 6 length | 12 sound | 12 other sound ]
 * ```
 */
const OPEN = 1 << 31;
const NICKNAMES = 1 << 30;
const LENGTH_AT = 24;
const LENGTH_MASK = 0x3f;
const SOUNDS = (1 << LENGTH_AT) - 1;

const NO_GROUPS: readonly number[] = [];

/** @param most edits forgiven at the most, as of `wordSimilarity` */
export function wordSignature(most: 1 | 2, lists: NameLists): Signature<Name> {
  return {
    letters: ({ core }) => (core.length === 1 ? lettersOf(core[0]!.text) : 0),
    marks: marksOf,
    admits: (lettersA, marksA, lettersB, marksB) => admits(lettersA, marksA, lettersB, marksB, most),
    restore(text, _letters, marks) {
      if ((marks & OPEN) !== 0) return prepareName(text, lists);
      const groups = (marks & NICKNAMES) === 0 ? NO_GROUPS : lists.wordOf(text).groups;
      return wordAlone(text, new NameWord(text, groups, marks & SOUNDS));
    },
  };
}

function marksOf({ core, particles, generation }: Name): number {
  if (core.length > 1 || particles.length > 0 || generation !== '') return OPEN;
  const { text, groups, soundMarks } = core[0]!;
  return (groups.length > 0 ? NICKNAMES : 0) | (Math.min(text.length, LENGTH_MASK) << LENGTH_AT) | soundMarks;
}

function admits(lettersA: number, marksA: number, lettersB: number, marksB: number, most: 1 | 2): boolean {
  if ((marksA | marksB) < 0 || (marksA & marksB & NICKNAMES) !== 0) return true;
  const a = (marksA >>> LENGTH_AT) & LENGTH_MASK;
  const b = (marksB >>> LENGTH_AT) & LENGTH_MASK;
  const short = a < b ? a : b;
  if (short === 1) return (lettersA & lettersB) !== 0;
  if (shareMark(marksA & SOUNDS, marksB & SOUNDS)) return true;
  const forgiven = editsForgiven(short);
  const edits = forgiven < most ? forgiven : most;
  return Math.abs(a - b) <= edits && bits(lettersA ^ lettersB) <= 2 * edits;
}

/** How many bits are set. */
function bits(word: number): number {
  let w = word - ((word >>> 1) & 0x55555555);
  w = (w & 0x33333333) + ((w >>> 2) & 0x33333333);
  w = (w + (w >>> 4)) & 0x0f0f0f0f;
  return Math.imul(w, 0x01010101) >>> 24;
}
