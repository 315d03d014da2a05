import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../runtime/package-root.js';
import { entriesIn } from './method-lists.js';

/**
 * Entries of a list that comes with the program, `data/lists/NAME.txt`: in the form of the lists that users add.
 *
 * @throws the system's error where there is no such file
 */
export function shippedList(name: string): readonly string[] {
  return entriesIn(readFileSync(join(packageRoot, 'data/lists', `${name}.txt`), 'utf8').split('\n'));
}
