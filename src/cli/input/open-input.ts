import { stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { WrongUse } from '../errors.js';
import { openCsv } from './read-csv.js';
import { openJson } from './read-json.js';
import type { InputTable } from './rows.js';

/** Opens a file of records by its extension: `.csv`, `.json` (an array) or `.ndjson` / `.jsonl` (an object a line). */
export async function openInput(path: string): Promise<InputTable> {
  const name = basename(path);
  const extension = extname(path).toLowerCase();
  if (!['.csv', '.json', '.ndjson', '.jsonl'].includes(extension)) {
    throw new WrongUse(`${name}: expected a .csv, .json, .ndjson or .jsonl file`);
  }
  const { size } = await stat(path);
  const { columns, rows, stream } = extension === '.csv' ? await openCsv(path, name) : openJson(path, name);
  return { columns, rows, bytesRead: () => stream.bytesRead, bytesTotal: size };
}
