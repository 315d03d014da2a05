import { dataText } from '../../runtime/data-text.js';
import { entriesIn } from './method-lists.js';

/** Reads a shipped list, in the format of user lists. @throws a file system error if the list does not exist */
export function shippedList(name: string): readonly string[] {
  return entriesIn(dataText(`${name}.txt`).split('\n'));
}

/** Reads a list of `key: words` lines and returns a map from each word to its key. */
export function shippedGroups(name: string): ReadonlyMap<string, string> {
  const groups = shippedList(name).map((line) => line.split(': ') as [key: string, words: string]);
  return new Map(groups.flatMap(([key, words]) => words.split(' ').map((word) => [word, key] as const)));
}
