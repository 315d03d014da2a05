import { createReadStream, type ReadStream } from 'node:fs';
import { CsvError, parse } from 'csv-parse';
import { Failure } from '../errors.js';
import { decoder, type Encoding } from './encoding.js';
import type { InputRow } from './input-table.js';
import type { Layout } from './layout.js';

/** Longest row in characters: a 10 MB field fits. What is longer is nearly always a quote that was never closed. */
const longestRow = 32 * 1024 * 1024;

export interface OpenCsv {
  readonly columns: readonly string[];
  readonly rows: AsyncIterable<InputRow>;
  readonly stream: ReadStream;
}

/**
 * Opens a CSV file (RFC 4180: quotes, line breaks inside quotes; BOM, CRLF and LF are all read). A row with too many or
 * too few cells is given out with a `fault`, in its place. An empty line is no row.
 *
 * @throws Failure when the file has no header or a quote is never closed
 */
export async function openCsv(
  path: string,
  name: string,
  { delimiter, skipped }: Layout,
  encoding: Encoding,
): Promise<OpenCsv> {
  const stream = createReadStream(path, { highWaterMark: 1 << 18 });
  const parser = parse({
    delimiter,
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: longestRow,
  });
  stream.on('error', (error) => parser.destroy(error));
  if (encoding.name === 'utf8') stream.pipe(parser);
  else stream.pipe(decoder(encoding)).pipe(parser);
  const records = parser[Symbol.asyncIterator]() as AsyncIterator<string[]>;
  for (let i = 0; i < skipped; i += 1) await next(records, name);
  const header = await next(records, name);
  if (header === undefined) throw new Failure(`${name}: the file is empty; its first line must name the columns`);
  const columns = header.map((column) => column.trim());
  const doubled = columns.find((column, i) => column !== '' && columns.indexOf(column) !== i);
  if (doubled !== undefined) {
    stream.destroy();
    throw new Failure(`${name}: the column '${doubled}' stands twice in the header`);
  }
  return { columns, rows: rowsOf(records, columns.length, name, stream), stream };
}

async function* rowsOf(
  records: AsyncIterator<string[]>,
  width: number,
  name: string,
  stream: ReadStream,
): AsyncGenerator<InputRow> {
  try {
    for (let number = 1; ; number += 1) {
      const cells = await next(records, name);
      if (cells === undefined) return;
      const fault = faultOf(cells, width);
      yield fault === undefined ? { number, cells } : { number, cells, fault };
    }
  } finally {
    stream.destroy();
  }
}

function faultOf(cells: readonly string[], width: number): string | undefined {
  if (cells.length !== width) return `the row has ${cells.length} cells, the header ${width}`;
  if (cells.some((cell) => cell.includes('\uFFFD'))) return 'the row holds bytes that are not UTF-8';
  return undefined;
}

async function next(records: AsyncIterator<string[]>, name: string): Promise<string[] | undefined> {
  try {
    const result = await records.next();
    return result.done === true ? undefined : result.value;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = error['lines'];
    const where = typeof line === 'number' ? ` near line ${line}` : '';
    const hint =
      error.code === 'CSV_QUOTE_NOT_CLOSED' || error.code === 'CSV_MAX_RECORD_SIZE'
        ? 'a quote is opened and never closed'
        : error.message;
    throw new Failure(`${name}: not readable as CSV${where}: ${hint}`);
  }
}
