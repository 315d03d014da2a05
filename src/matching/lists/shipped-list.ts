import { readFileSync } from 'node:fs';
import { entriesIn } from './method-lists.js';

const FOLDER = new URL('../../../data/lists/', import.meta.url);

/**
 * Entries of a list that comes with the program, `data/lists/NAME.txt`: in the form of the lists that users add.
 *
 * @throws the system's error where there is no such file
 */
export function shippedList(name: string): readonly string[] {
  return entriesIn(readFileSync(new URL(`${name}.txt`, FOLDER), 'utf8').split('\n'));
}
