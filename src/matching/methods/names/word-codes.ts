import { hashPair, hashText } from '../../../memory/hash.js';
import { halfHashes, halfHashesAsked } from '../../text/segments.js';
import type { Name } from './name.js';
import type { NameWord } from './word.js';

/** Key spaces of the codes of words, and of what is made of them. */
export const ONE = 12;
const GLUED = 13;
const SPELLING = 14;
const SOUND = 15;
const GROUP = 16;

/**
 * Codes of which two words share one wherever `wordSimilarity` admits them with one edit at the most, initials apart.
 */
export function codesOf(word: NameWord, stored: boolean): number[] {
  const codes = spellingCodes(word.text, stored);
  for (const sound of word.sounds) codes.push(hashText(sound, SOUND));
  for (const group of word.groups) codes.push(hashText(String(group), GROUP));
  return codes;
}

/** Codes that two texts share which are at most one edit apart, or equal where they are too short for that. */
export function spellingCodes(text: string, stored: boolean): number[] {
  if (text.length <= 2) return [hashText(text, SPELLING)];
  return stored ? halfHashes(text, SPELLING) : halfHashesAsked(text, SPELLING);
}

/** Key of a name written as one word. */
export function gluedKey(name: Name): number {
  return hashPair(hashText(name.glued ?? name.text), GLUED);
}
