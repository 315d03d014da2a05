import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../runtime/package-root.js';

/**
 * The text of a shipped list, `data/lists/NAME.txt`. The single-file program replaces this module.
 * @throws the system's error if there is no such file
 */
export const listText = (name: string): string => readFileSync(join(packageRoot, 'data/lists', `${name}.txt`), 'utf8');
