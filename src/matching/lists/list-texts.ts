import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../runtime/package-root.js';

/** Reads `data/lists/NAME.txt`. The single-file program replaces this module. @throws the system's error */
export const listText = (name: string): string => readFileSync(join(packageRoot, 'data/lists', `${name}.txt`), 'utf8');
