import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../runtime/package-root.js';

/**
 * The text of a list that comes with the program, `data/lists/NAME.txt`. A program that is packed into one file has
 * another module in the place of this one.
 *
 * @throws the system's error where there is no such file
 */
export const listText = (name: string): string => readFileSync(join(packageRoot, 'data/lists', `${name}.txt`), 'utf8');
