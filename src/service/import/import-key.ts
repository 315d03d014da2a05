import { createHash } from 'node:crypto';
import type { ColumnMapping } from '../../files/import/file-messages.js';

/**
 * Identifies an import on every node: the file's content, the object, the columns of each field, and the sheet if one
 * is named. The file's name does not count: a copy is the same import.
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
