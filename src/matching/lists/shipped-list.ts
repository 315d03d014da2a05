import { listText } from './list-texts.js';
import { entriesIn } from './method-lists.js';

/** In the format of user lists. @throws the system's error if there is no such list */
export function shippedList(name: string): readonly string[] {
  return entriesIn(listText(name).split('\n'));
}
