import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from './package-root.js';

/** Reads `data/lists/FILE`. The single-file program replaces this module. @throws a file system error */
export const dataText = (file: string): string => readFileSync(join(packageRoot, 'data/lists', file), 'utf8');
