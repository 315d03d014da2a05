import { hashText } from '../../hash.js';
import { deletionKeys } from '../../text/deletions.js';
import { editsForgiven, type NameWord } from './word.js';

/** Key spaces of words of a name. */
const SOUND = 1;
const GROUP = 2;
export const SPELLING = 5;

/**
 * Keys by which words are found that `wordSimilarity` admits, initials apart: deletion neighbourhoods, sounds, nickname groups.
 *
 * @param most edits to be found, at the most; values are filed for all that their length allows
 */
export function addWordKeys(word: NameWord, into: Set<number>, most: 1 | 2 = 2): void {
  const edits = editsForgiven(word.text.length);
  deletionKeys(word.text, edits === 2 ? most : edits, SPELLING, into);
  for (const sound of word.sounds) into.add(hashText(sound, SOUND));
  for (const group of word.groups) into.add(hashText(String(group), GROUP));
}
