import { hashPair, hashText } from '../../../runtime/memory/hash.js';
import { halfHashes, halfHashesAsked } from '../../text/segments.js';
import type { Name } from './name.js';
import type { NameWord } from './word.js';

/** Key spaces of word codes and of keys made from them. */
export const ONE = 12;
const GLUED = 13;
const SPELLING = 14;
const SOUND = 15;
const GROUP = 16;

/**
 * Two words share a code whenever `wordSimilarity` matches them with at most one edit, except for initials.
 */
export function codesOf(word: NameWord, stored: boolean): number[] {
  const codes = spellingCodes(word.text, stored);
  for (const sound of word.sounds) codes.push(hashText(sound, SOUND));
  for (const group of word.groups) codes.push(hashText(String(group), GROUP));
  return codes;
}

/** Codes shared by two texts that are at most one edit apart, or equal if too short for an edit. */
export function spellingCodes(text: string, stored: boolean): number[] {
  if (text.length <= 2) return [hashText(text, SPELLING)];
  return stored ? halfHashes(text, SPELLING) : halfHashesAsked(text, SPELLING);
}

/** Key of a name with joined words. */
export function gluedKey(name: Name): number {
  return hashPair(hashText(name.glued ?? name.text), GLUED);
}
