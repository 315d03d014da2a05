import { doubleMetaphone } from 'double-metaphone';
import type { Similarity } from '../../method.js';
import { FULL } from '../../method.js';
import { osaDistance } from '../../text/edit-distance.js';

/**
 * One word of a name, and how alike two are. The rule of admission is made of what keys can find exactly: equal, nickname of one another, within k edits
 * (optimal string alignment), or of one sound (double metaphone, L. Philips 2000) and not too far apart. Everything beyond admission only grades.
 */
export interface NameWord {
  readonly text: string;
  /** Double metaphone codes, one or two; none for a script that has no transliteration. */
  readonly sounds: readonly string[];
  /** Nickname groups that the word belongs to. */
  readonly groups: readonly number[];
  /** Spelling without the differences that are none: ue/u, ph/f, y/i, doubled letters. */
  readonly loose: string;
}

/** Words beyond this are cut: no name is longer. */
export const LONGEST_WORD = 40;
/** Similarity of one letter to a name that begins with it: large classes, weak evidence. */
export const INITIAL: Similarity = 6_500;
const NICKNAME: Similarity = 9_200;
const LOOSE: Similarity = 9_600;
const FIRST_LETTER_DIFFERS = 300;

export type GroupsOf = (word: string) => readonly number[];

export function nameWord(text: string, groupsOf: GroupsOf): NameWord {
  return { text, sounds: soundsOf(text), groups: groupsOf(text), loose: looseSpelling(text) };
}

const LATIN = /^[a-z]+$/;

function soundsOf(text: string): string[] {
  if (text.length < 2 || !LATIN.test(text)) return [];
  const [primary, secondary] = doubleMetaphone(text);
  const sounds = primary === '' ? [] : [primary];
  if (secondary !== '' && secondary !== primary) sounds.push(secondary);
  return sounds;
}

export function looseSpelling(text: string): string {
  return text
    .replace(/(?<=[aou])e(?=[^aeiou]|$)/g, '')
    .replace(/ph/g, 'f')
    .replace(/ck/g, 'k')
    .replace(/[yj]/g, 'i')
    .replace(/ie/g, 'i')
    .replace(/(.)\1+/g, '$1');
}

/** Edits forgiven in a word of this length. */
export function editsForgiven(length: number): 0 | 1 | 2 {
  return length <= 2 ? 0 : length <= 5 ? 1 : 2;
}

/**
 * @param most the most edits forgiven, whatever the length
 * @returns 0, or `INITIAL`..10,000
 */
export function wordSimilarity(a: NameWord, b: NameWord, most: 1 | 2 = 2): Similarity {
  if (a.text === b.text) return FULL;
  const short = Math.min(a.text.length, b.text.length);
  const long = Math.max(a.text.length, b.text.length);
  if (short === 1) return a.text.charCodeAt(0) === b.text.charCodeAt(0) ? INITIAL : 0;
  const nickname = intersect(a.groups, b.groups) ? NICKNAME : 0;
  const alike = short >= 3 && intersect(a.sounds, b.sounds);
  const edits = Math.min(editsForgiven(short), most);
  const bound = alike ? Math.max(edits, long >> 1) : edits;
  const distance = bound === 0 ? bound + 1 : osaDistance(a.text, b.text, bound);
  if (distance > bound) return nickname;
  let similarity: number;
  if (distance <= edits) {
    similarity = FULL - Math.round((distance === 1 ? 5_500 : 17_000) / long);
    if (alike) similarity += (FULL - similarity) >> 2;
  } else similarity = 8_700 - Math.round((1_400 * distance) / long);
  if (short >= 3 && a.loose === b.loose) similarity = Math.max(similarity, LOOSE);
  else if (a.text.charCodeAt(0) !== b.text.charCodeAt(0)) similarity -= FIRST_LETTER_DIFFERS;
  return Math.max(similarity, nickname);
}

function intersect(a: readonly (string | number)[], b: readonly (string | number)[]): boolean {
  for (const one of a) if (b.includes(one)) return true;
  return false;
}
