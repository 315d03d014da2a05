import type { FieldTexts } from '../../matching/normalized-record.js';
import type { ObjectType } from '../../records/object-type.js';
import { tellingTo } from '../../runtime/notes.js';
import { readInput, type InputOptions } from '../dedupe/read-input.js';

/**
 * Reads the input once more, for the texts of a few rows: keeping all would take more memory than comparing them.
 *
 * @param wanted positions from 0
 */
export async function rowsAgain(
  wanted: ReadonlySet<number>,
  options: InputOptions,
  type: ObjectType,
): Promise<Map<number, FieldTexts>> {
  const found = new Map<number, FieldTexts>();
  if (wanted.size === 0) return found;
  let row = 0;
  const take = (texts: FieldTexts): undefined => {
    if (wanted.has(row)) found.set(row, texts);
    row++;
  };
  // Its notes were told when it was read first.
  await tellingTo({}, () => readInput(options, type, { take }));
  return found;
}
