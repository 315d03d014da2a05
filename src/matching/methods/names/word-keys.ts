import { hashText } from '../../../memory/hash.js';
import { deletionKeys } from '../../text/deletions.js';
import { editsForgiven, type NameWord } from './word.js';

/** Key spaces of words of a name, beside that of their sounds. */
const GROUP = 2;
export const SPELLING = 5;

/**
 * Keys by which words are found that `wordSimilarity` admits, initials apart: deletion similar values, sounds, nickname
 * groups.
 *
 * @param most edits to be found, at the most; values are filed for all that their length allows
 */
export function addWordKeys(word: NameWord, into: number[], most: 1 | 2 = 2): void {
  const edits = editsForgiven(word.text.length);
  deletionKeys(word.text, edits === 2 ? most : edits, SPELLING, into);
  if (word.sounds.length > 0) into.push(word.sound);
  if (word.otherSound !== word.sound) into.push(word.otherSound);
  for (const group of word.groups) into.push(hashText(String(group), GROUP));
}
