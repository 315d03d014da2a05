import { hashText } from '../../../runtime/memory/hash.js';
import { deletionKeys } from '../../text/deletions.js';
import { editsForgiven, type NameWord } from './word.js';

/** In addition to sounds. */
const GROUP = 2;
export const SPELLING = 5;

/**
 * Deletion variants, sounds, nickname groups: find all words that `wordSimilarity` matches, except for initials.
 * @param most edits to find; stored values have keys for all edits that their length allows
 */
export function addWordKeys(word: NameWord, into: number[], most: 1 | 2 = 2): void {
  const edits = editsForgiven(word.text.length);
  deletionKeys(word.text, edits === 2 ? most : edits, SPELLING, into);
  if (word.sounds.length > 0) into.push(word.sound);
  if (word.otherSound !== word.sound) into.push(word.otherSound);
  for (const group of word.groups) into.push(hashText(String(group), GROUP));
}
