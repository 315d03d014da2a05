import { stat } from 'node:fs/promises';
import { startThread } from '../../runtime/entry-points.js';
import { Failure, WrongUse } from '../../runtime/failure.js';
import { columnsOf } from './header.js';
import { checkWorkbook } from './workbook-parts.js';
import type { InputRow, SheetForm } from './input-table.js';
import { titlesAbove } from './layout.js';
import { isDataRow, missingHeader, namesOfColumns } from './missing-header.js';
import type { SheetRows, WorkbookRead, WorkbookToRead } from './xlsx-messages.js';

/** A workbook is read as a whole: more bytes than this take too much memory. */
const MOST_BYTES = 100 * 1024 * 1024;
/** Rows by which a missing header is known. */
const ROWS_LOOKED_AT = 40;
/** Memory of the thread that reads: so much, and so much for each megabyte of the file. */
const MEGABYTES = 256;
const MEGABYTES_A_MEGABYTE = 64;

export interface OpenXlsx {
  readonly columns: readonly string[];
  readonly rows: AsyncIterable<InputRow>;
  readonly sheet: SheetForm;
  readonly notes: readonly string[];
}

/**
 * Opens a sheet of an Excel workbook: the one that is said by name or number, else the first that is not empty.
 *
 * @param header whether the first row names the columns; absent: it is found out
 * @throws WrongUse for a sheet that is not there, Failure where the file is no workbook, or has no table
 */
export async function openXlsx(
  path: string,
  name: string,
  { sheet, header }: { readonly sheet?: string | undefined; readonly header?: boolean | undefined } = {},
): Promise<OpenXlsx> {
  const { size } = await stat(path);
  if (size > MOST_BYTES)
    throw new Failure(`${name}: a workbook of ${Math.round(size / 1e6)} MB is too large to be read; save it as CSV`);
  await checkWorkbook(path, name);
  const { sheets, names, at, tables } = await readInThread({ path, sheet }, name, size);
  if (sheet !== undefined && at < 0)
    throw new WrongUse(`--sheet '${sheet}': ${name} has no such sheet; its sheets are ${listed(names)}`);
  const all = sheets[0] ?? [];
  const skipped = header === false ? firstFilled(all) : titlesAbove(all);
  const first = all[skipped];
  if (first === undefined || first.every((cell) => cell === ''))
    throw new Failure(
      sheet === undefined
        ? `${name}: all sheets are empty; the first row of one must name the columns`
        : `${name}: the sheet '${names[at]!}' is empty; its first row must name the columns`,
    );
  const below = all.slice(skipped + 1);
  const hasHeader = header ?? !isDataRow(first, below.slice(0, ROWS_LOOKED_AT));
  const rows = hasHeader ? below : all.slice(skipped);
  const { columns, notes: doubled } = columnsOf(
    hasHeader ? first : namesOfColumns(rows.slice(0, ROWS_LOOKED_AT)),
    name,
  );
  const notes = [
    ...(sheet === undefined ? sheetNotes(name, names, at, tables) : []),
    ...(skipped > 0 ? [`${name}: ${skipped} rows above the header are taken for a title`] : []),
    ...(hasHeader ? [] : [missingHeader(name, columns, header)]),
    ...doubled,
  ];
  return {
    columns,
    notes,
    sheet: { at, names, hasHeader },
    rows: rowsOf(rows, columns.length, all.length - rows.length),
  };
}

const firstFilled = (rows: SheetRows): number =>
  Math.max(
    0,
    rows.findIndex((row) => row.some((cell) => cell !== '')),
  );

/** Sheets named in a message. */
const MOST_NAMED = 20;

const listed = (names: readonly string[]): string =>
  names
    .slice(0, MOST_NAMED)
    .map((name, i) => `${i + 1} '${name}'`)
    .join(', ') + (names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : '');

function sheetNotes(file: string, names: readonly string[], at: number, tables: readonly number[]): string[] {
  const others = names.flatMap((name, i) => (i !== at && tables.includes(i) ? [`'${name}'`] : []));
  if (others.length > 0)
    return [
      `${file}: the sheet '${names[at]!}' is read, and not ${others.slice(0, MOST_NAMED).join(', ')}; --sheet NAME says otherwise`,
    ];
  return at > 0 ? [`${file}: the sheet '${names[at]!}' is read: those before it are empty`] : [];
}

/** All sheets of a workbook that was opened before, as they are. @throws Failure where it cannot be read */
export async function readSheets(path: string, name: string): Promise<readonly SheetRows[]> {
  const { size } = await stat(path);
  return (await readInThread({ path, all: true }, name, size)).sheets;
}

// eslint-disable-next-line @typescript-eslint/require-await
async function* rowsOf(all: readonly (readonly string[])[], width: number, above: number): AsyncGenerator<InputRow> {
  let number = 0;
  for (const [i, cells] of all.entries()) {
    if (cells.every((cell) => cell === '')) continue;
    number += 1;
    yield { number, cells: cells.slice(0, width), place: above + i + 1 };
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
