import { readFileSync } from 'node:fs';
import { unlessMissing } from './missing-file.js';

/** Returns `undefined` if the file does not exist. */
export function textOfFile(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    unlessMissing(error);
    return undefined;
  }
}
