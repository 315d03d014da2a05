import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { MapOption } from '../input/mapping.js';

/**
 * What makes two imports the same one: the file's content, the object and the mapping. The file's name is no part of
 * it: a copy is the same import.
 *
 * @returns 32 hexadecimal digits
 */
export async function importKey(path: string, object: string, map: readonly MapOption[]): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  const mapping = map.map(({ source, field }) => [source, field.toLowerCase()]).sort();
  hash.update(JSON.stringify([object, mapping]));
  return hash.digest('hex').slice(0, 32);
}
