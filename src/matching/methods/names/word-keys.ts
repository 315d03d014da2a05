import { hashText, hashPair } from '../../../runtime/memory/hash.js';
import { deletionKeys } from '../../text/deletions.js';
import { editsForgiven, type NameWord } from './word.js';
import { halfHashes, halfHashesAsked } from '../../text/segments.js';
import type { Name } from './name.js';

/** Key space of nickname groups. */
const GROUP = 2;
export const SPELLING = 5;

/** Adds keys that find all words matched by `wordSimilarity`, except initials. @param most maximum number of edits */
export function addWordKeys(word: NameWord, into: number[], most: 1 | 2 = 2): void {
  const edits = editsForgiven(word.text.length);
  deletionKeys(word.text, edits === 2 ? most : edits, SPELLING, into);
  if (word.sounds.length > 0) into.push(word.sound);
  if (word.otherSound !== word.sound) into.push(word.otherSound);
  for (const group of word.groups) into.push(hashText(String(group), GROUP));
}

export const ONE = 12;
const GLUED = 13;
const CODE_OF_SPELLING = 14;
const CODE_OF_SOUND = 15;
const CODE_OF_GROUP = 16;

/** Returns codes of a word. Words that `wordSimilarity` matches within one edit share a code. Initials do not. */
export function codesOf(word: NameWord, stored: boolean): number[] {
  const codes = spellingCodes(word.text, stored);
  for (const sound of word.sounds) codes.push(hashText(sound, CODE_OF_SOUND));
  for (const group of word.groups) codes.push(hashText(String(group), CODE_OF_GROUP));
  return codes;
}

/**
 * Returns codes for a word. Words within one edit share a code. Words that are too short for an edit share a code only
 * if they are equal.
 */
export function spellingCodes(text: string, stored: boolean): number[] {
  if (text.length <= 2) return [hashText(text, CODE_OF_SPELLING)];
  return stored ? halfHashes(text, CODE_OF_SPELLING) : halfHashesAsked(text, CODE_OF_SPELLING);
}

export function gluedKey(name: Name): number {
  return hashPair(hashText(name.glued ?? name.text), GLUED);
}
