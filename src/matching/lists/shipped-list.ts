import { listText } from './list-texts.js';
import { entriesIn } from './method-lists.js';

/**
 * Entries of a list that comes with the program: in the form of the lists that users add.
 *
 * @throws the system's error where there is no such list
 */
export function shippedList(name: string): readonly string[] {
  return entriesIn(listText(name).split('\n'));
}
