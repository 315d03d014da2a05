import { createHash } from 'node:crypto';
import type { ColumnMapping } from '../batch/import/file-messages.js';

/**
 * The mark of one and the same import, wherever they are asked for: the file's content, the object and which columns
 * fill which fields, and the sheet where one is named. The file's name is no part of it: a copy is the same import.
 *
 * @param sha256 of the content, in hexadecimal
 * @returns 32 hexadecimal digits
 */
export function importKey(
  sha256: string,
  objectType: string,
  mapping: readonly ColumnMapping[],
  sheet?: string,
): string {
  const fields = mapping
    .map(({ field, positions, part }) => [positions.join('+'), field.toLowerCase(), ...(part ? [part] : [])])
    .sort();
  return createHash('sha256')
    .update(JSON.stringify([sha256, objectType, fields, ...(sheet === undefined ? [] : [sheet])]))
    .digest('hex')
    .slice(0, 32);
}
