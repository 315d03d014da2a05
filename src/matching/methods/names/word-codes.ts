import { hashPair, hashText } from '../../../runtime/memory/hash.js';
import { halfHashes, halfHashesAsked } from '../../text/segments.js';
import type { Name } from './name.js';
import type { NameWord } from './word.js';

export const ONE = 12;
const GLUED = 13;
const SPELLING = 14;
const SOUND = 15;
const GROUP = 16;

/** Two words within one edit in `wordSimilarity` share a code, except for initials. */
export function codesOf(word: NameWord, stored: boolean): number[] {
  const codes = spellingCodes(word.text, stored);
  for (const sound of word.sounds) codes.push(hashText(sound, SOUND));
  for (const group of word.groups) codes.push(hashText(String(group), GROUP));
  return codes;
}

/** Shared by texts at most one edit apart, or equal if too short for an edit. */
export function spellingCodes(text: string, stored: boolean): number[] {
  if (text.length <= 2) return [hashText(text, SPELLING)];
  return stored ? halfHashes(text, SPELLING) : halfHashesAsked(text, SPELLING);
}

/** A name with joined words. */
export function gluedKey(name: Name): number {
  return hashPair(hashText(name.glued ?? name.text), GLUED);
}
