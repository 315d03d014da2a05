import { stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { WrongUse } from '../errors.js';
import { openCsv } from './read-csv.js';
import { openJson } from './read-json.js';
import type { InputTable } from './input-table.js';

/** Whether a file is read as CSV, by its extension. */
export function isCsv(path: string): boolean {
  return ['.csv', '.tsv'].includes(extname(path).toLowerCase());
}

/** Opens a file of records by its extension: `.csv` or `.tsv`, `.json` (an array) or `.ndjson` / `.jsonl` (an object a line). */
export async function openInput(path: string): Promise<InputTable> {
  const name = basename(path);
  const extension = extname(path).toLowerCase();
  if (!['.csv', '.tsv', '.json', '.ndjson', '.jsonl'].includes(extension)) {
    throw new WrongUse(`${name}: expected a .csv, .tsv, .json, .ndjson or .jsonl file`);
  }
  const { size } = await stat(path);
  const { columns, rows, stream } = isCsv(path) ? await openCsv(path, name) : openJson(path, name);
  return { columns, rows, bytesRead: () => stream.bytesRead, bytesTotal: size };
}
