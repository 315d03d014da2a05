import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { Failure } from '../../runtime/failure.js';
import { decoded, hex, shownName, unreadByte, type Encoding } from './encoding.js';
import type { FileBytes } from './file-bytes.js';
import { columnsOf } from './header.js';
import type { InputRow } from './input-table.js';
import type { Layout } from './layout.js';
import { splitLines, type RecordBatch, type Rest } from './split-lines.js';

/** Longest row in characters: a 10 MB field fits. What is longer is nearly always a quote that was never closed. */
const longestRow = 32 * 1024 * 1024;

/** Records parsed before any of them is given out. */
const RECORDS_AT_ONCE = 256;

export interface OpenCsv {
  readonly columns: readonly string[];
  readonly rows: AsyncIterable<InputRow>;
  /** For people: columns that got names of their own. */
  readonly notes: readonly string[];
}

/**
 * Opens a CSV file (RFC 4180: quotes, line breaks inside quotes; BOM, CRLF and LF are all read). A row with too many or
 * too few cells is given out with a `fault`, in its place. An empty line is no row.
 *
 * @throws Failure when the file has no header or a quote is never closed
 */
export async function openCsv(
  bytes: FileBytes,
  name: string,
  { delimiter, skipped }: Layout,
  encoding: Encoding,
): Promise<OpenCsv> {
  const text = decoded(bytes.chunks(), encoding);
  const batches = batchesOf(text, delimiter, name);
  const fail = (message: string): never => {
    throw new Failure(`${name}: ${message}`);
  };
  const head: (readonly string[])[] = [];
  let rest: RecordBatch | undefined;
  while (head.length <= skipped) {
    const { done, value } = await batches.next();
    if (done === true) return fail('the file is empty; its first line must name the columns');
    const missing = skipped + 1 - head.length;
    head.push(...value.records.slice(0, missing));
    rest = { ...value, records: value.records.slice(missing) };
  }
  const { columns, notes } = columnsOf(head.at(-1)!, name);
  return { columns, notes, rows: rowsOf(rest!, batches, columns.length, encoding, text) };
}

/** Text without a quote is split; from the first quote on it is parsed. */
async function* batchesOf(
  chunks: AsyncIterator<string>,
  delimiter: string,
  name: string,
): AsyncGenerator<RecordBatch, undefined> {
  const rest = yield* splitLines(chunks, delimiter, longestRow);
  if (rest) yield* parsed(rest, chunks, delimiter, name);
  return undefined;
}

async function* parsed(
  { begin, lines, lineEnd }: Rest,
  chunks: AsyncIterator<string>,
  delimiter: string,
  name: string,
): AsyncGenerator<RecordBatch> {
  const parser = parse({
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: longestRow,
    ...(lineEnd !== undefined && { record_delimiter: lineEnd }),
  });
  const source = Readable.from(textOf(begin, chunks));
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  let records: string[][] = [];
  try {
    for await (const record of parser as AsyncIterable<string[]>) {
      if (records.push(record) < RECORDS_AT_ONCE) continue;
      yield { records, mayBeFaulty: true };
      records = [];
    }
  } catch (error) {
    yield { records, mayBeFaulty: true };
    throw error instanceof CsvError ? failureOf(error, lines, name) : error;
  } finally {
    source.destroy();
  }
  yield { records, mayBeFaulty: true };
}

async function* textOf(begin: string, chunks: AsyncIterator<string>): AsyncGenerator<string> {
  yield begin;
  for (;;) {
    const next = await chunks.next();
    if (next.done === true) return;
    yield next.value;
  }
}

async function* rowsOf(
  first: RecordBatch,
  batches: AsyncIterator<RecordBatch>,
  width: number,
  encoding: Encoding,
  text: AsyncGenerator<string>,
): AsyncGenerator<InputRow> {
  let number = 0;
  try {
    for (let batch = first; ;) {
      const { records } = batch;
      for (const cells of records) {
        number += 1;
        const fault = faultOf(cells, width, encoding);
        yield fault === undefined ? { number, cells } : { number, cells, fault };
      }
      const next = await batches.next();
      if (next.done === true) return;
      batch = next.value;
    }
  } finally {
    await text.return(undefined);
  }
}

function faultOf(cells: readonly string[], width: number, encoding: Encoding): string | undefined {
  if (cells.length !== width) return `the row has ${cells.length} cells, the header ${width}`;
  if (encoding.fault === undefined) return undefined;
  const byte = cells.map(unreadByte).find((each) => each !== undefined);
  return byte === undefined ? undefined : `the row holds bytes that are not ${shownName(encoding.name)}: ${hex(byte)}`;
}

/** @param linesBefore what was parsed begins behind them */
function failureOf(error: CsvError, linesBefore: number, name: string): Failure {
  const line = error['lines'];
  const where = typeof line === 'number' ? ` near line ${linesBefore + line}` : '';
  const unclosed = 'a quote is opened and never closed';
  const hint =
    error.code === 'CSV_MAX_RECORD_SIZE'
      ? `a row is longer than the limit of ${longestRow} characters; perhaps ${unclosed}`
      : error.code === 'CSV_QUOTE_NOT_CLOSED'
        ? unclosed
        : error.message;
  return new Failure(`${name}: not readable as CSV${where}: ${hint}`);
}
