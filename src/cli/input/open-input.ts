import { open } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { Failure, WrongUse } from '../errors.js';
import { decode, detectEncoding, givenEncoding, LOOKED, type Encoding } from './encoding.js';
import { isZip, notText } from './file-kind.js';
import type { InputTable } from './input-table.js';
import { layoutOf } from './layout.js';
import { openCsv } from './read-csv.js';
import { openJson } from './read-json.js';
import { openXlsx } from './read-xlsx.js';

const JSON_EXTENSIONS = ['.json', '.ndjson', '.jsonl'];
const TABLE_EXTENSIONS = ['.csv', '.tsv', '.txt', '.xlsx'];

/** Whether a file is read as JSON, by its extension: its columns then show row by row. */
export function isJsonFile(path: string): boolean {
  return JSON_EXTENSIONS.includes(extname(path).toLowerCase());
}

/**
 * Opens a file of records by its extension: `.csv`, `.tsv` or `.txt`, `.xlsx`, `.json` (an array) or `.ndjson` /
 * `.jsonl` (an object a line).
 *
 * @param encoding its name; absent: detected
 * @throws WrongUse for another extension or an unknown encoding, Failure for a file that is not what its name says
 */
export async function openInput(path: string, encoding?: string): Promise<InputTable> {
  const name = basename(path);
  const extension = extname(path).toLowerCase();
  if (![...JSON_EXTENSIONS, ...TABLE_EXTENSIONS].includes(extension)) {
    throw new WrongUse(`${name}: expected a .csv, .tsv, .txt, .xlsx, .json, .ndjson or .jsonl file`);
  }
  const given = encoding === undefined ? undefined : givenEncoding(encoding);
  const { bytes, size } = await beginningOf(path);
  if (extension === '.xlsx') {
    if (!isZip(bytes)) throw new Failure(`${name}: no Excel workbook, whatever its name says${kindOf(bytes)}`);
    const { columns, rows, notes } = await openXlsx(path, name);
    return { columns, rows, notes, bytesRead: () => size, bytesTotal: size };
  }
  const kind = notText(bytes);
  if (kind !== undefined) throw new Failure(`${name}: this is ${kind}`);
  const used = given ?? detectEncoding(bytes, bytes.length === size);
  const notes = encodingNotes(name, used);
  if (isJsonFile(path)) {
    const { columns, rows, stream } = openJson(path, name, used);
    return { columns, rows, notes, bytesRead: () => stream.bytesRead, bytesTotal: size };
  }
  const layout = layoutOf(decode(bytes, used));
  const { columns, rows, stream, notes: doubled } = await openCsv(path, name, layout, used);
  notes.push(...doubled);
  if (layout.skipped > 0)
    notes.push(
      layout.skipped === 1
        ? `${name}: the first line is no part of the table and is left out`
        : `${name}: the first ${layout.skipped} lines are no part of the table and are left out`,
    );
  return { columns, rows, notes, bytesRead: () => stream.bytesRead, bytesTotal: size };
}

async function beginningOf(path: string): Promise<{ bytes: Buffer; size: number }> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const { buffer, bytesRead } = await file.read(Buffer.alloc(LOOKED), 0, LOOKED, 0);
    return { bytes: buffer.subarray(0, bytesRead), size };
  } finally {
    await file.close();
  }
}

function encodingNotes(name: string, { name: encoding, isGuessed }: Encoding): string[] {
  return isGuessed ? [`${name}: read as ${encoding}, by the look of its bytes; --encoding says otherwise`] : [];
}

function kindOf(bytes: Buffer): string {
  const kind = notText(bytes);
  return kind === undefined ? '' : `: this is ${kind}`;
}
