import type { ObjectType } from '../../records/object-type.js';
import type { ReportRecord } from './report-pair.js';
import { tellingTo } from '../../runtime/notes.js';
import { readInput, type InputOptions } from '../dedupe/read-input.js';
import type { TakeRow } from '../dedupe/read-rows.js';

/**
 * Reads the input again: keeping all rows would take more memory than comparing them.
 * @param wanted positions from 0
 */
export async function rowsAgain(
  wanted: ReadonlySet<number>,
  options: InputOptions,
  type: ObjectType,
): Promise<Map<number, ReportRecord>> {
  const found = new Map<number, ReportRecord>();
  if (wanted.size === 0) return found;
  let row = 0;
  const take: TakeRow = (texts, { id }) => {
    if (wanted.has(row)) found.set(row, { id, texts });
    row++;
    return undefined;
  };
  // Its notes were shown when it was read first.
  await tellingTo({}, () => readInput(options, type, { take, keepsNames: true }));
  return found;
}
