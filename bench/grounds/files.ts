import { Random } from '../synthetic/random.js';
import type { JudgedFile } from './file.js';
import * as people from './files-of-people.js';
import * as things from './files-of-things.js';

/** Files of many kinds, for checking the quality estimate of `clean`. The same seed produces the same files. */
export function judgedFiles(seed = 1): JudgedFile[] {
  return [...Object.values(people), ...Object.values(things)].map((make, i) => make(new Random(seed * 1_000 + i)));
}
