import { stat } from 'node:fs/promises';
import { startThread } from '../../runtime/entry-points.js';
import { Failure, WrongUse } from '../../runtime/failure.js';
import { columnsOf } from './header.js';
import type { InputRow, SheetForm } from './input-table.js';
import { labelsOf, titlesAbove } from './layout.js';
import { isDataRow, missingHeader, namesOfColumns } from './missing-header.js';
import { whyNoRecord } from './no-record.js';
import type { SheetTable } from './read-workbook.js';
import type { WorkbookRead, WorkbookToRead } from './xlsx-messages.js';

/** Maximum bytes of a workbook, which is read into memory as a whole. */
const MOST_BYTES = 100 * 1024 * 1024;
/** Number of rows used to detect a missing header. */
const ROWS_LOOKED_AT = 40;
/** Maximum unlabelled columns after the labelled columns. Cells further to the right are strays. */
const MOST_UNNAMED = 20;
/** Memory limit of the reading thread in megabytes: a base, plus this much per megabyte of the file. */
const MEGABYTES = 256;
const MEGABYTES_A_MEGABYTE = 64;

interface OpenXlsx {
  readonly columns: readonly string[];
  readonly rows: AsyncIterable<InputRow>;
  readonly sheet: SheetForm;
  readonly notes: readonly string[];
}

/**
 * Opens the sheet with the given name or number or, by default, the first sheet that contains a table.
 * @param header whether the first row is a header; default: guessed
 * @throws WrongUse for an unknown sheet, Failure if the file is not a workbook, or has no table
 */
export async function openXlsx(
  path: string,
  name: string,
  { sheet, header }: { readonly sheet?: string | undefined; readonly header?: boolean | undefined } = {},
): Promise<OpenXlsx> {
  const { size } = await stat(path);
  if (size > MOST_BYTES)
    throw new Failure(`${name}: the workbook is too large (${Math.round(size / 1e6)} MB); save it as CSV`);
  const { sheets, names, hidden, at, tables } = await readInThread({ path, sheet }, name, size);
  if (sheet !== undefined && at < 0)
    throw new WrongUse(`--sheet '${sheet}': ${name} has no such sheet; expected one of ${listed(names)}`);
  const { places, rows: all } = sheets[0]!;
  const skipped = header === false ? 0 : titlesAbove(all);
  const first = all[skipped];
  if (first === undefined)
    throw new Failure(
      sheet === undefined
        ? `${name}: all sheets are empty; expected a header in the first row`
        : `${name}: the sheet '${names[at]!}' is empty; expected a header in the first row`,
    );
  const below = all.slice(skipped + 1);
  const hasHeader = header ?? !isDataRow(first, below.slice(0, ROWS_LOOKED_AT));
  const from = skipped + (hasHeader ? 1 : 0);
  const rows = all.slice(from);
  const labels = hasHeader ? labelsOf(first, all[skipped - 1]) : namesOfColumns(rows.slice(0, ROWS_LOOKED_AT));
  const { columns, notes: doubled } = columnsOf(withUnnamed(labels, rows), name);
  const notes = [
    ...(sheet === undefined ? sheetNotes(name, { names, hidden, at, tables }) : []),
    ...(skipped === 1 ? [`${name}: skipped the row above the header`] : []),
    ...(skipped > 1 ? [`${name}: skipped the ${skipped} rows above the header`] : []),
    ...(hasHeader ? [] : [missingHeader(name, columns, header)]),
    ...doubled,
    ...beyondHeader(name, rows, columns.length),
  ];
  return {
    columns,
    notes,
    sheet: { at, names, hasHeader },
    rows: rowsOf(rows, columns, places.slice(from)),
  };
}

function withUnnamed(labels: readonly string[], rows: SheetTable['rows']): string[] {
  const most = labels.length + MOST_UNNAMED;
  const width = rows.reduce((widest, { length }) => (length <= most ? Math.max(widest, length) : widest), 0);
  return Array.from({ length: Math.max(width, labels.length) }, (_, i) => labels[i] ?? '');
}

function beyondHeader(file: string, rows: SheetTable['rows'], width: number): string[] {
  const count = rows.filter((row) => row.length > width).length;
  return count === 0 ? [] : [`${file}: cells beyond the header are ignored (rows: ${count})`];
}

/** Maximum number of sheets named in a message. */
const MOST_NAMED = 20;

const listed = (names: readonly string[]): string =>
  names
    .slice(0, MOST_NAMED)
    .map((name, i) => `${i + 1} '${name}'`)
    .join(', ') + (names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : '');

function sheetNotes(
  file: string,
  { names, hidden, at, tables }: Pick<Extract<WorkbookRead, { kind: 'read' }>, 'names' | 'hidden' | 'at' | 'tables'>,
): string[] {
  const others = names.flatMap((name, i) =>
    i !== at && tables.includes(i) ? [`'${name}'${hidden.includes(i) ? ' (hidden)' : ''}`] : [],
  );
  if (others.length > 0)
    return [
      `${file}: reading the sheet '${names[at]!}', not ${others.slice(0, MOST_NAMED).join(', ')}; --sheet NAME overrides this`,
    ];
  return at > 0 ? [`${file}: reading the sheet '${names[at]!}', because the sheets before it have no table`] : [];
}

/** Reads all sheets, unchanged. @throws Failure if the workbook cannot be read */
export async function readSheets(path: string, name: string): Promise<readonly (readonly (readonly string[])[])[]> {
  const { size } = await stat(path);
  return (await readInThread({ path, all: true }, name, size)).sheets.map(({ rows }) => rows);
}

// eslint-disable-next-line @typescript-eslint/require-await
async function* rowsOf(
  all: readonly (readonly string[])[],
  columns: readonly string[],
  places: readonly number[],
): AsyncGenerator<InputRow> {
  let number = 0;
  for (const [i, row] of all.entries()) {
    const cells = columns.map((_, column) => row[column] ?? '');
    if (cells.every((cell) => cell === '')) continue;
    number += 1;
    const fault = whyNoRecord(cells, columns);
    yield { number, cells, place: places[i]!, ...(fault !== undefined && { fault }) };
  }
}

/** Reads in a thread with limited memory, because one stray cell can result in a table of 17 billion cells. */
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
    const advice = /\bsave\b/.test(read.reason) ? '' : '; save it again as .xlsx, or as CSV';
    throw new Failure(`${name}: not readable as an Excel workbook: ${read.reason}${advice}`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_WORKER_OUT_OF_MEMORY') throw error;
    throw new Failure(`${name}: reading this workbook exceeds the limit of ${most} MB of memory; save it as CSV`);
  } finally {
    await thread.terminate();
  }
}
