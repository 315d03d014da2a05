import { stat } from 'node:fs/promises';
import { startThread } from '../../runtime/entry-points.js';
import { Failure } from '../../runtime/failure.js';
import { columnsOf } from './header.js';
import { checkWorkbook } from './workbook-parts.js';
import type { InputRow } from './input-table.js';
import { titlesAbove } from './layout.js';
import type { SheetRows, WorkbookRead, WorkbookToRead } from './xlsx-messages.js';

/** A workbook is read as a whole: more bytes than this take too much memory. */
const MOST_BYTES = 100 * 1024 * 1024;
/** Memory of the thread that reads: so much, and so much for each megabyte of the file. */
const MEGABYTES = 256;
const MEGABYTES_A_MEGABYTE = 64;

export interface OpenXlsx {
  readonly columns: readonly string[];
  readonly rows: AsyncIterable<InputRow>;
  readonly notes: readonly string[];
}

/** Opens the first sheet of an Excel workbook. @throws Failure where it is none, or has no header */
export async function openXlsx(path: string, name: string): Promise<OpenXlsx> {
  const { size } = await stat(path);
  if (size > MOST_BYTES)
    throw new Failure(`${name}: a workbook of ${Math.round(size / 1e6)} MB is too large to be read; save it as CSV`);
  await checkWorkbook(path, name);
  const { sheets, others } = await readInThread({ path }, name, size);
  const all = sheets[0] ?? [];
  const skipped = titlesAbove(all);
  const header = all[skipped];
  if (header === undefined || header.every((cell) => cell === ''))
    throw new Failure(`${name}: the first sheet is empty; its first row must name the columns`);
  const { columns, notes: doubled } = columnsOf(header, name);
  const notes = [
    ...(others > 0 ? [`${name}: the first sheet is read, ${others} more are not`] : []),
    ...(skipped > 0 ? [`${name}: ${skipped} rows above the header are taken for a title`] : []),
    ...doubled,
  ];
  return { columns, notes, rows: rowsOf(all.slice(skipped + 1), columns.length) };
}

/** All sheets of a workbook that was opened before, as they are. @throws Failure where it cannot be read */
export async function readSheets(path: string, name: string): Promise<readonly SheetRows[]> {
  const { size } = await stat(path);
  return (await readInThread({ path, all: true }, name, size)).sheets;
}

// eslint-disable-next-line @typescript-eslint/require-await
async function* rowsOf(all: readonly (readonly string[])[], width: number): AsyncGenerator<InputRow> {
  let number = 0;
  for (const cells of all) {
    if (cells.every((cell) => cell === '')) continue;
    number += 1;
    yield { number, cells: cells.slice(0, width) };
  }
}

/**
 * Reads a workbook in a thread that may use so much memory and no more: one stray cell in the last row and column
 * makes a table of 17 billion cells, which would end the process.
 */
async function readInThread(
  given: WorkbookToRead,
  name: string,
  size: number,
): Promise<Extract<WorkbookRead, { kind: 'read' }>> {
  const most = MEGABYTES + Math.ceil((size / 1e6) * MEGABYTES_A_MEGABYTE);
  const thread = startThread('readWorkbook', given, { maxOldGenerationSizeMb: most });
  try {
    const read = await new Promise<WorkbookRead>((resolve, reject) => {
      thread.once('message', resolve);
      thread.once('error', reject);
      thread.once('exit', () => reject(new Error('the thread ended')));
    });
    if (read.kind === 'read') return read;
    throw new Failure(`${name}: not readable as an Excel workbook: ${read.reason}`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_WORKER_OUT_OF_MEMORY') throw error;
    throw new Failure(
      `${name}: to read this workbook takes more than the limit of ${most} MB of memory; save it as CSV`,
    );
  } finally {
    await thread.terminate();
  }
}
