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
  /** The records above the header, and the header, as they stand in the file, where texts are asked for. */
  readonly head: readonly string[];
  /** For people: columns that got names of their own. */
  readonly notes: readonly string[];
}

/**
 * Opens a CSV file (RFC 4180: quotes, line breaks inside quotes; BOM, CRLF and LF are all read). A row with too many or
 * too few cells is given out with a `fault`, in its place. An empty line is no row.
 *
 * @param texts whether rows come as they stand in the file, too
 * @throws Failure when the file has no header or a quote is never closed
 */
export async function openCsv(
  bytes: FileBytes,
  name: string,
  { delimiter, skipped }: Layout,
  encoding: Encoding,
  texts = false,
): Promise<OpenCsv> {
  const text = decoded(bytes.chunks(), encoding);
  const batches = batchesOf(text, delimiter, name, texts);
  const fail = (message: string): never => {
    throw new Failure(`${name}: ${message}`);
  };
  const head: (readonly string[])[] = [];
  const headTexts: string[] = [];
  let rest: RecordBatch | undefined;
  while (head.length <= skipped) {
    const { done, value } = await batches.next();
    if (done === true) return fail('the file is empty; its first line must name the columns');
    const missing = skipped + 1 - head.length;
    head.push(...value.records.slice(0, missing));
    headTexts.push(...(value.texts ?? value.records.map((cells) => cells.join(delimiter))).slice(0, missing));
    rest = {
      ...value,
      records: value.records.slice(missing),
      ...(value.texts && { texts: value.texts.slice(missing) }),
    };
  }
  const { columns, notes } = columnsOf(head.at(-1)!, name);
  return { columns, notes, head: headTexts, rows: rowsOf(rest!, batches, columns.length, encoding, text) };
}

/** Text without a quote is split; from the first quote on it is parsed. */
async function* batchesOf(
  chunks: AsyncIterator<string>,
  delimiter: string,
  name: string,
  texts: boolean,
): AsyncGenerator<RecordBatch, undefined> {
  const rest = yield* splitLines(chunks, delimiter, longestRow);
  if (rest) yield* parsed(rest, chunks, delimiter, name, texts);
  return undefined;
}

async function* parsed(
  { begin, lines, lineEnd }: Rest,
  chunks: AsyncIterator<string>,
  delimiter: string,
  name: string,
  texts: boolean,
): AsyncGenerator<RecordBatch> {
  const parser = parse({
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: longestRow,
    raw: texts,
    ...(lineEnd !== undefined && { record_delimiter: lineEnd }),
  });
  const source = Readable.from(textOf(begin, chunks));
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  let batch = newBatch(texts);
  try {
    for await (const parsedRecord of parser as AsyncIterable<string[] | { record: string[]; raw: string }>) {
      if (Array.isArray(parsedRecord)) batch.records.push(parsedRecord);
      else {
        batch.records.push(parsedRecord.record);
        batch.texts?.push(withoutLineEnds(parsedRecord.raw));
      }
      if (batch.records.length < RECORDS_AT_ONCE) continue;
      yield batch;
      batch = newBatch(texts);
    }
  } catch (error) {
    yield batch;
    throw error instanceof CsvError ? failureOf(error, lines, name) : error;
  } finally {
    source.destroy();
  }
  yield batch;
}

const newBatch = (texts: boolean): RecordBatch & { records: string[][]; texts?: string[] } => ({
  ...{ records: [], mayBeFaulty: true },
  ...(texts && { texts: [] }),
});

/** csv-parse gives a record with the empty lines before it and the first character of its line end. */
function withoutLineEnds(raw: string): string {
  const isEnd = (at: number) => raw[at] === '\r' || raw[at] === '\n';
  let from = 0;
  while (isEnd(from)) from += 1;
  return raw.slice(from, isEnd(raw.length - 1) ? -1 : undefined);
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
      const { records, texts } = batch;
      for (const [i, cells] of records.entries()) {
        number += 1;
        const fault = faultOf(cells, width, encoding);
        const text = texts?.[i];
        yield { number, cells, ...(text !== undefined && { text }), ...(fault !== undefined && { fault }) };
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
