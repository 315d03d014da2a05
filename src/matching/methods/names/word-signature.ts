import type { PartsAdmission, Signature } from '../../method.js';
import { prepareName, wordAlone, type Name } from './name.js';
import { BEGINNING_GROUPS, NameWord, editsForgiven, lettersOf, shareMark, type NameLists } from './word.js';

/**
 * Signature of a single word: its letters, and bits that exclude most words that are not similar. If two words are
 * within k edits, at most 2k letters are in only one of them, and their lengths differ by at most k. All other similar
 * words sound alike, share a nickname group, or one is the beginning or initial of the other.
 *
 * ```
 * letters: a bit for each of a-z, six bits for all other characters
 * marks:   [ 1 not a single core word, or too long | 1 nicknames | 1 beginnings | 5 length | 12 sound | 12 other ]
 * ```
 */
const OPEN = 1 << 31;
const NICKNAMES = 1 << 30;
const BEGINNINGS = 1 << 29;
const LENGTH_AT = 24;
const LENGTH_MASK = 0x1f;
const SOUNDS = (1 << LENGTH_AT) - 1;

const NO_GROUPS: readonly number[] = [];

export function wordSignature(most: 1 | 2, lists: NameLists): Signature<Name> {
  return {
    letters: ({ core }) => (core.length === 1 ? lettersOf(core[0]!.text) : 0),
    marks: (name) => marksOf(name, lists),
    admits: (lettersA, marksA, lettersB, marksB) => admits(lettersA, marksA, lettersB, marksB, most),
    restore(text, _letters, marks) {
      if ((marks & OPEN) !== 0) return prepareName(text, lists);
      const groups = (marks & (NICKNAMES | BEGINNINGS)) === 0 ? NO_GROUPS : lists.wordOf(text).groups;
      return wordAlone(text, new NameWord(text, groups, marks & SOUNDS));
    },
  };
}

/** Returns a filter by the two fields' signatures (0 if blank) that admits every name that `fullName` can accept. */
export function wholeAdmission({ core, particles, generation }: Name, lists: NameLists): PartsAdmission {
  if (core.length > 2 || particles.length > 0 || generation !== '') return () => true;
  const letters = core.map(({ text }) => lettersOf(text));
  const marks = core.map((word) => marksOf(wordAlone(word.text, word), lists));
  const allLetters = letters.reduce((all, one) => all | one, 0);
  const length = core.reduce((sum, { text }) => sum + text.length, 0);
  const holds = (i: number, lettersOther: number, marksOther: number) =>
    admits(letters[i]!, marks[i]!, lettersOther, marksOther, 1);
  return (lettersA, marksA, lettersB, marksB) => {
    if ((marksA | marksB) < 0) return true;
    if ((lettersA | lettersB) === allLetters && lengthIn(marksA) + lengthIn(marksB) === length) return true;
    if (core.length === 1)
      return (marksA !== 0 && holds(0, lettersA, marksA)) || (marksB !== 0 && holds(0, lettersB, marksB));
    if (marksA === 0) return holds(0, lettersB, marksB) || holds(1, lettersB, marksB);
    if (marksB === 0) return holds(0, lettersA, marksA) || holds(1, lettersA, marksA);
    return (
      (holds(0, lettersA, marksA) && holds(1, lettersB, marksB)) ||
      (holds(1, lettersA, marksA) && holds(0, lettersB, marksB))
    );
  };
}

function marksOf({ core, particles, generation }: Name, lists: NameLists): number {
  if (core.length > 1 || particles.length > 0 || generation !== '') return OPEN;
  const { text, groups, soundMarks } = core[0]!;
  // In a longer name, these words may not be core words (see `nameComposition`).
  if (lists.titles.has(text) || lists.particles.has(text) || lists.generations.has(text)) return OPEN;
  if (text.length > LENGTH_MASK) return OPEN;
  const nicknames = groups.length > 0 && groups[0]! < BEGINNING_GROUPS ? NICKNAMES : 0;
  const beginnings = groups.length > 0 && groups.at(-1)! >= BEGINNING_GROUPS ? BEGINNINGS : 0;
  return nicknames | beginnings | (text.length << LENGTH_AT) | soundMarks;
}

function admits(lettersA: number, marksA: number, lettersB: number, marksB: number, most: 1 | 2): boolean {
  if ((marksA | marksB) < 0 || (marksA & marksB & NICKNAMES) !== 0) return true;
  const a = lengthIn(marksA);
  const b = lengthIn(marksB);
  const short = a < b ? a : b;
  if (short === 1) return (lettersA & lettersB) !== 0;
  const common = lettersA & lettersB;
  if ((marksA & marksB & BEGINNINGS) !== 0 && a !== b && common === (a < b ? lettersA : lettersB)) return true;
  if (shareMark(marksA & SOUNDS, marksB & SOUNDS)) return true;
  const forgiven = editsForgiven(short);
  const edits = forgiven < most ? forgiven : most;
  return Math.abs(a - b) <= edits && bits(lettersA ^ lettersB) <= 2 * edits;
}

function lengthIn(marks: number): number {
  return (marks >>> LENGTH_AT) & LENGTH_MASK;
}

function bits(word: number): number {
  let w = word - ((word >>> 1) & 0x55555555);
  w = (w & 0x33333333) + ((w >>> 2) & 0x33333333);
  w = (w + (w >>> 4)) & 0x0f0f0f0f;
  return Math.imul(w, 0x01010101) >>> 24;
}
