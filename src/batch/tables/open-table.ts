import { basename } from 'node:path';
import { WrongUse } from '../../runtime/failure.js';
import type { SaidOfFile } from '../input/layout.js';
import { extensionOf, isWithoutHeader, openInput } from '../input/open-input.js';
import { note } from '../../runtime/notes.js';
import { OutputFile } from '../output/output-file.js';
import { arrowBytes, openArrow } from './arrow.js';
import type { ColumnBatch, ColumnShape, ColumnTable } from './column-batch.js';
import { csvBytes, openCsvStream, tableOf } from './csv-table.js';
import { openParquet, parquetBytes } from './parquet.js';

/** Formats of streams; files may be Parquet, too. */
export const STREAM_FORMATS = ['csv', 'arrow'] as const;
export type StreamFormat = (typeof STREAM_FORMATS)[number];

/** In the place of a file's name: standard input. */
export const STANDARD_INPUT = '-';

const ARROW = ['.arrow', '.arrows', '.feather', '.ipc'];
const PARQUET = ['.parquet', '.pq'];

/** The format of a file of columns, by its name; `undefined` for another file. */
export function columnarFormat(path: string): 'arrow' | 'parquet' | undefined {
  const extension = extensionOf(path);
  return ARROW.includes(extension) ? 'arrow' : PARQUET.includes(extension) ? 'parquet' : undefined;
}

/** Opens a file of columns. */
export function openColumns(path: string, format: 'arrow' | 'parquet'): Promise<ColumnTable> {
  return format === 'arrow' ? openArrow(path, basename(path)) : openParquet(path, basename(path));
}

/** A table, and the format that it came in where that was a stream. */
export interface OpenedTable {
  readonly table: ColumnTable;
  readonly format?: StreamFormat;
}

/**
 * Opens a table to be read as it comes: a file of any kind whose columns are known before its rows, or a stream of CSV
 * or Arrow.
 *
 * @param path of a file; `-` or absent: standard input
 */
export async function openTable(
  path: string | undefined,
  said: SaidOfFile,
  standardInput: AsyncIterable<Buffer>,
): Promise<OpenedTable> {
  if (path !== undefined && path !== STANDARD_INPUT) {
    const columnar = columnarFormat(path);
    if (columnar !== undefined) return { table: await openColumns(path, columnar) };
    if (isWithoutHeader(path))
      throw new WrongUse(
        `${basename(path)}: its columns show only row by row: expected a .csv, .arrow or .parquet file`,
      );
    const input = await openInput(path, said);
    for (const line of input.notes) note(line);
    return { table: tableOf(input, basename(path)) };
  }
  const { begin, chunks } = await begun(standardInput);
  if (begin.startsWith(PARQUET_BEGINS)) throw new WrongUse('Parquet is read from files only: give the name of one');
  if (ARROW_BEGINS.some((each) => begin.startsWith(each)))
    return { table: await openArrow(chunks, 'standard input'), format: 'arrow' };
  return { table: await openCsvStream(chunks, 'standard input', said), format: 'csv' };
}

/** A stream of Arrow begins with a mark that no text has, a file with its name. */
const ARROW_BEGINS = ['\u00ff\u00ff\u00ff\u00ff', 'ARROW1'];
const PARQUET_BEGINS = 'PAR1';
const MARK_BYTES = 6;

/** A stream with its first bytes looked at. */
async function begun(stream: AsyncIterable<Buffer>): Promise<{ begin: string; chunks: AsyncGenerator<Buffer> }> {
  const iterator = stream[Symbol.asyncIterator]();
  const first: Buffer[] = [];
  let length = 0;
  while (length < MARK_BYTES) {
    const next = await iterator.next();
    if (next.done === true) break;
    first.push(next.value);
    length += next.value.length;
  }
  async function* chunks(): AsyncGenerator<Buffer> {
    yield* first;
    yield* { [Symbol.asyncIterator]: () => iterator };
  }
  return { begin: Buffer.concat(first).toString('latin1', 0, MARK_BYTES), chunks: chunks() };
}

/**
 * Writes a table as it comes.
 *
 * @param path of a file, which appears when it is complete; absent: standard output
 * @param format of standard output
 * @param print waits for the reader
 */
export async function writeTable(
  { path, format = 'csv' }: { readonly path: string | undefined; readonly format?: StreamFormat | undefined },
  shape: readonly ColumnShape[],
  batches: AsyncIterable<ColumnBatch>,
  print: (pieces: AsyncIterable<string | Uint8Array>) => Promise<void>,
): Promise<void> {
  if (path === undefined) {
    await print(format === 'arrow' ? arrowBytes(shape, batches, false) : csvBytes(shape, batches));
    return;
  }
  const columnar = columnarFormat(path);
  const pieces =
    columnar === 'parquet'
      ? parquetBytes(shape, batches)
      : columnar === 'arrow'
        ? arrowBytes(shape, batches, true)
        : csvBytes(shape, batches);
  await OutputFile.write(path, async (output) => {
    for await (const piece of pieces) await output.add(piece);
  });
}

/** @throws WrongUse for a file that no table is written to */
export function checkOutput(path: string | undefined): void {
  if (path !== undefined && columnarFormat(path) === undefined && extensionOf(path) !== '.csv')
    throw new WrongUse(`--out ${path}: expected the name of a .csv, .arrow or .parquet file`);
}
